#pragma once

#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "carom/base/schema/value.h"
#include "carom/model/body.h"
#include "carom/model/constraint.h"
#include "carom/model/shapes/shape.h"

namespace carom {

enum class RobotBase { Fixed, Free };

/// What a robot file leaves open.
struct RobotOptions {
  std::string prefix{};  // before all names, so that a scene can hold the same robot twice
  RobotBase base{RobotBase::Fixed};
  Vector3 at{Vector3::Zero()};                 // of the root link, in the world  [m]
  Quaternion rotation{identity_quaternion()};  // of the root link
  std::string surface{};                       // of all collision shapes; empty: they are only seen
  // Stops at the limits of joints. URDF has no stiffness: with zero, limits are known but stop nothing.
  double rotational_limit_stiffness{};  // [N·m/rad]
  double limit_stiffness{};             // of prismatic joints  [N/m]
  // Where the meshes of package://name/… are: by name of the package, then in folders that may hold any of them.
  std::map<std::string, std::filesystem::path> packages{};
  std::vector<std::filesystem::path> package_folders{};
};

/// A link and the joint that it hangs on, with the places that messages about them point to.
struct RobotBody {
  BodySpec spec{};
  schema::Place link{};
  schema::Place joint{};
};

struct RobotConstraint {
  ConstraintSpec spec{};
  schema::Place place{};
};

/// What a file says of the range of a joint, whether or not there are stops. Effort and velocity are those of the motor
/// that the robot has there: they limit nothing by themselves.
struct RobotJointLimits {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  std::string joint{};
  double lower{-kInfinity};    // [rad] or [m]
  double upper{kInfinity};     // [rad] or [m]
  double effort{kInfinity};    // [N·m] or [N]
  double velocity{kInfinity};  // [rad/s] or [m/s]
};

/// Something in a file that has no effect on the model.
struct IgnoredPart {
  std::string what;  // "visual"
  schema::Place place{};
};

/// A mesh that there is no file for, or one of a format that is not read. Its shape is left out.
struct AbsentMesh {
  std::string file;  // as written
  std::string reason;
  schema::Place place{};
};

/// Everything that a robot file says, ready to be added to a model. Names carry the prefix.
struct Robot {
  std::string name;               // without prefix
  std::string root;               // body of the root link
  std::vector<RobotBody> bodies;  // in the order of the links in the file
  std::vector<RobotConstraint> constraints;
  std::vector<ShapeSpec> shapes;
  std::vector<RobotJointLimits> limits;
  std::vector<AbsentMesh> absent_meshes;
  std::vector<IgnoredPart> ignored;  // in the order of the file
};

}  // namespace carom
