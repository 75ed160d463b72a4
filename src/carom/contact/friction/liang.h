#pragma once

#include <algorithm>

#include "carom/contact/friction/elastic_limit.h"
#include "carom/contact/friction/shared_keys.h"
#include "carom/contact/law_info.h"

namespace carom::friction {

/// Bristles that follow the slip up to Coulomb's cone: F = −K s, |s| ≤ μ N/K, in the Euclidean norm.
///                                                                                     [peiret, Eq. (1) and text]
/// The model of Liang, Fillmore and Ma as far as [peiret] describes it. Nothing damps it in stick: a block held by it
/// swings for ever; see cundall-strack.
struct Liang {
  double friction{0.3};           // μ  [-]
  double bristle_stiffness{1e5};  // K; 0: from the contact at hand  [N/m]
  double viscous{};               // σ2, acts in sliding too  [N·s/m]

  static constexpr LawInfo kInfo{"liang", "bristles stretched up to Coulomb's cone, without damping of their own",
                                 "f = -(K z + sigma2 v), |z| <= mu f_n/K", "peiret"};
  static constexpr bool kHasBristle = true, kHasDwell = false;

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    FrictionForce result;
    if (normal_force == 0.0) return result;
    const double longest = friction_bound(normal_force) / bristle_stiffness;
    result.force = -bristle_stiffness * saturate(memory.bristle, longest) - viscous * slip;
    result.bristle_rate = calc_limited_rate(memory.bristle, slip, longest);
    result.stored = calc_bristle_energy(memory.bristle, bristle_stiffness, friction_bound(normal_force));
    return result;
  }
  /// To be called after each accepted step: the bristles are not stretched beyond the cone.
  [[nodiscard]] double limit(FrictionMemory& memory, double normal_force) const {
    return shorten_bristle(memory, calc_reach(friction_bound(normal_force) / bristle_stiffness));
  }
  [[nodiscard]] double slide_ratio(const Vector3& /*slip*/, double normal_force, const FrictionMemory& memory) const {
    return calc_used_part(bristle_stiffness * memory.bristle.norm(), friction_bound(normal_force));
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double slip_speed) const {
    return {.stiffness = bristle_stiffness,
            .damping = viscous,
            .relaxation = calc_turning_rate(slip_speed, friction_bound(normal_force) / bristle_stiffness)};
  }
  static void declare(LawKeys<Liang>& keys) {
    add_single_coefficient(keys);
    add_bristle_stiffness(keys);
    add_viscous(keys);
  }

 private:
  [[nodiscard]] double friction_bound(double normal_force) const { return friction * std::max(normal_force, 0.0); }
};

}  // namespace carom::friction
