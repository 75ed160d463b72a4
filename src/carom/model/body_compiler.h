#pragma once

#include <vector>

#include "carom/model/model.h"

namespace carom {

/// From what a user describes to what the algorithms read. The specs have been checked.

[[nodiscard]] Body make_world_body();
/// All but the parent's number.
[[nodiscard]] Body compile_body(const BodySpec& spec, int position_start, int velocity_start);

/// Another axis of unit length, in F, for a joint of one.
void set_axis(const Vector3& axis, Body& body);

/// The lists of a model that a joint may add to.
struct JointForceLists {
  std::vector<JointDamper>& dampers;
  std::vector<JointSpring>& springs;
  std::vector<BallSpring>& ball_springs;
  std::vector<JointStop>& stops;
  std::vector<JointMotor>& motors;
  std::vector<JointDrive>& drives;
};
void add_joint_forces(const Body& body, const JointSpec& joint, JointForceLists lists);

}  // namespace carom
