#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model/body.h"
#include "carom/model/constraint.h"
#include "carom/model/force_elements.h"
#include "carom/model/held_inputs.h"
#include "carom/model/state.h"

namespace carom {

/// Forces inside joints, listed by degree of freedom so that what a model does not have costs nothing.
struct JointDamper {
  int velocity{};    // place in v
  double damping{};  // [N·m·s/rad] or [N·s/m]
};
struct JointSpring {
  int position{};      // place in q
  int velocity{};      // place in v
  double stiffness{};  // [N·m/rad] or [N/m]
  double rest{};       // [rad] or [m]
};
/// A rotational spring of a spherical or free joint: torque −k φ, with φ the rotation vector from rest to now.
struct BallSpring {
  int position{};      // of the quaternion in q
  int velocity{};      // of the angular velocity in v
  double stiffness{};  // [N·m/rad]
  Quaternion rest{identity_quaternion()};
};
struct JointStop {
  int position{};
  int velocity{};
  JointLimits limits{};
};
struct JointMotor {
  int position{};
  int velocity{};
  Motor motor{};
  std::optional<TimeFunctionSample> held_target{};  // in place of the motor's own: see InputModel
};
struct JointDrive {
  int position{};
  int velocity{};
  TimeFunction motion{};
};

/// A spring-damper or body force with its bodies resolved.
struct ResolvedSpringDamper {
  int body_a{}, body_b{};
  SpringDamper element{};
};
struct ResolvedBodyForce {
  int body{};
  BodyForce element{};
};

/// A mechanism: constant once built, but for inputs. Made by ModelBuilder, read by every algorithm.
class Model {
 public:
  /// With the world, which is number 0.
  [[nodiscard]] int num_bodies() const { return static_cast<int>(bodies_.size()); }
  [[nodiscard]] int num_positions() const { return num_positions_; }
  [[nodiscard]] int num_velocities() const { return num_velocities_; }
  [[nodiscard]] int num_constraint_rows() const { return num_constraint_rows_; }
  [[nodiscard]] const Vector3& gravity() const { return gravity_; }  // [m/s²]

  [[nodiscard]] const Body& body(int i) const { return bodies_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const std::vector<Body>& bodies() const { return bodies_; }
  /// As described by the user; the world's is empty but for its name.
  [[nodiscard]] const BodySpec& spec(BodyIndex body) const { return specs_[static_cast<std::size_t>(body.value())]; }
  /// Throws InputError with the nearest name.
  [[nodiscard]] BodyIndex find_body(std::string_view name) const;
  /// The body whose joint has this name. Throws InputError with the nearest name.
  [[nodiscard]] BodyIndex find_joint(std::string_view name) const;

  [[nodiscard]] const std::vector<Constraint>& constraints() const { return constraints_; }
  [[nodiscard]] const std::vector<ConstraintSpec>& constraint_specs() const { return constraint_specs_; }
  [[nodiscard]] const std::vector<JointDamper>& joint_dampers() const { return joint_dampers_; }
  [[nodiscard]] const std::vector<JointSpring>& joint_springs() const { return joint_springs_; }
  [[nodiscard]] const std::vector<BallSpring>& ball_springs() const { return ball_springs_; }
  [[nodiscard]] const std::vector<JointStop>& joint_stops() const { return joint_stops_; }
  [[nodiscard]] const std::vector<JointMotor>& joint_motors() const { return joint_motors_; }
  [[nodiscard]] const std::vector<JointDrive>& joint_drives() const { return joint_drives_; }
  [[nodiscard]] const std::vector<ResolvedSpringDamper>& spring_dampers() const { return spring_dampers_; }
  [[nodiscard]] const std::vector<ResolvedBodyForce>& body_forces() const { return body_forces_; }
  [[nodiscard]] const std::vector<CallbackForce>& callback_forces() const { return callback_forces_; }

  /// Empty but where a program sets inputs: see InputModel.
  [[nodiscard]] const HeldInputs& inputs() const { return inputs_; }

  /// At time 0, with the joints' initial positions and velocities; driven joints where their functions put them.
  [[nodiscard]] State make_initial_state() const;
  [[nodiscard]] double total_mass() const;  // [kg]

 private:
  friend class ModelBuilder;
  friend class InputModel;

  Vector3 gravity_{Vector3::Zero()};
  int num_positions_{};
  int num_velocities_{};
  int num_constraint_rows_{};
  std::vector<Body> bodies_;
  std::vector<BodySpec> specs_;
  std::vector<Constraint> constraints_;
  std::vector<ConstraintSpec> constraint_specs_;
  std::vector<JointDamper> joint_dampers_;
  std::vector<JointSpring> joint_springs_;
  std::vector<BallSpring> ball_springs_;
  std::vector<JointStop> joint_stops_;
  std::vector<JointMotor> joint_motors_;
  std::vector<JointDrive> joint_drives_;
  std::vector<ResolvedSpringDamper> spring_dampers_;
  std::vector<ResolvedBodyForce> body_forces_;
  std::vector<CallbackForce> callback_forces_;
  HeldInputs inputs_;
};

}  // namespace carom
