#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"
#include "carom/math/types.h"
#include "carom/model/time/time_function.h"

namespace carom {

/// How a body B may move against its parent P. F is the joint's frame fixed in P (`at`, `rotation`); B's own frame
/// coincides with F at position zero. What each is stands in a file of its own, such as revolute.h; new ones come
/// before the last, and their file into all_joints.h.
enum class JointType { Weld, Revolute, Prismatic, Helical, Cylindrical, Universal, Planar, Spherical, Free };
inline constexpr int kNumJointTypes = static_cast<int>(JointType::Free) + 1;

/// What a coordinate is: an angle [rad], a length [m] or a number of a quaternion. For a velocity: of what it is the
/// rate.
enum class JointMeasure { Number, Angle, Length };
struct JointCoordinate {
  std::string_view name;  // as recordings call it
  JointMeasure measure{};
  std::string_view summary;
};
/// "rad", "m" or nothing
[[nodiscard]] std::string_view unit_of(const JointCoordinate& coordinate);

/// Which axes a joint has; a second one is fixed in F or in B.
enum class JointAxes { None, One, SecondInParent, SecondInBody };

/// What is the same for every joint of a type, as its file has it.
struct JointTraits {
  std::string_view name;                         // as written in scenes
  std::string_view summary;                      // what it lets a body do
  std::span<const JointCoordinate> coordinates;  // q
  std::span<const JointCoordinate> rates;        // v
  int positions{};                               // number of coordinates q
  int velocities{};                              // number of velocities v
  JointAxes axes{};
  bool has_pitch{};
  bool has_quaternion{};  // q starts with a unit quaternion
  bool turns{};           // changes the orientation
  bool slides{};          // moves the body's origin against F

  [[nodiscard]] constexpr bool has_axis() const { return axes != JointAxes::None; }
  [[nodiscard]] constexpr bool has_second_axis() const { return has_axis() && axes != JointAxes::One; }
  /// The body moves in every direction by itself.
  [[nodiscard]] constexpr bool has_place() const { return has_quaternion && slides; }
};
[[nodiscard]] const JointTraits& traits(JointType type);
/// All types, in the order of the enumeration.
[[nodiscard]] const std::array<JointType, kNumJointTypes>& all_joint_types();
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
