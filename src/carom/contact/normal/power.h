#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"

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

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness,
            .exponent = exponent,
            .damping = damping,
            .damping_exponent = depth_exponent,
            .rate_exponent = rate_exponent};
  }

  static void declare(LawKeys<Power>& keys) {
    add_spring(keys);
    add_damping(keys, "N·s^q/m^(r+q)").fitted(LawKey<Power>::Search::Logarithm, guess_damping_of_depth);
    keys.add("depth_exponent", &Power::depth_exponent, dimensions::kNumber, "r of the damper λ xʳ |ẋ|^q")
        .at_least(0.0)
        .fitted(LawKey<Power>::Search::Plain, [](const Power&, const MeasuredImpact&) { return kFirstDepthExponent; });
    keys.add("rate_exponent", &Power::rate_exponent, dimensions::kNumber, "q of the damper").above(0.0);
  }

 private:
  // The exponent of the damper is searched together with it.
  static constexpr double kFirstDepthExponent = 1.0;
  static double guess_damping_of_depth(const Power& law, const MeasuredImpact& impact) {
    NormalResponse response = law.response(0.0);
    response.damping_exponent = kFirstDepthExponent;
    return guess_damping(response, impact);
  }
};

}  // namespace carom::normal
