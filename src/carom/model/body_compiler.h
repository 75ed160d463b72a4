#pragma once

#include <string>
#include <vector>

#include "carom/model/model.h"

namespace carom {

/// From what a user describes to what the algorithms read. The specs have been checked.

[[nodiscard]] Body make_world_body();
/// All but the parent's number.
[[nodiscard]] Body compile_body(const BodySpec& spec, int position_start, int velocity_start);

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

/// Refuses a joint that moves no inertia (a massless last link, a point mass on its own axis): nothing would say how
/// fast it accelerates. Looked at with every joint at zero; other positions are watched while running.
void check_inertia_of_joints(const std::vector<Body>& bodies, const std::vector<BodySpec>& specs);

/// All but the numbers of bodies and joints.
[[nodiscard]] Constraint compile_constraint(const ConstraintSpec& spec, int first_row);
void connect_coupling(const std::string& element, const Body& a, const Body& b, Constraint& constraint);

}  // namespace carom
