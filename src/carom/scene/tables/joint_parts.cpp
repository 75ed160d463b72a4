#include "carom/scene/tables/joint_parts.h"

namespace carom {

using namespace dimensions;

Dimension effort_of(const Dimension& coordinate) { return coordinate == kAngle ? kTorque : kForce; }

TablePtr<JointLimits> make_limits_table(const Dimension& coordinate) {
  auto table = schema::make_table<JointLimits>(
      "limits", "Compliant stops: beyond a limit by δ they push back with stiffness · δ (1 + dissipation · δ̇).");
  table->add("lower", &JointLimits::lower, coordinate, "least position");
  table->add("upper", &JointLimits::upper, coordinate, "largest position");
  table->add("stiffness", &JointLimits::stiffness, effort_of(coordinate) / coordinate, "of the stops")
      .at_least(0.0)
      .required();
  table->add("dissipation", &JointLimits::dissipation, kTime / coordinate, "of the stops").at_least(0.0);
  return table;
}

TablePtr<Motor> make_motor_table(const Dimension& coordinate) {
  const Dimension effort = effort_of(coordinate);
  const auto set_effort = [](Motor& motor, const TimeFunctionEntry& entry) { motor.effort = entry.make_function(); };
  const auto set_target = [](Motor& motor, const TimeFunctionEntry& entry) { motor.target = entry.make_function(); };
  auto table = schema::make_table<Motor>(
      "motor",
      "effort + position_gain · (target − position) + velocity_gain · (target's rate − velocity), within ±limit. "
      "A target that jumps has no rate there.");
  table->add_table("effort", make_time_function_table(effort), set_effort, "added to the control").otherwise("0");
  table->add_table("target", make_time_function_table(coordinate), set_target, "position to be held").otherwise("none");
  table->add("position_gain", &Motor::position_gain, effort / coordinate, "effort for a deviation from the target")
      .at_least(0.0);
  table
      ->add("velocity_gain", &Motor::velocity_gain, effort / coordinate * kTime, "effort for a deviation from its rate")
      .at_least(0.0);
  table->add("limit", &Motor::limit, effort, "largest effort in either direction").at_least(0.0);
  return table;
}

}  // namespace carom
