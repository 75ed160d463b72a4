// What MechanismSystem does where functions of time are not smooth.
#include <algorithm>
#include <cmath>

#include "carom/dynamics/energy.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

void MechanismSystem::set_piece(double first, double next) {
  piece_start_ = first;
  piece_end_ = std::nextafter(next, -std::numeric_limits<double>::infinity());
  loaded_ = false;
  drive_jumps_.clear();
}

bool MechanismSystem::enter_piece(double time, double next, std::span<double> y) {
  start_jump(time, y);
  set_piece(time, next);
  return finish_jump(time, y);
}

void MechanismSystem::start_jump(double time, std::span<const double> y) {
  failure_.clear();
  load(time, y);
  kinetic_before_jump_ = calc_kinetic_energy(*model_, kinematics_);
  drive_jumps_.clear();
}

bool MechanismSystem::finish_jump(double time, std::span<double> y) {
  loaded_ = false;
  for (const JointDrive& drive : model_->joint_drives()) {
    const double before = v_[drive.velocity], after = drive.motion.sample(at(time)).rate;
    // Two pieces of a smooth function meet with a difference of some roundings.
    constexpr double kRounding = 1e-12;
    if (std::abs(after - before) > kRounding * (1.0 + std::abs(before))) {
      drive_jumps_.push_back({drive.velocity, before, after});
    }
  }
  if (drive_jumps_.empty()) return true;
  if (!calc_velocities_after_jumps(time)) return false;

  std::copy_n(q_.data(), q_.size(), y.begin());
  std::copy_n(v_.data(), v_.size(), y.begin() + q_.size());
  load(time, y);
  y[first_integral_ + static_cast<std::size_t>(drive_row_)] +=
      calc_kinetic_energy(*model_, kinematics_) - kinetic_before_jump_;
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

// At a moment, or on average over a step: integrals do not ask for the side of a jump.
TimeQuery MechanismSystem::query_forces(double time) const {
  if (mean_over_ == 0.0) return at(time);
  return {time, std::numeric_limits<double>::quiet_NaN(), mean_over_};
}

void MechanismSystem::set_driven_accelerations(double time) {
  for (const JointDrive& drive : model_->joint_drives()) {
    const TimeFunctionSample now = drive.motion.sample(at(time));
    v_rate_[drive.velocity] = mean_over_ == 0.0
                                  ? now.acceleration
                                  : (drive.motion.sample(at(time + mean_over_)).rate - now.rate) / mean_over_;
  }
}

// A force that acts over a step does its work with the velocity halfway through it: of a pulse that starts a body at
// rest, all the work is in the change.
void MechanismSystem::move_powers_to_middle_of_step(double time) {
  if (!changed_) return;
  change_ = mean_over_ * v_rate_;
  calc_kinematics(*model_, q_, change_, *changed_);
  move_powers_to_middle(*model_, query_forces(time), q_, v_, kinematics_, change_, *changed_, elements_.powers);
}

}  // namespace carom
