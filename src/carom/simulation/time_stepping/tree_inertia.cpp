#include "carom/simulation/time_stepping/tree_inertia.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "carom/dynamics/energy.h"
#include "carom/simulation/time_stepping/free_rotation.h"

namespace carom {
namespace {

// A step is one of the midpoint rule; where bodies turn too far for that it is 2, 4, … of them, up to this.
constexpr int kMostParts = 64;
// Each iteration of the rule's equation must leave less than this of the last change,
constexpr double kContraction = 0.5;
// and ends with this part of the velocities: an error of energies far below that of the step.
constexpr double kSettled = 1e-9;
constexpr int kMostIterations = 60;
// Both rules differ by the square of the angle  [rad²].
constexpr double kLeastSquaredTurn = 1e-16;

bool hangs_on_a_drive(const Model& model, int body) {
  while (body > 0 && !model.body(body).driven) body = model.body(body).parent;
  return body > 0;
}

Vector3 calc_momentum(const Model& model, const Kinematics& kinematics, std::span<const int> bodies) {
  PackedVector3 momentum;
  for (const int i : bodies) {
    const BodyMotion& motion = kinematics.body(i);
    momentum += motion.v_WB * model.body(i).mass + cross(motion.w_WB, motion.mass_moment);
  }
  return as_eigen(momentum);
}

}  // namespace

TreeInertia::TreeInertia(const Model& model, const InertiaGroups& groups)
    : theirs_(static_cast<std::size_t>(model.num_velocities()), 0),
      kinematics_(model),
      none_(model),
      inverse_(model),
      still_(VectorX::Zero(model.num_velocities())),
      at_start_(still_),
      efforts_(still_),
      difference_(still_),
      change_(still_),
      response_(still_),
      middle_(still_),
      next_(still_),
      trial_(still_) {
  const std::vector<char> in_loop = find_bodies_in_loops(model);
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    if (groups.is_held(i) || (body.alone && in_loop[static_cast<std::size_t>(i)] == 0)) continue;
    bodies_.push_back(i);
    is_carried_ = is_carried_ || hangs_on_a_drive(model, i);
    for (int k = 0; k < body.degrees; ++k) theirs_[static_cast<std::size_t>(body.velocity_start + k)] = 1;
  }
}

double TreeInertia::find_fastest_turn(const Kinematics& kinematics) const {
  double square = 0.0;
  for (const int i : bodies_) square = std::max(square, as_eigen(kinematics.body(i).w_WB).squaredNorm());
  return std::sqrt(square);
}

// c(q, v), with weights.
void TreeInertia::calc_efforts(const Model& model, const Kinematics& kinematics, VectorX& efforts) {
  calc_inverse_dynamics(model, kinematics, none_, still_, inverse_, efforts);
}

double TreeInertia::calc_energy(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v) {
  calc_kinematics(model, q, v, kinematics_);
  return calc_kinetic_energy(model, kinematics_, bodies_);
}

// Of the efforts c at the middle of a step, which have weights in them  [W].
double TreeInertia::calc_power(const Model& model) const {
  double power = 0.0;
  for (Eigen::Index k = 0; k < middle_.size(); ++k) {
    if (theirs_[static_cast<std::size_t>(k)] != 0) power += middle_[k] * efforts_[k];
  }
  return power + model.gravity().dot(calc_momentum(model, kinematics_, bodies_));
}

bool TreeInertia::correct(const MechanismParts& parts, const ConstVectorRef& q, const ConstVectorRef& v, double step,
                          InertiaGroups& groups, VectorRef v_free) {
  work_ = energy_at_middle_ = 0.0;
  if (bodies_.empty()) return true;
  const double turn = step * find_fastest_turn(parts.kinematics);
  if (turn * turn < kLeastSquaredTurn) return true;
  calc_efforts(parts.model, parts.kinematics, at_start_);
  change_ = v_free - v;
  for (int count = 1; count <= kMostParts; count *= 2) {
    trial_ = v;
    work_ = 0.0;
    if (!take_midpoint_steps(parts, q, change_, step, count, groups, trial_)) continue;
    energy_at_middle_ = calc_kinetic_energy(parts.model, kinematics_, bodies_);
    v_free = trial_;
    return true;
  }
  return false;
}

// From v on, with `change` what the efforts of the start would make of it in all of the step.
bool TreeInertia::take_midpoint_steps(const MechanismParts& parts, const ConstVectorRef& q, const VectorX& change,
                                      double step, int count, InertiaGroups& groups, VectorX& v) {
  for (int part = 0; part < count; ++part) {
    next_ = v + change / count;
    double last = HUGE_VAL;
    for (int i = 0;; ++i) {
      middle_ = v;
      for (Eigen::Index k = 0; k < v.size(); ++k) {
        if (theirs_[static_cast<std::size_t>(k)] != 0) middle_[k] = 0.5 * (v[k] + next_[k]);
      }
      calc_kinematics(parts.model, q, middle_, kinematics_);
      calc_efforts(parts.model, kinematics_, efforts_);
      difference_ = step / count * (at_start_ - efforts_);
      groups.calc_response(parts, difference_, response_);
      response_ += v + change / count;
      const double moved = (response_ - next_).lpNorm<Eigen::Infinity>();
      next_.swap(response_);
      if (moved <= kSettled * next_.lpNorm<Eigen::Infinity>()) {
        work_ -= step / count * calc_power(parts.model);
        break;
      }
      if (!(moved < kContraction * last) || i == kMostIterations) return false;
      last = moved;
    }
    v.swap(next_);
  }
  return true;
}

}  // namespace carom
