#pragma once

#include <algorithm>
#include <cmath>

#include "carom/contact/friction/elastic_limit.h"
#include "carom/contact/friction/shared_keys.h"
#include "carom/contact/law_info.h"

namespace carom::friction {

/// Dahl's friction with vectors for scalars: a spring that yields little by little, as the stress of a ductile solid.
///                                                                                                      [dahl1968]
///   ż = v − |v| z/z̄,  z̄ = μ f_n/σ,  f = −(σ z + σ2 v)
///
/// Along a line the force goes to Coulomb's as F + (F₀ − F) exp(−σ x/F), F = μ f_n, whatever the speed: slip to and fro
/// makes a loop without corners. It loses |v| σ z²/z̄ ≥ 0 beside ½ σ z²; under loads that oscillate it creeps.
///
/// Deviation D1: as in deviation L1 of the LuGre law, z̄ is √(z̄² + kShortest²), and |z| stays within the cone when f_n
/// falls.
struct Dahl {
  double friction{0.3};           // μ  [-]
  double bristle_stiffness{1e5};  // σ; 0: from the contact at hand  [N/m]
  double viscous{};               // σ2, acts in sliding too  [N·s/m]

  static constexpr LawInfo kInfo{"dahl", "a spring that yields little by little up to Coulomb's force",
                                 "f = -(sigma z + sigma2 v), z' = v - sigma |v| z/(mu f_n)", "dahl1968"};
  static constexpr bool kHasBristle = true, kHasDwell = false;

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    FrictionForce result;
    if (normal_force == 0.0) return result;
    const double bound = friction_bound(normal_force);
    result.force = -saturate(bristle_stiffness * memory.bristle, bound) - viscous * slip;
    const Vector3 bristle = saturate(memory.bristle, calc_longest(normal_force));
    result.bristle_rate = slip - bristle * (slip.norm() / std::hypot(bound / bristle_stiffness, kShortest));
    result.stored = calc_bristle_energy(memory.bristle, bristle_stiffness, bound);
    return result;
  }
  /// To be called after each accepted step: when the normal force falls, the spring stays within the cone.
  [[nodiscard]] double limit(FrictionMemory& memory, double normal_force) const {
    return shorten_bristle(memory, calc_longest(normal_force));
  }
  [[nodiscard]] double slide_ratio(const Vector3& /*slip*/, double normal_force, const FrictionMemory& memory) const {
    // The force comes to its bound, and never beyond.
    constexpr double kNear = 0.95;
    return calc_used_part(bristle_stiffness * memory.bristle.norm(), kNear * friction_bound(normal_force));
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double slip_speed) const {
    return {.stiffness = bristle_stiffness,
            .damping = viscous,
            .relaxation = calc_turning_rate(slip_speed, friction_bound(normal_force) / bristle_stiffness)};
  }

  static void declare(LawKeys<Dahl>& keys) {
    add_single_coefficient(keys);
    add_bristle_stiffness(keys);
    add_viscous(keys);
  }

 private:
  [[nodiscard]] double friction_bound(double normal_force) const { return friction * std::max(normal_force, 0.0); }
  [[nodiscard]] double calc_longest(double normal_force) const {
    return friction_bound(normal_force) / bristle_stiffness + kShortest;
  }
};

}  // namespace carom::friction
