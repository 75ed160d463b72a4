#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/damping_factor.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"
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

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness,
            .exponent = exponent,
            .damping = damping + 1.5 * alpha * stiffness,
            .damping_exponent = exponent};
  }

  static void declare(LawKeys<HuntCrossley>& keys) {
    add_spring(keys);
    add_damping(keys, "N·s/mᵖ⁺¹");
    keys.add("alpha", &HuntCrossley::alpha, dimensions::kTime / dimensions::kLength,
             "instead of the damping: λ = 3/2 alpha k")
        .at_least(0.0)
        .fitted(LawKey<HuntCrossley>::Search::Logarithm,
                [](const HuntCrossley&, const MeasuredImpact& impact) { return impact.lost / impact.speed; })
        .matched(match_alpha);
  }

  void check(ParameterChecks& checks) const {
    if (damping > 0.0 && alpha > 0.0) checks.refuse("alpha", "left out where damping is given", "both");
  }

 private:
  // λ = 3/2 α k = k d/(e v): at this speed the law of Gonthier.                     [gonthier2004, Eqs. (11), (13)]
  static double match_alpha(const HuntCrossley& /*law*/, const MeasuredImpact& impact) {
    return calc_damping_factor(impact.restitution) / (1.5 * impact.restitution * impact.speed);
  }
};

}  // namespace carom::normal
