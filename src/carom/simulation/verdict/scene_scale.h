#pragma once

#include <string>

#include "carom/model/state.h"

namespace carom {

class Model;

/// The longest way from a joint to the center of mass of its body, or from a body to a joint on it  [m].
[[nodiscard]] double calc_length(const Model& model);

/// How far anything gets from where it is within a time, moved by its speed and gravity, and how far it is away; at
/// least 1  [m] or [rad].
[[nodiscard]] double calc_reach(const Model& model, const State& initial, double duration);

/// "joint 'upper'" of a coordinate or velocity; empty where there is none.
[[nodiscard]] std::string describe_position(const Model& model, int position);
[[nodiscard]] std::string describe_velocity(const Model& model, int velocity);

}  // namespace carom
