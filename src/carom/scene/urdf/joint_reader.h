#pragma once

#include <optional>
#include <string>

#include "carom/scene/urdf/element_reader.h"

namespace carom::urdf {

struct Mimic {
  std::string joint;
  double multiplier{1.0};
  double offset{};  // [rad] or [m]
  schema::Place place{};
};

struct UrdfJoint {
  std::string name;
  schema::Place place{};
  std::string parent{};
  std::string child{};
  schema::Place parent_place{};
  schema::Place child_place{};
  JointSpec spec{};  // without names
  std::optional<RobotJointLimits> limits{};
  std::optional<Mimic> mimic{};
};

/// Reads a <joint> element.
[[nodiscard]] UrdfJoint read_joint(const XmlElement& element, const RobotOptions& options, ElementReader& reader);

}  // namespace carom::urdf
