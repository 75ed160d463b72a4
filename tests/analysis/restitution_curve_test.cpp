#include "carom/analysis/restitution_curve.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/central_impact.h"

namespace carom {
namespace {

// tests/reference/restitution_laws.json: m = 66 g, k = 1e10, λ = 1e5, p = 1/2.
TEST(RestitutionCurve, OfAzadAndFeatherstoneMeetsTheReference) {
  const normal::AzadFeatherstone law{.stiffness = 1e10, .damping = 1e5};
  EXPECT_NEAR(calc_restitution(law, 0.066, 1e-3), 0.9186436978749155, 1e-10);
  EXPECT_NEAR(calc_restitution(law, 0.066, 1.0), 0.7245714849789558, 1e-10);
  EXPECT_NEAR(calc_restitution(law, 0.066, 10.0), 0.6119949685754513, 1e-10);
}

TEST(RestitutionCurve, OfGonthierIsWhatIsAsked) {
  for (const double asked : {1e-9, 1e-6, 1e-4, 0.01, 0.1, 0.5, 0.9, 0.95, 1.0}) {
    const normal::Gonthier law{.stiffness = 3.4e10, .restitution = asked};
    for (const double speed : {1e-4, 1.0, 100.0}) {
      EXPECT_NEAR(calc_restitution(law, 0.454, speed) / asked, 1.0, 1e-10) << asked;
    }
  }
}

// Two algorithms: this one in transformed depth, the simulator in time with located events. The latter's relative
// tolerance of 1e-11 over some hundred steps leaves 1e-8.
TEST(RestitutionCurve, AgreesWithTheSimulator) {
  const std::vector<NormalLaw> laws{
      normal::KelvinVoigt{.stiffness = 1e6, .damping = 100.0},
      normal::Hertz{.stiffness = 1e8},
      normal::HuntCrossley{.stiffness = 1e9, .damping = 4e8},
      normal::LankaraniNikravesh{.stiffness = 1e9, .restitution = 0.7},
      normal::LeeWang{.stiffness = 1e9, .damping = 3e6},
      normal::AzadFeatherstone{.stiffness = 1e9, .damping = 3e4},
      normal::Power{.stiffness = 1e9, .damping = 1e6, .depth_exponent = 0.8, .rate_exponent = 1.3},
      normal::Power{.stiffness = 1e7, .damping = 1e9, .depth_exponent = 2.0, .rate_exponent = 1.0}};
  for (const NormalLaw& law : laws) {
    for (const double speed : {0.02, 0.6, 8.0}) {
      EXPECT_NEAR(calc_restitution(law, 0.3, speed), simulate_central_impact(law, 0.3, speed).restitution, 1e-8)
          << info(law).name << " at " << speed;
    }
  }
}

// A strong damper stops the mass at the depth m v/c, from where the spring moves it out with k/c: e → m k/c², with a
// next term smaller by another m k/c², times its logarithm.
TEST(RestitutionCurve, OfAStrongDamperIsThatOfCreepingOut) {
  const normal::KelvinVoigt law{.stiffness = 1.0, .damping = 1e3};
  EXPECT_NEAR(calc_restitution(law, 1.0, 1.0), 1e-6, 1e-6 * 1e-4);
}

}  // namespace
}  // namespace carom
