#pragma once

#include <algorithm>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/restitution.h"

namespace carom::normal {

/// Hunt and Crossley's force with a = 8 (1 − e)/(5 e v), made for soft materials. It returns up to 0.045 less than it
/// is asked for, in proportion most for small e (5/8 in the limit). [flores2011]
struct Flores {
  double stiffness{1e9};            // k  [N/mᵖ]
  double exponent{1.5};             // p  [-]
  Restitution restitution{0.8};     // e, asked for at the impact speed  [-]
  double impact_speed_floor{1e-6};  // slower impacts are latched as if they had this speed (rule R3)  [m/s]

  static constexpr LawInfo kInfo{"flores", "Hunt and Crossley with damping from restitution, for soft materials",
                                 "f = max(0, k x^p (1 + a v)), a = 8 (1 - e)/(5 e v_i)", "flores2011"};

  /// a = λ/k [s/m], kept from touch-down until the depth is back at zero.
  [[nodiscard]] double latch(double impact_speed) const {
    const double speed = std::max(impact_speed, impact_speed_floor);
    const double e = restitution.at(speed);
    return 1.6 * (1.0 - e) / (e * speed);
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double latched) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = latched * stiffness, .damping_exponent = exponent};
  }

  static void declare(LawKeys<Flores>& keys) {
    add_spring(keys);
    add_restitution(keys);
  }
};

}  // namespace carom::normal
