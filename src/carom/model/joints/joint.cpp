#include "carom/model/joints/joint.h"

#include <cstddef>
#include <utility>

#include "carom/base/nearest_name.h"
#include "carom/model/joints/all_joints.h"

namespace carom {
namespace {

template <class J>
constexpr JointTraits make_traits() {
  return {.name = J::kName,
          .summary = J::kSummary,
          .coordinates = J::kCoordinates,
          .rates = J::kRates,
          .positions = static_cast<int>(J::kCoordinates.size()),
          .velocities = static_cast<int>(J::kRates.size()),
          .axes = J::kAxes,
          .has_pitch = J::kHasPitch,
          .has_quaternion = J::kHasQuaternion,
          .turns = J::kTurns,
          .slides = J::kSlides};
}

template <int... types>
constexpr std::array<JointTraits, kNumJointTypes> make_all_traits(std::integer_sequence<int, types...>) {
  return {make_traits<Joint<static_cast<JointType>(types)>>()...};
}
constexpr auto kTraits = make_all_traits(std::make_integer_sequence<int, kNumJointTypes>{});

constexpr std::array<JointType, kNumJointTypes> list_types() {
  std::array<JointType, kNumJointTypes> types{};
  for (int i = 0; i < kNumJointTypes; ++i) types[static_cast<std::size_t>(i)] = static_cast<JointType>(i);
  return types;
}

}  // namespace

const JointTraits& traits(JointType type) { return kTraits[static_cast<std::size_t>(type)]; }

std::string_view unit_of(const JointCoordinate& coordinate) {
  return coordinate.measure == JointMeasure::Angle ? "rad" : coordinate.measure == JointMeasure::Length ? "m" : "";
}

const std::array<JointType, kNumJointTypes>& all_joint_types() {
  static constexpr std::array<JointType, kNumJointTypes> kTypes = list_types();
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
