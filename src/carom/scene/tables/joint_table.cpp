#include "carom/scene/tables/joint_parts.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

using JointTable = schema::Table<JointSpec>;
using Numbers = std::vector<double>;

/// The coordinates of joints without quaternion, by what they measure.
std::vector<Dimension> find_coordinates(const JointTraits& joint) {
  std::vector<Dimension> dimensions;
  if (joint.has_quaternion) return dimensions;
  for (const JointCoordinate& coordinate : joint.coordinates) {
    dimensions.push_back(coordinate.measure == JointMeasure::Angle ? kAngle : kLength);
  }
  return dimensions;
}

void add_coordinate_keys(JointTable& table, const std::vector<Dimension>& coordinates) {
  std::vector<Dimension> rates, dampings, stiffnesses;
  std::vector<TablePtr<JointLimits>> limits;
  std::vector<TablePtr<TimeFunctionEntry>> drives;
  std::vector<TablePtr<Motor>> motors;
  for (const Dimension& coordinate : coordinates) {
    rates.push_back(coordinate / kTime);
    stiffnesses.push_back(effort_of(coordinate) / coordinate);
    dampings.push_back(effort_of(coordinate) / coordinate * kTime);
    limits.push_back(make_limits_table(coordinate));
    drives.push_back(make_time_function_table(coordinate));
    motors.push_back(make_motor_table(coordinate));
  }
  table.add_numbers("position", coordinates, &JointSpec::position, "at the start").otherwise("0");
  table.add_numbers("velocity", rates, &JointSpec::velocity, "at the start").otherwise("0");
  table.add_numbers("damping", dampings, &JointSpec::damping, "resists with damping · velocity")
      .at_least(0.0)
      .otherwise("0");
  table.add_numbers("stiffness", stiffnesses, &JointSpec::stiffness, "pulls towards `rest_position`")
      .at_least(0.0)
      .otherwise("0");
  table.add_numbers("rest_position", coordinates, &JointSpec::rest_position, "where the spring is relaxed")
      .otherwise("0");
  table.add_tables("limits", limits, &JointSpec::limits, "compliant stops").otherwise("none");
  const auto set_drive = [](JointSpec& joint, const std::vector<TimeFunctionEntry>& functions) {
    for (const TimeFunctionEntry& function : functions) joint.drive.push_back(function.make_function());
  };
  table.add_tables("drive", drives, set_drive, "the position as a given function of time").otherwise("none");
  table.add_tables("motor", motors, &JointSpec::motor, "an effort, or control of the position").otherwise("none");
}

/// Copies numbers into a part of a list that has the size of `zero`; the rest keeps the values of `zero`.
void put(Numbers& list, const Numbers& zero, std::size_t start, const auto& numbers) {
  if (list.empty()) list = zero;
  for (std::size_t i = 0; i < static_cast<std::size_t>(numbers.size()); ++i)
    list[start + i] = numbers[static_cast<int>(i)];
}

// Joints with a quaternion: what turns first, then what moves, as in q and v.
void add_ball_keys(JointTable& table, bool moves) {
  const Numbers zero_q = moves ? Numbers{1, 0, 0, 0, 0, 0, 0} : Numbers{1, 0, 0, 0};
  const Numbers zero_v(moves ? 6 : 3, 0.0);
  const auto as_eigen = [](const Numbers& v) {
    return Eigen::Map<const VectorX>(v.data(), static_cast<Eigen::Index>(v.size()));
  };
  const auto part_q = [=](Numbers JointSpec::*list, std::size_t start) {
    return [=](JointSpec& joint, const Numbers& v) { put(joint.*list, zero_q, start, as_eigen(v)); };
  };
  const auto part_v = [=](Numbers JointSpec::*list, std::size_t start) {
    return [=](JointSpec& joint, const Numbers& v) { put(joint.*list, zero_v, start, as_eigen(v)); };
  };
  const auto turn = [=](Numbers JointSpec::*list) {
    return [=](JointSpec& joint, const RotationEntry& r) { put(joint.*list, zero_q, 0, r.make_quaternion()); };
  };
  const auto all_directions = [=](JointSpec& joint, double k) { put(joint.stiffness, zero_v, 0, Vector3(k, k, k)); };
  const auto three = [](const Dimension& dimension) { return std::vector<Dimension>(3, dimension); };
  table.add_table("orientation", make_rotation_table(), turn(&JointSpec::position), "at the start")
      .otherwise("that of the joint's frame");
  table
      .add_numbers("angular_velocity", three(kAngularSpeed), part_v(&JointSpec::velocity, 0),
                   "at the start, in the joint's frame")
      .otherwise("[0, 0, 0]");
  table
      .add_numbers("rotational_damping", three(kTorque / kAngularSpeed), part_v(&JointSpec::damping, 0),
                   "resists turning, about x, y, z")
      .at_least(0.0)
      .otherwise("[0, 0, 0]");
  table.add_number("rotational_stiffness", kTorque / kAngle, all_directions, "turns towards `rest_orientation`")
      .at_least(0.0)
      .otherwise("0");
  table
      .add_table("rest_orientation", make_rotation_table(), turn(&JointSpec::rest_position),
                 "where the spring is relaxed")
      .otherwise("that of the joint's frame");
  if (!moves) return;
  table.add_numbers("position", three(kLength), part_q(&JointSpec::position, 4), "at the start, in the joint's frame")
      .otherwise("[0, 0, 0]");
  table.add_numbers("velocity", three(kSpeed), part_v(&JointSpec::velocity, 3), "at the start, in the joint's frame")
      .otherwise("[0, 0, 0]");
  table.add_numbers("damping", three(kDamping), part_v(&JointSpec::damping, 3), "resists moving along x, y, z")
      .at_least(0.0)
      .otherwise("[0, 0, 0]");
  table.add_numbers("stiffness", three(kStiffness), part_v(&JointSpec::stiffness, 3), "pulls towards `rest_position`")
      .at_least(0.0)
      .otherwise("[0, 0, 0]");
  table
      .add_numbers("rest_position", three(kLength), part_q(&JointSpec::rest_position, 4),
                   "where the springs are relaxed")
      .otherwise("[0, 0, 0]");
}

// Everything but where the joint is.
void add_motion_keys(JointTable& table, JointType type) {
  const std::vector<Dimension> coordinates = find_coordinates(traits(type));
  if (!coordinates.empty()) add_coordinate_keys(table, coordinates);
  if (traits(type).has_quaternion) add_ball_keys(table, traits(type).has_place());
}

TablePtr<JointSpec> make_type_table(JointType type) {
  const JointTraits& joint = traits(type);
  auto table = schema::make_table<JointSpec>(std::string(joint.name), std::string(joint.summary));
  if (joint.has_axis()) table->add("axis", &JointSpec::axis, kNumber, "in the joint's frame, of any length");
  if (joint.has_second_axis()) {
    table->add("second_axis", &JointSpec::second_axis, kNumber, "made perpendicular to the axis")
        .otherwise("x of the joint's frame; y where the axis is along x");
  }
  if (joint.has_pitch) {
    table->add("pitch", &JointSpec::pitch, kLength / kAngle, "advance along the axis for a turn by one radian")
        .required();
  }
  add_motion_keys(*table, type);
  return table;
}

}  // namespace

TablePtr<JointSpec> make_joint_table() {
  auto table = schema::make_table<JointSpec>(
      "joint",
      "How a body may move against its parent. At position zero the body's frame is the joint's frame, which "
      "is fixed in the parent. Lists have one value for each degree of freedom: angle, displacement (cylindrical); "
      "two angles (universal); two displacements, angle (planar).");
  for (const JointType type : all_joint_types()) {
    table->add_alternative(std::string(traits(type).name), make_type_table(type),
                           [type](JointSpec& joint) -> JointSpec& {
                             joint.type = type;
                             return joint;
                           });
  }
  table->choose_by("type", "free", "how it moves");
  table->add_name("joint", &JointSpec::name, "of the joint").otherwise("that of the body");
  table->add_reference("parent", "body", &JointSpec::parent, "what it hangs on");
  table->add("at", &JointSpec::at, kLength, "where the joint is, in the parent's frame");
  add_rotation(*table, "rotation", &JointSpec::rotation, "of the joint's frame in the parent's");
  return table;
}

TablePtr<JointSpec> make_robot_joint_table() {
  auto table = schema::make_table<JointSpec>(
      "[[robot.joint]]",
      "A joint of the robot above it: where it starts, and what moves it. Continuous joints are revolute, floating "
      "ones "
      "free, and so is the base of a robot with `base = \"free\"`, which has the name of its root link. What is left "
      "out "
      "stays as the file says. A joint that follows another starts where that one leads it.");
  for (const JointType type : {JointType::Revolute, JointType::Prismatic, JointType::Planar, JointType::Free}) {
    auto keys = schema::make_table<JointSpec>(std::string(traits(type).name), std::string(traits(type).summary));
    keys->add_text(
            "name", [](JointSpec&, const std::string&) {}, "of a joint as the robot's file has it")
        .required();
    add_motion_keys(*keys, type);
    table->add_alternative(std::string(traits(type).name), TablePtr<JointSpec>(std::move(keys)),
                           [](JointSpec& joint) -> JointSpec& { return joint; });
  }
  return table;
}

}  // namespace carom
