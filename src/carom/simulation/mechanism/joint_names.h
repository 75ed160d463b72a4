#pragma once

#include <string>

#include "carom/model/model.h"

namespace carom {

/// "joint 'crank'": of this body.
[[nodiscard]] std::string describe_joint(const Model& model, int body);

/// The body whose joint has this velocity coordinate.
[[nodiscard]] int find_body_of_velocity(const Model& model, int velocity);

/// The k-th velocity of a joint is that of an angle, not of a length.
[[nodiscard]] bool is_turning(JointType type, int k);

/// "rad/s" or "m/s"
[[nodiscard]] std::string unit_of_velocity(const Model& model, int velocity);

}  // namespace carom
