#include "carom/scene/urdf/joint_reader.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/base/nearest_name.h"

namespace carom::urdf {
namespace {

struct TypeName {
  const char* name;
  JointType type;
  bool has_range;  // lower and upper limits
};
constexpr std::array<TypeName, 6> kTypes = {{{"revolute", JointType::Revolute, true},
                                             {"continuous", JointType::Revolute, false},
                                             {"prismatic", JointType::Prismatic, true},
                                             {"fixed", JointType::Weld, false},
                                             {"floating", JointType::Free, false},
                                             {"planar", JointType::Planar, false}}};

const TypeName& read_type(const XmlElement& element, ElementReader& reader) {
  const std::size_t errors = reader.diagnostics().num_errors();
  const std::string given = reader.require_text(element, "type");
  std::vector<std::string> names;
  for (const TypeName& type : kTypes) {
    if (given == type.name) return type;
    names.emplace_back(type.name);
  }
  if (reader.diagnostics().num_errors() == errors) {
    const std::string suggestion = make_suggestion(given, names);
    reader.error(element.find_attribute("type")->place,
                 fmt::format("unknown type '{}' of <joint>{}", given,
                             suggestion.empty() ? fmt::format("; known are {}", fmt::join(names, ", ")) : suggestion));
  }
  return kTypes[0];
}

void read_link_name(const XmlElement& element, const char* which, std::string& name, schema::Place& place,
                    ElementReader& reader) {
  const XmlElement* child = reader.require_child(element, which);
  if (child == nullptr) return;
  reader.check_names(*child, {"link"}, {});
  name = reader.require_text(*child, "link");
  const XmlAttribute* attribute = child->find_attribute("link");
  place = attribute != nullptr ? attribute->place : child->place;
}

Vector3 read_axis(const XmlElement& element, ElementReader& reader) {
  const XmlElement* axis = reader.find_child(element, "axis");
  if (axis == nullptr) return Vector3::UnitX();
  reader.check_names(*axis, {"xyz"}, {});
  const std::size_t errors = reader.diagnostics().num_errors();
  const Vector3 direction = reader.read_vector(*axis, "xyz").value_or(Vector3::UnitX());
  if (reader.diagnostics().num_errors() > errors) return Vector3::UnitX();
  const double largest = direction.cwiseAbs().maxCoeff();
  if (largest > 0.0) return (direction / largest).normalized();
  reader.error(axis->place, "xyz of <axis> must have a length above zero");
  return Vector3::UnitX();
}

void add_stops(const XmlElement& limit, double stiffness, const RobotJointLimits& range, UrdfJoint& joint,
               ElementReader& reader) {
  if (range.lower > range.upper) {
    reader.error(limit.place,
                 fmt::format("lower of <limit> must not be above upper, found {} and {}", range.lower, range.upper));
  } else if (stiffness > 0.0 && range.lower < range.upper) {
    joint.spec.limits.push_back({.lower = range.lower, .upper = range.upper, .stiffness = stiffness});
  } else {
    reader.ignore("range of a joint (without a limit_stiffness there are no stops)", limit.place);
  }
}

void read_limit(const XmlElement& element, const TypeName& type, const RobotOptions& options, UrdfJoint& joint,
                ElementReader& reader) {
  const XmlElement* limit = reader.find_child(element, "limit");
  if (limit == nullptr) return;
  reader.check_names(*limit, {"lower", "upper", "effort", "velocity"}, {});
  RobotJointLimits limits{.joint = joint.name};
  limits.effort = reader.read_number(*limit, "effort").value_or(limits.effort);
  limits.velocity = reader.read_number(*limit, "velocity").value_or(limits.velocity);
  const std::optional<double> lower = reader.read_number(*limit, "lower");
  const std::optional<double> upper = reader.read_number(*limit, "upper");
  if (type.has_range && (lower || upper)) {
    // Either is zero where it is left out.
    limits.lower = lower.value_or(0.0);
    limits.upper = upper.value_or(0.0);
    const bool turns = traits(type.type).turns;
    add_stops(*limit, turns ? options.rotational_limit_stiffness : options.limit_stiffness, limits, joint, reader);
  }
  joint.limits = limits;
}

void read_dynamics(const XmlElement& element, UrdfJoint& joint, ElementReader& reader) {
  const XmlElement* dynamics = reader.find_child(element, "dynamics");
  if (dynamics == nullptr) return;
  reader.check_names(*dynamics, {"damping", "friction"}, {});
  const double friction = reader.read_number(*dynamics, "friction").value_or(0.0);
  if (friction != 0.0) reader.ignore("friction of a joint", dynamics->find_attribute("friction")->place);
  const double damping = reader.read_number(*dynamics, "damping").value_or(0.0);
  if (damping == 0.0) return;
  const schema::Place& place = dynamics->find_attribute("damping")->place;
  if (damping < 0.0) {
    reader.error(place, fmt::format("damping of <dynamics> must be at least 0, found {}", damping));
  } else if (traits(joint.spec.type).velocities == 1) {
    joint.spec.damping = {damping};
  } else {
    // One number cannot be a damping of angles and of displacements.
    reader.ignore(fmt::format("damping of a {} joint", element.find_attribute("type")->value), place);
  }
}

void read_mimic(const XmlElement& element, UrdfJoint& joint, ElementReader& reader) {
  const XmlElement* mimic = reader.find_child(element, "mimic");
  if (mimic == nullptr) return;
  reader.check_names(*mimic, {"joint", "multiplier", "offset"}, {});
  joint.mimic = Mimic{.joint = reader.require_text(*mimic, "joint"),
                      .multiplier = reader.read_number(*mimic, "multiplier").value_or(1.0),
                      .offset = reader.read_number(*mimic, "offset").value_or(0.0),
                      .place = mimic->place};
}

}  // namespace

UrdfJoint read_joint(const XmlElement& element, const RobotOptions& options, ElementReader& reader) {
  UrdfJoint joint{.name = reader.require_text(element, "name"), .place = element.place};
  reader.check_names(element, {"name", "type"}, {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"});
  const TypeName& type = read_type(element, reader);
  read_link_name(element, "parent", joint.parent, joint.parent_place, reader);
  read_link_name(element, "child", joint.child, joint.child_place, reader);
  const Pose pose = reader.read_origin(element);
  joint.spec.type = type.type;
  joint.spec.at = pose.at;
  joint.spec.rotation = pose.rotation;
  // The axis of a joint that has none need not make sense.
  if (traits(type.type).has_axis()) joint.spec.axis = read_axis(element, reader);
  read_limit(element, type, options, joint, reader);
  read_dynamics(element, joint, reader);
  read_mimic(element, joint, reader);
  return joint;
}

}  // namespace carom::urdf
