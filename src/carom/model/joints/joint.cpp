#include "carom/model/joints/joint.h"

#include <cstddef>

#include "carom/base/nearest_name.h"

namespace carom {
namespace {

constexpr std::array<JointTraits, 9> kTraits{{
    {"weld", 0, 0, false, false, false, "does not move"},
    {"revolute", 1, 1, true, false, false, "turns about an axis"},
    {"prismatic", 1, 1, true, false, false, "slides along an axis"},
    {"helical", 1, 1, true, false, false, "turns about an axis and advances along it, as a screw does"},
    {"cylindrical", 2, 2, true, false, false, "turns about an axis and slides along it, each by itself"},
    {"universal", 2, 2, true, true, false, "turns about two axes, as a Cardan joint does"},
    {"planar", 3, 3, true, true, false, "slides in the xy-plane of the joint and turns about its z-axis"},
    {"spherical", 4, 3, false, false, true, "turns about a point in every direction"},
    {"free", 7, 6, false, false, true, "moves in every way"},
}};

}  // namespace

const JointTraits& traits(JointType type) { return kTraits[static_cast<std::size_t>(type)]; }

const std::array<JointType, 9>& all_joint_types() {
  static constexpr std::array<JointType, 9> kTypes{JointType::Weld,    JointType::Revolute,    JointType::Prismatic,
                                                   JointType::Helical, JointType::Cylindrical, JointType::Universal,
                                                   JointType::Planar,  JointType::Spherical,   JointType::Free};
  return kTypes;
}

JointType joint_type_from_name(std::string_view name, const std::string& element) {
  std::vector<std::string> names;
  for (const JointType type : all_joint_types()) {
    if (traits(type).name == name) return type;
    names.emplace_back(traits(type).name);
  }
  std::string problem = "unknown joint type '" + std::string(name) + "'" + make_suggestion(name, names);
  problem += " (one of";
  for (const std::string& candidate : names) problem += " " + candidate;
  throw InputError(element, problem + ")");
}

}  // namespace carom
