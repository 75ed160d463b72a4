// Bristles hold: a block on a slope below the friction angle stays where it is. creep_soak (benchmarks) does it for an
// hour.
#include "cases/creep.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(Creep, ABlockHeldByBristlesDoesNotMove) {
  for (const auto& [name, law] : cases::kHoldingLaws) {
    const cases::Creep creep = cases::measure_creep(law, 10.0, 20.0);
    EXPECT_LT(creep.drift, 1e-12) << name;
    EXPECT_LT(creep.speed, 1e-12) << name;
  }
}

// What the measurement says of a law that cannot hold: with u the slip as a part of the smoothing speed,
// μ (3/2 u − 1/2 u³) = tan(slope), u = 0.4896.
TEST(Creep, ABlockHeldBySmoothFrictionCreeps) {
  const friction::Coulomb law{.static_coefficient = 0.3, .kinetic_coefficient = 0.3, .smoothing_speed = 1e-2};
  const cases::Creep creep = cases::measure_creep(law, 1.0, 2.0);
  EXPECT_NEAR(creep.drift, 4.896e-3, 2e-5);
}

}  // namespace
}  // namespace carom
