#pragma once

#include <algorithm>

#include "carom/contact/friction/elastic_limit.h"
#include "carom/contact/friction/shared_keys.h"
#include "carom/contact/law_info.h"

namespace carom::friction {

/// A tangential spring and dashpot, their force cut at Coulomb's cone; the spring follows while sliding.
///                                                                                                  [cundall1979]
struct CundallStrack {
  double friction{0.3};           // μ  [-]
  double bristle_stiffness{1e5};  // k_t; 0: from the contact at hand  [N/m]
  double bristle_damping{};       // c_t  [N·s/m]
  double viscous{};               // σ2, acts in sliding too  [N·s/m]

  static constexpr LawInfo kInfo{"cundall-strack", "tangential spring and dashpot, cut at Coulomb's cone",
                                 "f = -(sat(k_t z + c_t v, mu f_n) + sigma2 v), z' = v while |z| < mu f_n/k_t",
                                 "cundall1979"};
  static constexpr bool kHasBristle = true, kHasDwell = false;

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    FrictionForce result;
    if (normal_force == 0.0) return result;
    const double bound = friction_bound(normal_force), longest = bound / bristle_stiffness;
    const Vector3 spring = bristle_stiffness * saturate(memory.bristle, longest);
    result.force = -saturate(spring + bristle_damping * slip, bound) - viscous * slip;
    result.bristle_rate = calc_limited_rate(memory.bristle, slip, longest);
    result.stored = calc_bristle_energy(memory.bristle, bristle_stiffness, friction_bound(normal_force));
    return result;
  }
  /// To be called after each accepted step: the spring is not stretched beyond the cone.
  [[nodiscard]] double limit(FrictionMemory& memory, double normal_force) const {
    return shorten_bristle(memory, calc_reach(friction_bound(normal_force) / bristle_stiffness));
  }
  [[nodiscard]] double slide_ratio(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    return calc_used_part((bristle_stiffness * memory.bristle + bristle_damping * slip).norm(),
                          friction_bound(normal_force));
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double slip_speed) const {
    return {.stiffness = bristle_stiffness,
            .damping = bristle_damping + viscous,
            .relaxation = calc_turning_rate(slip_speed, friction_bound(normal_force) / bristle_stiffness)};
  }
  static void declare(LawKeys<CundallStrack>& keys) {
    add_single_coefficient(keys);
    add_bristle_stiffness(keys);
    keys.add("bristle_damping", &CundallStrack::bristle_damping, dimensions::kDamping, "of the bristles")
        .at_least(0.0)
        .means(Meaning::BristleDamping);
    add_viscous(keys);
  }

 private:
  [[nodiscard]] double friction_bound(double normal_force) const { return friction * std::max(normal_force, 0.0); }
};

}  // namespace carom::friction
