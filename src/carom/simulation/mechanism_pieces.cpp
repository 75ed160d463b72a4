// What MechanismSystem does where functions of time are not smooth.
#include <algorithm>

#include "carom/dynamics/energy.h"
#include "carom/simulation/mechanism_system.h"

namespace carom {

void MechanismSystem::set_piece(double time) {
  piece_ = time;
  loaded_ = false;
  drive_jumps_.clear();
}

bool MechanismSystem::enter_piece(double time, std::span<double> y) {
  failure_.clear();
  load(time, y);
  const double before = calc_kinetic_energy(*model_, kinematics_);
  set_piece(time);
  for (const JointDrive& drive : model_->joint_drives()) {
    const double speed = v_[drive.velocity], next = drive.motion.sample(at(time)).rate;
    if (next != speed) drive_jumps_.push_back({drive.velocity, speed, next});
  }
  if (drive_jumps_.empty()) return true;
  if (!calc_velocities_after_jumps(time)) return false;

  std::copy_n(q_.data(), q_.size(), y.begin());
  std::copy_n(v_.data(), v_.size(), y.begin() + q_.size());
  load(time, y);
  y[first_integral_ + static_cast<std::size_t>(drive_row_)] += calc_kinetic_energy(*model_, kinematics_) - before;
  return true;
}

// The response of the tree to accelerations of driven joints is what remains of two forward dynamics that differ in
// them alone; constraints then answer with the least change of velocity in the metric of the mass matrix, which is that
// of their impulses.
bool MechanismSystem::calc_velocities_after_jumps(double time) {
  const VectorX at_rest = VectorX::Zero(v_.size());
  calc_kinematics(*model_, q_, at_rest, kinematics_);
  applied_.set_zero();
  VectorX without = at_rest, with = at_rest;
  for (const DriveJump& jump : drive_jumps_) with[jump.velocity] = jump.after - jump.before;
  const bool known = calc_forward_dynamics(*model_, kinematics_, applied_, articulated_, without).ok() &&
                     calc_forward_dynamics(*model_, kinematics_, applied_, articulated_, with).ok();
  if (!known) return false;
  v_ += with - without;
  for (const DriveJump& jump : drive_jumps_) v_[jump.velocity] = jump.after;
  return !projector_ || move_onto_constraints(time);
}

}  // namespace carom
