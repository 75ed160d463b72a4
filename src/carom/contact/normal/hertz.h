#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/parameter_checks.h"

namespace carom::normal {

/// Hertz' spring: elastic, restitution one. k from materials and curvatures: carom/contact/hertz.h.
struct Hertz {
  double stiffness{1e9};  // k  [N/mᵖ]
  double exponent{1.5};   // p  [-]

  static constexpr LawInfo kInfo{"hertz", "elastic spring of Hertz; nothing is lost", "f = k x^p, p = 3/2",
                                 "johnson1985"};

  /// Nothing of the impact is remembered.
  [[nodiscard]] double latch(double /*impact_speed*/) const { return 0.0; }

  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = 0.0, .damping_exponent = exponent};
  }

  void check(ParameterChecks& checks) const {
    checks.positive_if_given("stiffness", stiffness);
    checks.positive("exponent", exponent);
  }
};

}  // namespace carom::normal
