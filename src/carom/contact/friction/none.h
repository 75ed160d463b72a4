#pragma once

#include "carom/contact/friction/friction_memory.h"
#include "carom/contact/law_info.h"
#include "carom/contact/law_keys.h"

namespace carom::friction {

/// A smooth surface.
struct None {
  static constexpr LawInfo kInfo{"none", "no friction", "f = 0", "azad2014"};
  static constexpr bool kHasBristle = false, kHasDwell = false;

  [[nodiscard]] FrictionForce evaluate(const Vector3& /*slip*/, double /*normal_force*/,
                                       const FrictionMemory& /*memory*/) const {
    return {};
  }
  [[nodiscard]] double limit(FrictionMemory& /*memory*/, double /*normal_force*/) const { return 0.0; }
  [[nodiscard]] double slide_ratio(const Vector3& /*slip*/, double /*normal_force*/,
                                   const FrictionMemory& /*memory*/) const {
    return 0.0;
  }
  [[nodiscard]] FrictionGradient calc_gradient(double /*normal_force*/, double /*slip_speed*/) const { return {}; }
  static void declare(LawKeys<None>& /*keys*/) {}
};

}  // namespace carom::friction
