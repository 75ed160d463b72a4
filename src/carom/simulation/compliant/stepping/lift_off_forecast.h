#pragma once

#include <algorithm>
#include <cmath>

namespace carom {

/// How a contact opens, seen from the end of a step.
struct Rebound {
  double depth{};          // [m]
  double release_depth{};  // where the force vanishes; 0: at lift-off  [m]
  double speed{};          // of separation, positive  [m/s]
  double speed_change{};   // in the last step  [m/s]
  double last_step{};      // [s]
};

/// Where the next step of the explicit method should end so that its error control need not find out by rejections: at
/// lift-off the force is as (t₁ − t)^{3/2}, which no polynomial follows.
///
/// With R = t₁ − t what is left, the speed will yet change as R^{5/2}. Of that change a step of θR has the estimated
/// error 10^{−12.1 + 8.2 θ} for θ from 0.5 to 0.95 (found by putting (1 − t)^{3/2} into the formula), and a step past
/// the corner 6·10⁻⁴. `allowed` is the error that may be made in the speed [m/s].  [s]
///
/// Where the force vanishes before lift-off it does so smoothly, and what it would be thereafter matters to no one.
[[nodiscard]] inline double choose_step_to_lift_off(const Rebound& rebound, double allowed) {
  // An event is located inside a step, not at its end; and a body that gravity slows down comes there later.
  constexpr double kPast = 1.2;
  if (rebound.release_depth > 0.0 && rebound.depth > rebound.release_depth) {
    return kPast * (rebound.depth - rebound.release_depth) / rebound.speed;
  }
  const double left = rebound.depth / rebound.speed;
  const double shrunk = std::pow(left / (left + rebound.last_step), 2.5);
  const double to_change = std::abs(rebound.speed_change) * shrunk / (1.0 - shrunk);
  if (6e-4 * to_change <= allowed) return kPast * left;
  return std::clamp((std::log10(allowed / to_change) + 12.1) / 8.2, 0.3, 0.9) * left;
}

}  // namespace carom
