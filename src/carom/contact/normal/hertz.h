#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"

namespace carom::normal {

/// Hertz' spring: elastic, restitution one. k from materials and curvatures: carom/contact/hertz.h.
struct Hertz {
  double stiffness{1e9};  // k  [N/mᵖ]
  double exponent{1.5};   // p  [-]

  static constexpr LawInfo kInfo{"hertz", "elastic spring of Hertz; nothing is lost", "f = k x^p, p = 3/2",
                                 "johnson1985"};

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = 0.0, .damping_exponent = exponent};
  }

  static void declare(LawKeys<Hertz>& keys) { add_spring(keys); }
};

}  // namespace carom::normal
