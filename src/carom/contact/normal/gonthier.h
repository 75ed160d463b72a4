#pragma once

#include <algorithm>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/damping_factor.h"
#include "carom/contact/normal/normal_response.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/restitution.h"

namespace carom::normal {

/// Hunt and Crossley's force with the damping that returns exactly the restitution asked for: a = d(e)/(e v).
///                                                                          [gonthier2004, Eqs. (5), (10), (11)]
/// Deviation G1: depth, rate and impact speed are positive in compression; the paper mixes signs, and taken literally
/// would add energy.
struct Gonthier {
  double stiffness{1e9};            // k  [N/mᵖ]
  double exponent{1.5};             // p  [-]
  Restitution restitution{0.8};     // e, asked for at the impact speed  [-]
  double impact_speed_floor{1e-6};  // slower impacts are latched as if they had this speed (rule R3)  [m/s]

  static constexpr LawInfo kInfo{
      "gonthier", "Hunt and Crossley with the damping that returns exactly the restitution asked for",
      "f = max(0, k x^p (1 + a v)), a = d(e)/(e v_i), (1 + d/e)/(1 - d) = exp(d (1 + 1/e))", "gonthier2004"};

  /// a = λ/k [s/m], kept from touch-down until the depth is back at zero.
  [[nodiscard]] double latch(double impact_speed) const {
    const double speed = std::max(impact_speed, impact_speed_floor);
    const double e = restitution.at(speed);
    return calc_damping_factor(e) / (e * speed);
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, exponent}; }
  [[nodiscard]] NormalResponse response(double latched) const {
    return {.stiffness = stiffness, .exponent = exponent, .damping = latched * stiffness, .damping_exponent = exponent};
  }

  static void declare(LawKeys<Gonthier>& keys) {
    add_spring(keys);
    add_restitution(keys);
  }
};

}  // namespace carom::normal
