#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/parameter_checks.h"

namespace carom::normal {

/// Hunt and Crossley's general form k xⁿ + λ xᵖ ẋ^q with free exponents.                            [azad2014, Eq. (1)]
/// Deviation H1: for ẋ < 0 the printed power is complex, or, for even q, pushes and adds energy; ours is |ẋ|^q sgn ẋ,
/// which always resists.
struct Power {
  double stiffness{1e9};       // k  [N/mⁿ]
  double exponent{1.5};        // n  [-]
  double damping{};            // λ  [N·s^q/m^(p+q)]
  double depth_exponent{1.5};  // p  [-]
  double rate_exponent{1.0};   // q  [-]

  static constexpr LawInfo kInfo{"power", "free exponents of depth and rate",
                                 "f = max(0, k x^n + lambda x^p |v|^q sgn v)", "azad2014"};

  /// Nothing of the impact is remembered.
  [[nodiscard]] double latch(double /*impact_speed*/) const { return 0.0; }

  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness,
            .exponent = exponent,
            .damping = damping,
            .damping_exponent = depth_exponent,
            .rate_exponent = rate_exponent};
  }

  void check(ParameterChecks& checks) const {
    checks.positive_if_given("stiffness", stiffness);
    checks.positive("exponent", exponent);
    checks.not_negative("damping", damping);
    checks.not_negative("depth_exponent", depth_exponent);
    checks.positive("rate_exponent", rate_exponent);
  }
};

}  // namespace carom::normal
