#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"

namespace carom::normal {

/// Damping in proportion to the depth.                                               [azad2014, after Eq. (2)]
struct LeeWang {
  double stiffness{1e9};  // k  [N/mᵖ]
  double exponent{1.5};   // p  [-]
  double damping{};       // λ  [N·s/m²]

  static constexpr LawInfo kInfo{"lee-wang", "damping in proportion to the depth",
                                 "f = max(0, k x^p + lambda x v), p = 3/2", "azad2014"};

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = damping, .damping_exponent = 1.0};
  }

  static void declare(LawKeys<LeeWang>& keys) {
    add_spring(keys);
    add_fitted_damping(keys, "N·s/m²");
  }
};

}  // namespace carom::normal
