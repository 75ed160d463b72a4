#include "carom/simulation/time_breaks.h"

#include <algorithm>

namespace carom {
namespace {

constexpr int kValue = 0, kRate = 1, kAcceleration = 2, kAll = 3;

}  // namespace

TimeBreaks::TimeBreaks(const Model& model, Scope scope) {
  const auto add = [this](const TimeFunction& function, int jump, int least) {
    if (function.next_break(-std::numeric_limits<double>::infinity()).time <= std::numeric_limits<double>::max()) {
      entries_.push_back({&function, jump, least});
    }
  };
  const bool all = scope == Scope::All;
  for (const JointDrive& drive : model.joint_drives()) add(drive.motion, kAcceleration, all ? kAll : kRate);
  if (!all) return;
  for (const JointMotor& joint : model.joint_motors()) {
    add(joint.motor.effort, kValue, kAll);
    if (joint.motor.target) add(*joint.motor.target, joint.motor.velocity_gain > 0.0 ? kRate : kValue, kAll);
  }
  for (const ResolvedBodyForce& force : model.body_forces()) add(force.element.scale, kValue, kAll);
}

TimeBreaks::Stop TimeBreaks::next(double after) const {
  Stop first;
  for (const Entry& entry : entries_) {
    TimeBreak found = entry.function->next_break(after);
    while (found.order > entry.least && found.time < first.time) found = entry.function->next_break(found.time);
    if (!(found.time <= first.time) || found.order > entry.least) continue;
    const Stop stop{found.time, found.order <= entry.jump, found.order};
    const bool together = found.time == first.time;
    first = together ? Stop{stop.time, stop.restarts || first.restarts, std::min(stop.order, first.order)} : stop;
  }
  return first;
}

}  // namespace carom
