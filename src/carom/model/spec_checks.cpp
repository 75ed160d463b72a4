#include "carom/model/spec_checks.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse(const std::string& element, const std::string& problem) { throw InputError(element, problem); }

void check_range(const std::string& element, const char* key, double value, double least, double most = kInfinity) {
  if (std::isfinite(value) && value >= least && value <= most) return;
  const std::string range = most == kInfinity     ? fmt::format("at least {}", least)
                            : least == -kInfinity ? fmt::format("at most {}", most)
                                                  : fmt::format("between {} and {}", least, most);
  refuse(element, least == -kInfinity && most == kInfinity
                      ? fmt::format("{} must be finite, found {}", key, value)
                      : fmt::format("{} must be finite and {}, found {}", key, range, value));
}

void check_positive(const std::string& element, const char* key, double value) {
  if (std::isfinite(value) && value > 0.0) return;
  refuse(element, fmt::format("{} must be finite and positive, found {}", key, value));
}

// Not Eigen's allFinite(), which subtracts infinities: that is an invalid operation where those are trapped.
template <class Vector>
bool is_finite(const Vector& value) {
  for (const double x : value) {
    if (!std::isfinite(x)) return false;
  }
  return true;
}

void check_finite(const std::string& element, const char* key, const Vector3& value) {
  if (is_finite(value)) return;
  refuse(element, fmt::format("{} must be finite, found ({}, {}, {})", key, value.x(), value.y(), value.z()));
}

void check_direction(const std::string& element, const char* key, const Vector3& value) {
  check_finite(element, key, value);
  // Shorter than this, squaring the length underflows.
  if (value.norm() > 1e-150) return;
  refuse(element,
         fmt::format("{} must have a length above zero, found ({}, {}, {})", key, value.x(), value.y(), value.z()));
}

void check_quaternion(const std::string& element, const char* key, const Eigen::Ref<const Quaternion>& q) {
  if (is_finite(q) && q.norm() > 1e-150) return;
  refuse(element, fmt::format("{} must be a finite quaternion (w, x, y, z) of norm above zero, found ({}, {}, {}, {})",
                              key, q[0], q[1], q[2], q[3]));
}

template <class List>
void check_count(const std::string& element, const char* key, const List& list, int count) {
  const auto size = static_cast<int>(list.size());
  if (size == 0 || size == count || (size == 1 && count > 1)) return;
  if (count == 0) refuse(element, fmt::format("{} needs a degree of freedom, and this joint has none", key));
  refuse(element, fmt::format("{} takes {} {}, found {}", key, count, count == 1 ? "value" : "values", size));
}

// A list of coordinates is never one value for all: its parts have different meanings.
void check_coordinates(const std::string& element, const char* key, const std::vector<double>& list, JointType type) {
  const JointTraits& joint = traits(type);
  if (list.empty()) return;
  if (static_cast<int>(list.size()) != joint.positions) {
    refuse(element,
           fmt::format("{} of a {} joint takes {} values, found {}", key, joint.name, joint.positions, list.size()));
  }
  for (const double value : list) check_range(element, key, value, -kInfinity);
  if (joint.has_quaternion) check_quaternion(element, key, Eigen::Map<const Quaternion>(list.data()));
}

void check_limits(const std::string& element, const JointSpec& joint) {
  for (const JointLimits& limits : joint.limits) {
    if (!(limits.lower < limits.upper)) {
      refuse(element, fmt::format("limits must be ordered, found lower {} and upper {}", limits.lower, limits.upper));
    }
    const bool limited = std::isfinite(limits.lower) || std::isfinite(limits.upper);
    if (limited) check_positive(element, "stiffness of the limits", limits.stiffness);
    check_range(element, "stiffness of the limits", limits.stiffness, 0.0);
    check_range(element, "dissipation of the limits", limits.dissipation, 0.0);
  }
}

void check_motors(const std::string& element, const JointSpec& joint) {
  for (const Motor& motor : joint.motor) {
    check_range(element, "position gain of the motor", motor.position_gain, 0.0);
    check_range(element, "velocity gain of the motor", motor.velocity_gain, 0.0);
    if (!(motor.limit >= 0.0)) {
      refuse(element, fmt::format("effort limit of the motor must be at least 0, found {}", motor.limit));
    }
  }
}

// A joint cannot be somewhere else from one moment to the next.
void check_drives(const std::string& element, const JointSpec& joint) {
  for (std::size_t k = 0; k < joint.drive.size(); ++k) {
    const TimeFunction& drive = joint.drive[k];
    TimeBreak found = drive.next_break(-kInfinity);
    while (found.order > 0 && found.time < kInfinity) found = drive.next_break(found.time);
    if (found.time == kInfinity) continue;
    const double before = drive.sample({found.time, std::nextafter(found.time, -kInfinity)}).value;
    const double after = drive.sample(found.time).value;
    refuse(element, fmt::format("drive puts the joint from {:.6g} to {:.6g} {} at once, at {:.9g} s; a table of "
                                "positions can be \"linear\", \"smooth\" or \"spline\"",
                                before, after, unit_of(traits(joint.type).coordinates[k]), found.time));
  }
}

// Springs of a ball joint act along the rotation vector, which has a potential only if all directions are alike.
void check_ball_springs(const std::string& element, const JointSpec& joint) {
  for (std::size_t i = 1; i < joint.stiffness.size() && i < 3; ++i) {
    if (joint.stiffness[i] == joint.stiffness[0]) continue;
    refuse(element,
           fmt::format("rotational stiffness of a {} joint must be the same in all directions, found {} and {}",
                       traits(joint.type).name, joint.stiffness[0], joint.stiffness[i]));
  }
}

}  // namespace

std::string describe(const char* kind, const std::string& name) { return fmt::format("{} '{}'", kind, name); }

void check_mass(const BodySpec& body) { validate(body.mass, describe("body", body.name), ZeroMass::Allowed); }

void check_joint(const BodySpec& body) {
  const JointSpec& joint = body.joint;
  const JointTraits& type = traits(joint.type);
  const std::string element = describe("joint of body", body.name);
  check_finite(element, "at", joint.at);
  check_quaternion(element, "rotation", joint.rotation);
  if (type.has_axis()) check_direction(element, "axis", joint.axis);
  if (joint.second_axis) {
    check_direction(element, "second axis", *joint.second_axis);
    if (joint.axis.normalized().cross(joint.second_axis->normalized()).norm() < 1e-6) {
      refuse(element, "the second axis must not be parallel to the axis");
    }
  }
  check_range(element, "pitch", joint.pitch, -kInfinity);
  check_coordinates(element, "position", joint.position, joint.type);
  check_coordinates(element, "rest position", joint.rest_position, joint.type);
  if (!joint.velocity.empty() && static_cast<int>(joint.velocity.size()) != type.velocities) {
    refuse(element, fmt::format("velocity of a {} joint takes {} values, found {}", type.name, type.velocities,
                                joint.velocity.size()));
  }
  for (const double value : joint.velocity) check_range(element, "velocity", value, -kInfinity);
  check_count(element, "damping", joint.damping, type.velocities);
  for (const double value : joint.damping) check_range(element, "damping", value, 0.0);
  check_count(element, "stiffness", joint.stiffness, type.velocities);
  for (const double value : joint.stiffness) check_range(element, "stiffness", value, 0.0);
  check_count(element, "limits", joint.limits, type.velocities);
  if (type.has_quaternion && !joint.limits.empty()) refuse(element, fmt::format("a {} joint has no limits", type.name));
  check_limits(element, joint);
  check_count(element, "motor", joint.motor, type.velocities);
  check_motors(element, joint);
  check_count(element, "drive", joint.drive, type.velocities);
  if (!joint.drive.empty() && static_cast<int>(joint.drive.size()) != type.velocities) {
    refuse(element, fmt::format("drive takes {} functions, one a degree of freedom, found {}", type.velocities,
                                joint.drive.size()));
  }
  check_drives(element, joint);
  if (type.has_quaternion) {
    if (!joint.drive.empty()) refuse(element, fmt::format("a {} joint cannot be driven", type.name));
    for (const Motor& motor : joint.motor) {
      if (motor.target) refuse(element, fmt::format("a motor of a {} joint takes an effort, not a target", type.name));
    }
    check_ball_springs(element, joint);
  }
  if (!joint.drive.empty() && !joint.motor.empty())
    refuse(element, "a driven joint has no motor: its position is given");
}

void check_constraint(const ConstraintSpec& constraint) {
  const std::string element = describe("constraint", constraint.name);
  check_finite(element, "at_a", constraint.at_a);
  check_finite(element, "at_b", constraint.at_b);
  check_quaternion(element, "rotation_a", constraint.rotation_a);
  check_quaternion(element, "rotation_b", constraint.rotation_b);
  const bool rolls = constraint.type == ConstraintType::RollingDisk || constraint.type == ConstraintType::RollingSphere;
  if (constraint.type == ConstraintType::Distance) check_positive(element, "length", constraint.length);
  if (rolls) check_positive(element, "radius", constraint.radius);
  if (rolls && constraint.body_a != "world") {
    refuse(element, fmt::format("rolls on a plane of the world, found body_a '{}'", constraint.body_a));
  }
  const bool joins_bodies = constraint.type != ConstraintType::Coupling && constraint.type != ConstraintType::Skate;
  if (joins_bodies && constraint.body_a == constraint.body_b) {
    refuse(element, fmt::format("must join two different bodies, found '{}' twice", constraint.body_a));
  }
  if (constraint.type == ConstraintType::Skate && constraint.body_a == "world") {
    refuse(element, "a skate is fixed in a body that moves, found body_a 'world'");
  }
  if (constraint.type == ConstraintType::Coupling && constraint.joint_a == constraint.joint_b) {
    refuse(element, fmt::format("couples two different joints, found '{}' twice", constraint.joint_a));
  }
  check_range(element, "ratio", constraint.ratio, -kInfinity);
  check_range(element, "offset", constraint.offset, -kInfinity);
}

void check_spring_damper(const SpringDamper& element) {
  const std::string name = describe("spring", element.name);
  if (element.body_a == element.body_b) {
    refuse(name, fmt::format("must join two different bodies, found '{}' twice", element.body_a));
  }
  check_finite(name, "at_a", element.at_a);
  check_finite(name, "at_b", element.at_b);
  check_range(name, "stiffness", element.stiffness, 0.0);
  check_range(name, "damping", element.damping, 0.0);
  check_range(name, "rest length", element.rest_length, 0.0);
}

void check_body_force(const BodyForce& element) {
  const std::string name = describe("force", element.name);
  check_finite(name, "at", element.at);
  check_finite(name, "force", element.force);
  check_finite(name, "torque", element.torque);
}

void check_callback_force(const CallbackForce& element) {
  if (!element.add) refuse(describe("callback", element.name), "has no function");
}

void check_gravity(const Vector3& gravity) { check_finite("gravity", "its vector", gravity); }

}  // namespace carom
