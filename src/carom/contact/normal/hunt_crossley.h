#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/parameter_checks.h"

namespace carom::normal {

/// Damping in proportion to the spring's force, the same at every speed, so that the restitution falls with the speed.
/// Give λ, or α: λ = 3/2 α k makes the restitution 1 − α v for small α v.            [gonthier2004, Eqs. (4), (13)]
struct HuntCrossley {
  double stiffness{1e9};  // k  [N/mᵖ]
  double exponent{1.5};   // p  [-]
  double damping{};       // λ  [N·s/mᵖ⁺¹]
  double alpha{};         // α, instead of λ  [s/m]

  static constexpr LawInfo kInfo{"hunt-crossley", "damping in proportion to the elastic force",
                                 "f = max(0, k x^p + lambda x^p v), p = 3/2; lambda, or 3/2 alpha k", "hunt1975"};

  /// Nothing of the impact is remembered.
  [[nodiscard]] double latch(double /*impact_speed*/) const { return 0.0; }

  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness,
            .exponent = exponent,
            .damping = damping + 1.5 * alpha * stiffness,
            .damping_exponent = exponent};
  }

  void check(ParameterChecks& checks) const {
    checks.positive_if_given("stiffness", stiffness);
    checks.positive("exponent", exponent);
    checks.not_negative("damping", damping);
    checks.not_negative("alpha", alpha);
    if (damping > 0.0 && alpha > 0.0) checks.refuse("alpha", "left out where damping is given", "both");
  }
};

}  // namespace carom::normal
