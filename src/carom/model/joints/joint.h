#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"
#include "carom/math/types.h"
#include "carom/model/time/time_function.h"

namespace carom {

/// How a body B may move against its parent P. F is the joint's frame fixed in P (`at`, `rotation`); B's own frame
/// coincides with F at position zero. The columns say what the coordinates q and the velocities v are.
enum class JointType {
  Weld,         // none
  Revolute,     // angle about the axis                       | its rate
  Prismatic,    // displacement along the axis                | its rate
  Helical,      // angle; moves pitch · angle along the axis  | its rate
  Cylindrical,  // angle about, displacement along the axis   | their rates
  Universal,    // angle about the axis (fixed in F), then about the second axis (fixed in B) | their rates
  Planar,       // displacements along the second axis and axis × second axis, angle about the axis | their rates
  Spherical,    // unit quaternion of R_FB                    | w_FB in F
  Free          // unit quaternion of R_FB, p_FB in F         | w_FB, v_FBo in F
};

/// What is the same for every joint of a type.
struct JointTraits {
  std::string_view name;  // as written in scenes
  int positions{};        // number of coordinates q
  int velocities{};       // number of velocities v
  bool has_axis{};
  bool has_second_axis{};
  bool has_quaternion{};       // q starts with a unit quaternion
  std::string_view summary{};  // what it lets a body do
};
[[nodiscard]] const JointTraits& traits(JointType type);
/// All types, in the order of the enumeration.
[[nodiscard]] const std::array<JointType, 9>& all_joint_types();
/// Throws InputError with the nearest name.
[[nodiscard]] JointType joint_type_from_name(std::string_view name, const std::string& element);

/// Compliant stops without friction: beyond a limit by δ > 0 the effort −k δ (1 + c δ̇)₊ pushes back. It starts from
/// zero and never pulls, so that the motion stays smooth.
struct JointLimits {
  double lower{-std::numeric_limits<double>::infinity()};  // [rad] or [m]
  double upper{std::numeric_limits<double>::infinity()};   // [rad] or [m]
  double stiffness{};                                      // k  [N·m/rad] or [N/m]
  double dissipation{};                                    // c  [s/rad] or [s/m]
};

/// Effort on each degree of freedom: τ = clamp(effort(t) + kp (target(t) − q) + kd (target'(t) − v), ±limit).
struct Motor {
  TimeFunction effort{};                                  // [N·m] or [N]
  std::optional<TimeFunction> target{};                   // position [rad] or [m]
  double position_gain{};                                 // kp  [N·m/rad] or [N/m]
  double velocity_gain{};                                 // kd  [N·m·s/rad] or [N·s/m]
  double limit{std::numeric_limits<double>::infinity()};  // [N·m] or [N]
};

/// A joint as a user describes it. Lists hold one value for each degree of freedom (for each coordinate in `position`),
/// or one value for all, or none for the default.
struct JointSpec {
  JointType type{JointType::Weld};
  std::string name{};  // empty: the body's name
  std::string parent{"world"};
  Vector3 at{Vector3::Zero()};                 // p_PF in P  [m]
  Quaternion rotation{identity_quaternion()};  // R_PF
  Vector3 axis{Vector3::UnitZ()};              // in F, any length but zero
  std::optional<Vector3> second_axis{};  // in F; made perpendicular to the axis. Default: x, or y where the axis is x
  double pitch{};                        // helical joints  [m/rad]
  std::vector<double> position{};        // initial q
  std::vector<double> velocity{};        // initial v
  std::vector<double> damping{};         // effort −d v  [N·m·s/rad] or [N·s/m]
  std::vector<double> stiffness{};       // effort −k (q − rest)  [N·m/rad] or [N/m]
  std::vector<double> rest_position{};   // like `position`
  std::vector<JointLimits> limits{};
  std::vector<TimeFunction> drive{};  // position as a function of time, one a degree of freedom
  std::vector<Motor> motor{};         // one a degree of freedom
};

}  // namespace carom
