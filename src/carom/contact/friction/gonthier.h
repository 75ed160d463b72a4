#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "carom/contact/friction/elastic_limit.h"
#include "carom/contact/friction/shared_keys.h"
#include "carom/contact/law_info.h"

namespace carom::friction {

/// Bristles that follow the slip in stick and Coulomb's force in sliding, with a static friction that grows with the
/// time at rest; seven parameters.                                                    [gonthier2004, Eqs. (15) – (26)]
///
///   s   stick function, 1 at rest, 0 in sliding             f_C   Coulomb's force
///   z   bristle deflection                                  s_dw  dwell state, follows s slowly up and fast down
///
/// Eliminating ż: the bristles' force is s (σ0 z + σ1 v) + (1 − s) f_C, so that full sliding has μ_C f_n without lag.
struct Gonthier {
  double static_coefficient{0.15};   // μ_S, key "static"  [-]
  double kinetic_coefficient{0.12};  // μ_C, key "kinetic"  [-]
  double bristle_stiffness{1e5};     // σ0; 0: from the contact at hand  [N/m]
  double bristle_damping{316.2};     // σ1; 0: the same. σ1/σ0 is the bristles' time constant  [N·s/m]
  double viscous{};                  // σ2  [N·s/m]
  double stribeck_speed{0.1};        // v_S  [m/s]
  double dwell_time{0.75};           // τ_dw  [s]
  double smoothing_speed{};          // v_ε; 0: stribeck_speed/100, as in the paper  [m/s]
  bool printed_direction{};          // Eq. (20) as printed, to compare; see deviation G2
  bool limited_bristles{};           // bristles stretch no further than they pull; see deviation G7

  static constexpr LawInfo kInfo{
      "gonthier", "bristles in stick, Coulomb in sliding, static friction that grows with the dwell time",
      "f = -(sat(sigma0 z + sigma1 z', f_max) + sigma2 v), z' = s v + (1 - s)(f_C - sigma0 z)/sigma1, "
      "s = exp(-(v/v_S)^2), f_max = f_n (mu_C + (mu_S - mu_C) s_dw)",
      "gonthier2004"};
  static constexpr bool kHasBristle = true, kHasDwell = true;

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force, const FrictionMemory& memory,
                                       ForceCut cut = ForceCut::AsNeeded) const {
    const double pressing = std::max(normal_force, 0.0);
    const double s = calc_stick_function(slip, stribeck_speed);  // Eq. (17)
    FrictionForce result;
    result.bristle_rate = calc_bristle_rate(s, slip, pressing, memory);
    const double lag = s - memory.dwell;
    result.dwell_rate = lag >= 0.0 ? lag / dwell_time : lag * bristle_stiffness / bristle_damping;  // Eq. (23)
    const double strongest = calc_strongest(pressing, memory);
    const Vector3 bristles = bristle_stiffness * memory.bristle + bristle_damping * result.bristle_rate;  // Eq. (15)
    // Eqs. (25), (26); where nothing presses there is no viscous friction either.
    if (normal_force != 0.0) result.force = -cut_at(strongest, cut, bristles) - viscous * slip;
    result.stored = calc_bristle_energy(memory.bristle, bristle_stiffness, strongest);
    return result;
  }
  [[nodiscard]] double cut_margin(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    const double pressing = std::max(normal_force, 0.0);
    const double s = calc_stick_function(slip, stribeck_speed);
    const Vector3 sticking = bristle_stiffness * memory.bristle + bristle_damping * slip;
    const Vector3 rate = calc_bristle_rate(s, slip, pressing, memory);
    const double force = (bristle_stiffness * memory.bristle + bristle_damping * rate).norm();
    const double strongest = calc_strongest(pressing, memory);
    // In full sliding the force is at the limit but for rounding, and for a fresh contact both are next to nothing:
    // neither is a corner.
    const double size = strongest + sticking.norm();
    return size > 0.0 ? (force - strongest) / size - 1e-10 : -1.0;
  }
  /// As printed there is nothing to do: the force is cut, and the bristles relax by themselves when the slip is fast.
  [[nodiscard]] double limit(FrictionMemory& memory, double normal_force) const {
    if (!limited_bristles) return 0.0;
    return shorten_bristle(memory, calc_reach(calc_strongest(std::max(normal_force, 0.0), memory) / bristle_stiffness));
  }
  [[nodiscard]] double slide_ratio(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    // The bristles' force is at its limit, or the slip is one at which there are hardly any.
    const Vector3 rate = calc_bristle_rate(calc_stick_function(slip, stribeck_speed), slip, normal_force, memory);
    const double force = (bristle_stiffness * memory.bristle + bristle_damping * rate).norm();
    const double used = calc_used_part(force, calc_strongest(normal_force, memory));
    return std::max(used, slip.norm() / stribeck_speed);
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double /*slip_speed*/) const {
    // Of s (σ0 z + σ1 v) + (1 − s) f_C by v: s and |v ds/dv| ≤ 2/e on σ1, |ds/dv| ≤ √(2/e)/v_S on each of σ0 z and f_C,
    // and (1 − s) f_C/|v|, at most 0.64 μ_C f_n/v_S with v_ε ≤ v_S/10.
    const double pressing = std::max(static_coefficient, kinetic_coefficient) * std::max(normal_force, 0.0);
    return {.stiffness = bristle_stiffness,
            .damping = 1.74 * bristle_damping + 2.5 * pressing / stribeck_speed + viscous,
            .relaxation = bristle_stiffness / bristle_damping};
  }
  /// What stops the law from returning more than it had stored, under loads up to the given one [N]. It is passive in
  /// slip to and fro if σ1 ≥ μ_C f_n/(4 v_S), and in slow slip under a load that varies if its bristles are limited:
  /// docs/theory/friction-laws.md, "Creep, and energy".
  [[nodiscard]] std::string explain_gain(double largest_force) const {
    const double needed = 0.25 * kinetic_coefficient * largest_force / stribeck_speed;
    std::string settings;
    if (!limited_bristles) settings = "friction.limited_bristles = true";
    if (bristle_damping < needed) {
      settings += fmt::format("{}friction.bristle_damping = {:.3g} or more (N s/m, for its largest force of {:.3g} N)",
                              settings.empty() ? "" : " and ", needed, largest_force);
    }
    if (settings.empty()) settings = "friction.law = \"cundall-strack\"";
    return "bristles of 'gonthier' stretch to the load of the moment, however short the slip was, and give that back "
           "later: " +
           settings + " stops it";
  }

  static void declare(LawKeys<Gonthier>& keys) {
    add_coefficients(keys);
    add_bristle_stiffness(keys);
    add_bristle_damping(keys);
    add_viscous(keys);
    keys.add("dwell_time", &Gonthier::dwell_time, dimensions::kTime, "in which static friction grows back")
        .above(0.0)
        .means(Meaning::DwellTime);
    keys.add("smoothing_speed", &Gonthier::smoothing_speed, dimensions::kSpeed,
             "slip from which on friction has its full direction")
        .at_least(0.0)
        .otherwise("stribeck_speed/100");
    keys.add("printed_direction", &Gonthier::printed_direction, "eq. (20) as the paper prints it, for comparison");
    keys.add("limited_bristles", &Gonthier::limited_bristles,
             "bristles stretch no further than they pull, so that slow sliding costs energy too");
  }

  void check(ParameterChecks& checks) const {
    check_coefficients(checks, static_coefficient, kinetic_coefficient);
    if (smoothing_speed > 0.1 * stribeck_speed) {
      checks.warn("smoothing_speed should be at most a tenth of stribeck_speed");
    }
  }

 private:
  [[nodiscard]] Vector3 calc_bristle_rate(double s, const Vector3& slip, double normal_force,
                                          const FrictionMemory& memory) const {
    const Vector3 coulomb = kinetic_coefficient * normal_force * direction(slip);              // Eq. (19)
    const Vector3 sliding = (coulomb - bristle_stiffness * memory.bristle) / bristle_damping;  // Eq. (21)
    const Vector3 sticking =
        limited_bristles
            ? calc_limited_rate(memory.bristle, slip, calc_strongest(normal_force, memory) / bristle_stiffness)
            : slip;
    return s * sticking + (1.0 - s) * sliding;  // Eqs. (16), (18), (22)
  }
  [[nodiscard]] double calc_strongest(double normal_force, const FrictionMemory& memory) const {
    return normal_force *
           (kinetic_coefficient + (static_coefficient - kinetic_coefficient) * memory.dwell);  // Eq. (24)
  }
  [[nodiscard]] Vector3 direction(const Vector3& slip) const {
    const double smoothing = smoothing_speed > 0.0 ? smoothing_speed : 0.01 * stribeck_speed;
    const Vector3 smooth = calc_direction(slip, smoothing);
    return printed_direction ? Vector3(smooth * std::min(1.0, slip.norm() / smoothing)) : smooth;  // Eq. (20)
  }
};

}  // namespace carom::friction
