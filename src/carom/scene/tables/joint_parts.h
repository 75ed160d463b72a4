#pragma once

#include "carom/scene/tables/tables.h"

namespace carom {

/// The effort that belongs to a coordinate: a torque for an angle, a force for a length.
[[nodiscard]] Dimension effort_of(const Dimension& coordinate);

/// Of one degree of freedom.
[[nodiscard]] TablePtr<JointLimits> make_limits_table(const Dimension& coordinate);
[[nodiscard]] TablePtr<Motor> make_motor_table(const Dimension& coordinate);

}  // namespace carom
