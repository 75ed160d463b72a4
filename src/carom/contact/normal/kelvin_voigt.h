#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"

namespace carom::normal {

/// A linear spring and a damper side by side. Its force jumps by c v at touch-down and is clipped before the depth is
/// back at zero; the restitution is the same at every speed.
struct KelvinVoigt {
  double stiffness{1e6};  // k  [N/mᵖ]
  double exponent{1.0};   // p  [-]
  double damping{};       // c  [N·s/m]

  static constexpr LawInfo kInfo{"kelvin-voigt", "linear spring and damper; the force jumps at touch-down",
                                 "f = max(0, k x^p + c v), p = 1", "azad2014"};

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = damping, .damping_exponent = 0.0};
  }

  static void declare(LawKeys<KelvinVoigt>& keys) {
    add_spring(keys);
    add_fitted_damping(keys, "N·s/m");
  }
};

}  // namespace carom::normal
