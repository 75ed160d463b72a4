#pragma once

#include <algorithm>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/parameter_checks.h"
#include "carom/contact/restitution.h"

namespace carom::normal {

/// Hunt and Crossley's force with a = 3/2 (1 − e)(11 − e)/((1 + 9 e) v), a rational form near the exact damping: for
/// e above 1/3 it returns what it is asked for to 0.0022.                                              [carvalho2019]
struct CarvalhoMartins {
  double stiffness{1e9};            // k  [N/mᵖ]
  double exponent{1.5};             // p  [-]
  Restitution restitution{0.8};     // e, asked for at the impact speed  [-]
  double impact_speed_floor{1e-6};  // slower impacts are latched as if they had this speed (rule R3)  [m/s]

  static constexpr LawInfo kInfo{"carvalho-martins", "Hunt and Crossley with a rational fit of the exact damping",
                                 "f = max(0, k x^p (1 + a v)), a = 3/2 (1 - e)(11 - e)/((1 + 9 e) v_i)",
                                 "carvalho2019"};

  /// a = λ/k [s/m], kept from touch-down until the depth is back at zero.
  [[nodiscard]] double latch(double impact_speed) const {
    const double speed = std::max(impact_speed, impact_speed_floor);
    const double e = restitution.at(speed);
    return 1.5 * (1.0 - e) * (11.0 - e) / ((1.0 + 9.0 * e) * speed);
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double latched) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = latched * stiffness, .damping_exponent = exponent};
  }

  static void declare(LawKeys<CarvalhoMartins>& keys) {
    add_spring(keys);
    add_restitution(keys);
  }

  void check(ParameterChecks& checks) const {
    if (restitution.least() < 1.0 / 3.0) {
      checks.warn("the law returns more than a restitution asked for below 1/3; 'gonthier' returns it exactly");
    }
  }
};

}  // namespace carom::normal
