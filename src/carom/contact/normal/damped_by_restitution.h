#pragma once

#include <algorithm>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/damping_factor.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/parameter_checks.h"
#include "carom/contact/restitution.h"

namespace carom::normal {

/// Hunt and Crossley's force f = k xᵖ (1 + a ẋ) with the damping a found from the restitution e that an impact at the
/// speed v is to return. The laws differ in a alone, which `Damping` says.
template <class Damping>
struct DampedByRestitution {
  double stiffness{1e9};            // k  [N/mᵖ]
  double exponent{1.5};             // p  [-]
  Restitution restitution{0.8};     // e, asked for at the impact speed  [-]
  double impact_speed_floor{1e-6};  // slower impacts are latched as if they had this speed (rule R3)  [m/s]

  static constexpr LawInfo kInfo = Damping::kInfo;

  /// a = λ/k [s/m], kept from touch-down until the depth is back at zero.
  [[nodiscard]] double latch(double impact_speed) const {
    const double speed = std::max(impact_speed, impact_speed_floor);
    return Damping::calc(restitution.at(speed), speed);
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double latched) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = latched * stiffness, .damping_exponent = exponent};
  }

  static void declare(LawKeys<DampedByRestitution>& keys) {
    add_spring(keys);
    add_restitution(keys);
  }

  void check(ParameterChecks& checks) const {
    if constexpr (requires { Damping::check(restitution.least(), checks); })
      Damping::check(restitution.least(), checks);
  }
};

/// From the energy that an impact of small loss takes: a = 3 (1 − e²)/(4 v). Good near e = 1 only; asked for 0.1 it
/// returns 0.67.                                                                                    [lankarani1990]
struct LankaraniNikraveshDamping {
  static constexpr LawInfo kInfo{"lankarani-nikravesh",
                                 "Hunt and Crossley with damping from restitution, for small losses",
                                 "f = max(0, k x^p (1 + a v)), a = 3 (1 - e^2)/(4 v_i)", "lankarani1990"};
  [[nodiscard]] static double calc(double e, double speed) { return 0.75 * (1.0 - e * e) / speed; }
  static void check(double least, ParameterChecks& checks) {
    if (least < 0.8) {
      checks.warn("the law returns clearly more than a restitution asked for below 0.8; 'gonthier' returns it exactly");
    }
  }
};
using LankaraniNikravesh = DampedByRestitution<LankaraniNikraveshDamping>;

/// a = 8 (1 − e)/(5 e v), made for soft materials. It returns up to 0.045 less than it is asked for, in proportion most
/// for small e (5/8 in the limit).                                                                     [flores2011]
struct FloresDamping {
  static constexpr LawInfo kInfo{"flores", "Hunt and Crossley with damping from restitution, for soft materials",
                                 "f = max(0, k x^p (1 + a v)), a = 8 (1 - e)/(5 e v_i)", "flores2011"};
  [[nodiscard]] static double calc(double e, double speed) { return 1.6 * (1.0 - e) / (e * speed); }
};
using Flores = DampedByRestitution<FloresDamping>;

/// a = 3/2 (1 − e)(11 − e)/((1 + 9 e) v), a rational form near the exact damping: for e above 1/3 it returns what it is
/// asked for to 0.0022.                                                                              [carvalho2019]
struct CarvalhoMartinsDamping {
  static constexpr LawInfo kInfo{"carvalho-martins", "Hunt and Crossley with a rational fit of the exact damping",
                                 "f = max(0, k x^p (1 + a v)), a = 3/2 (1 - e)(11 - e)/((1 + 9 e) v_i)",
                                 "carvalho2019"};
  [[nodiscard]] static double calc(double e, double speed) {
    return 1.5 * (1.0 - e) * (11.0 - e) / ((1.0 + 9.0 * e) * speed);
  }
  static void check(double least, ParameterChecks& checks) {
    if (least < 1.0 / 3.0) {
      checks.warn("the law returns more than a restitution asked for below 1/3; 'gonthier' returns it exactly");
    }
  }
};
using CarvalhoMartins = DampedByRestitution<CarvalhoMartinsDamping>;

/// The damping that returns exactly the restitution asked for: a = d(e)/(e v).
///                                                                          [gonthier2004, Eqs. (5), (10), (11)]
/// Deviation G1: depth, rate and impact speed are positive in compression; the paper mixes signs, and taken literally
/// would add energy.
struct GonthierDamping {
  static constexpr LawInfo kInfo{
      "gonthier", "Hunt and Crossley with the damping that returns exactly the restitution asked for",
      "f = max(0, k x^p (1 + a v)), a = d(e)/(e v_i), (1 + d/e)/(1 - d) = exp(d (1 + 1/e))", "gonthier2004"};
  [[nodiscard]] static double calc(double e, double speed) { return calc_damping_factor(e) / (e * speed); }
};
using Gonthier = DampedByRestitution<GonthierDamping>;

}  // namespace carom::normal
