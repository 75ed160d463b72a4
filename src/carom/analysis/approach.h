#pragma once

#include "carom/contact/normal/normal_response.h"

namespace carom {

/// What is largest while a mass strikes a plane at right angles, without gravity.
struct ApproachPeaks {
  double force{};  // [N]
  double depth{};  // [m]
};

/// Of a mass [kg] at a speed [m/s], both above 0, under the force of a law, to about 1e-10.
///
/// Both are reached before the mass turns: on the way out damping takes from the force. The way in is integrated over
/// the speed instead of the time, m v dx = −f dv; strong damping then has no layer in which the force rises a thousand
/// times faster than the impact lasts, which samples in time miss.
[[nodiscard]] ApproachPeaks calc_approach_peaks(const NormalResponse& response, double mass, double speed);

}  // namespace carom
