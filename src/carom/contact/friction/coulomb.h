#pragma once

#include <algorithm>

#include "carom/contact/friction/friction_memory.h"
#include "carom/contact/friction/shared_keys.h"
#include "carom/contact/friction/slip_functions.h"
#include "carom/contact/law_info.h"

namespace carom::friction {

/// Coulomb's friction with Stribeck's fall from static to kinetic, made smooth at zero slip. It has no memory, so it
/// cannot hold: under a load it creeps with a fraction of the smoothing speed.
struct Coulomb {
  double static_coefficient{0.3};   // μ_S, key "static"  [-]
  double kinetic_coefficient{0.3};  // μ_C, key "kinetic"  [-]
  double viscous{};                 // σ2  [N·s/m]
  double stribeck_speed{0.01};      // v_S  [m/s]
  double smoothing_speed{1e-3};     // v_ε: friction is in full from this slip on  [m/s]

  static constexpr LawInfo kInfo{"coulomb", "Coulomb friction with Stribeck effect, smooth at zero slip; creeps",
                                 "f = -(mu(|v|) f_n dir(v) + sigma2 v), mu = mu_C + (mu_S - mu_C) exp(-(v/v_S)^2)",
                                 "gonthier2004"};
  static constexpr bool kHasBristle = false, kHasDwell = false;

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force,
                                       const FrictionMemory& /*memory*/) const {
    if (normal_force == 0.0) return {};
    const double coefficient =
        kinetic_coefficient + (static_coefficient - kinetic_coefficient) * calc_stick_function(slip, stribeck_speed);
    FrictionForce result;
    result.force = -coefficient * normal_force * calc_direction(slip, smoothing_speed) - viscous * slip;
    return result;
  }
  [[nodiscard]] double limit(FrictionMemory& /*memory*/, double /*normal_force*/) const { return 0.0; }
  [[nodiscard]] double slide_ratio(const Vector3& slip, double /*normal_force*/,
                                   const FrictionMemory& /*memory*/) const {
    return slip.norm() / smoothing_speed;
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double /*slip_speed*/) const {
    // The direction is steepest at rest, 3/2; Stribeck's fall is at most √(2/e) < 0.86 steep, in units of v_S.
    const double direction = 1.5 * std::max(static_coefficient, kinetic_coefficient) / smoothing_speed;
    const double fall = 0.86 * std::abs(static_coefficient - kinetic_coefficient) / stribeck_speed;
    return {.damping = normal_force * (direction + fall) + viscous};
  }
  static void declare(LawKeys<Coulomb>& keys) {
    add_coefficients(keys);
    keys.add("smoothing_speed", &Coulomb::smoothing_speed, dimensions::kSpeed, "slip from which on friction is in full")
        .above(0.0);
    add_viscous(keys);
  }

  void check(ParameterChecks& checks) const {
    check_coefficients(checks, static_coefficient, kinetic_coefficient);
    if (smoothing_speed > stribeck_speed && static_coefficient != kinetic_coefficient) {
      checks.warn("smoothing_speed is above stribeck_speed, so that static friction is never reached");
    }
  }
};

}  // namespace carom::friction
