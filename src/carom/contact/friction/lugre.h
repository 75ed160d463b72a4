#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/contact/friction/elastic_limit.h"
#include "carom/contact/friction/shared_keys.h"
#include "carom/contact/law_info.h"

namespace carom::friction {

/// The LuGre model with vectors for scalars: bristles that give way the more, the faster the slip.        [canudas1995]
///
///   ż = v − |v| z/z̄(v),  z̄ = μ(v) f_n/σ0,  μ(v) = μ_C + (μ_S − μ_C) exp(−(v/v_S)²),  f = −(σ0 z + σ1 ż + σ2 v)
///
/// Deviation L1: in contacts that come and go f_n passes through zero, where ż is unbounded and σ1 ż leaves the cone.
/// |z| ≤ μ_S f_n/σ0 holds by itself while f_n is constant; we keep it when f_n falls, cut σ0 z + σ1 ż at μ_S f_n, and
/// take √(z̄² + kShortest²) for z̄.
///
/// Deviation L2: with a constant σ1 the law returns energy in fast changes of slip. What it loses beside ½ σ0 z² is
/// σ0 |v| z²/z̄ + σ1 ż² + σ1 |v| z ż/z̄, which is positive for all z and ż only if σ1 |v| ≤ 4 μ(v) f_n. So the damping
/// is σ1/(1 + σ1 |v|/(4 μ(v) f_n)): σ1 at rest, never more than that.
struct LuGre {
  double static_coefficient{0.3};    // μ_S, key "static"  [-]
  double kinetic_coefficient{0.25};  // μ_C, key "kinetic"  [-]
  double bristle_stiffness{1e5};     // σ0; 0: from the contact at hand  [N/m]
  double bristle_damping{300.0};     // σ1; 0: the same  [N·s/m]
  double viscous{};                  // σ2  [N·s/m]
  double stribeck_speed{0.01};       // v_S  [m/s]

  static constexpr LawInfo kInfo{"lugre", "LuGre bristles in vector form, with Stribeck effect",
                                 "f = -(sigma0 z + sigma1 z' + sigma2 v), z' = v - sigma0 |v| z/(mu(|v|) f_n)",
                                 "canudas1995"};
  static constexpr bool kHasBristle = true, kHasDwell = false;

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    FrictionForce result;
    const double bound = friction_bound(normal_force);
    if (normal_force == 0.0) return result;
    const double coefficient = calc_coefficient(slip);
    const Vector3 bristle = saturate(memory.bristle, calc_longest(normal_force));
    const Vector3 spring = saturate(bristle_stiffness * memory.bristle, bound);
    const double steady = std::hypot(coefficient * std::max(normal_force, 0.0) / bristle_stiffness, kShortest);
    result.bristle_rate = slip - bristle * (slip.norm() / steady);
    const double damping = calc_damping(slip.norm(), coefficient * std::max(normal_force, 0.0));
    result.force = -saturate(spring + damping * result.bristle_rate, bound) - viscous * slip;
    result.stored = calc_bristle_energy(memory.bristle, bristle_stiffness, bound);
    return result;
  }
  /// To be called after each accepted step: when the normal force falls, the bristles stay within the cone.
  [[nodiscard]] double limit(FrictionMemory& memory, double normal_force) const {
    return shorten_bristle(memory, calc_longest(normal_force));
  }
  [[nodiscard]] double slide_ratio(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    // The bristles come to what sliding at this speed makes of them, and never beyond.
    constexpr double kNear = 0.95;
    const double coefficient = calc_coefficient(slip);
    const double used = calc_used_part(bristle_stiffness * memory.bristle.norm(), kNear * coefficient * normal_force);
    return std::max(used, slip.norm() / stribeck_speed);
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double slip_speed) const {
    // With ρ the ratio of the coefficients, |∂ż/∂v| ≤ 1 + ρ + ρ (ρ − 1) |v ds/dv|, and |v ds/dv| ≤ 2/e < 0.74. The
    // damping falls with |v|, by at most σ1/4 over |v| ≥ |ż|/(1 + ρ).
    const double weaker = std::min(static_coefficient, kinetic_coefficient);
    const double ratio = std::max(static_coefficient, kinetic_coefficient) / weaker;
    const double relaxation = calc_turning_rate(slip_speed, weaker * std::max(normal_force, 0.0) / bristle_stiffness);
    // In fast sliding the bristles forget faster than they load, and their damping acts on that too.
    return {.stiffness = bristle_stiffness + bristle_damping * relaxation,
            .damping = bristle_damping * (1.25 * (1.0 + ratio) + 0.74 * ratio * (ratio - 1.0)) + viscous,
            .relaxation = relaxation};
  }
  [[nodiscard]] static std::string explain_gain(double /*largest_force*/) {
    return "bristles of 'lugre' push along the slip while the load falls: friction.law = \"cundall-strack\" never "
           "does, "
           "a smaller friction.bristle_damping does less";
  }

  static void declare(LawKeys<LuGre>& keys) {
    add_positive_coefficients(keys);
    add_bristle_stiffness(keys);
    add_bristle_damping(keys);
    add_viscous(keys);
  }

  void check(ParameterChecks& checks) const { check_coefficients(checks, static_coefficient, kinetic_coefficient); }

 private:
  [[nodiscard]] double calc_coefficient(const Vector3& slip) const {
    return kinetic_coefficient + (static_coefficient - kinetic_coefficient) * calc_stick_function(slip, stribeck_speed);
  }
  [[nodiscard]] double calc_damping(double slip_speed, double sliding_force) const {
    const double strongest = 4.0 * sliding_force;
    if (!(strongest > 0.0)) return 0.0;
    return bristle_damping * strongest / (strongest + bristle_damping * slip_speed);
  }
  [[nodiscard]] double calc_longest(double normal_force) const {
    return friction_bound(normal_force) / bristle_stiffness + kShortest;
  }
  [[nodiscard]] double friction_bound(double normal_force) const {
    return std::max(static_coefficient, kinetic_coefficient) * std::max(normal_force, 0.0);
  }
};

}  // namespace carom::friction
