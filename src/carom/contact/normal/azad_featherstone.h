#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"

namespace carom::normal {

/// A linear spring and damper behind a gear whose ratio follows the contact's geometry: f = √x (k x + λ ẋ). The
/// restitution falls almost linearly with the logarithm of the speed, as measured.               [azad2014, Eq. (11)]
/// For another exponent of the spring the same gear gives λ xᵖ⁻¹ ẋ.                     [azad2014, Eqs. (3), (7)]
struct AzadFeatherstone {
  double stiffness{1e9};  // k  [N/mᵖ]
  double exponent{1.5};   // p  [-]
  double damping{};       // λ  [N·s/mᵖ]

  static constexpr LawInfo kInfo{"azad-featherstone",
                                 "viscoelastic spheres: restitution falls with the logarithm of the speed",
                                 "f = max(0, k x^p + lambda x^(p-1) v), p = 3/2", "azad2014"};

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double /*latched*/) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = damping, .damping_exponent = exponent - 1.0};
  }

  static void declare(LawKeys<AzadFeatherstone>& keys) {
    add_spring(keys).at_least(1.0);
    add_fitted_damping(keys, "N·s/mᵖ");
  }
};

}  // namespace carom::normal
