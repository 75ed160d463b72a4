#pragma once

#include <algorithm>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/parameter_checks.h"
#include "carom/contact/restitution.h"

namespace carom::normal {

/// Hunt and Crossley's force with λ from the energy that an impact of small loss takes: a = 3 (1 − e²)/(4 v). Good near
/// e = 1 only; asked for 0.1 it returns 0.67.                                                      [lankarani1990]
struct LankaraniNikravesh {
  double stiffness{1e9};            // k  [N/mᵖ]
  double exponent{1.5};             // p  [-]
  Restitution restitution{0.8};     // e, asked for at the impact speed  [-]
  double impact_speed_floor{1e-6};  // slower impacts are latched as if they had this speed (rule R3)  [m/s]

  static constexpr LawInfo kInfo{"lankarani-nikravesh",
                                 "Hunt and Crossley with damping from restitution, for small losses",
                                 "f = max(0, k x^p (1 + a v)), a = 3 (1 - e^2)/(4 v_i)", "lankarani1990"};

  /// a = λ/k [s/m], kept from touch-down until the depth is back at zero.
  [[nodiscard]] double latch(double impact_speed) const {
    const double speed = std::max(impact_speed, impact_speed_floor);
    const double e = restitution.at(speed);
    return 0.75 * (1.0 - e * e) / speed;
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double latched) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = latched * stiffness, .damping_exponent = exponent};
  }

  static void declare(LawKeys<LankaraniNikravesh>& keys) {
    add_spring(keys);
    add_restitution(keys);
  }

  void check(ParameterChecks& checks) const {
    if (restitution.least() < 0.8) {
      checks.warn("the law returns clearly more than a restitution asked for below 0.8; 'gonthier' returns it exactly");
    }
  }
};

}  // namespace carom::normal
