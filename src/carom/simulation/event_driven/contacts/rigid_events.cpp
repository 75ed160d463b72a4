#include "carom/simulation/event_driven/contacts/rigid_events.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

RigidEvents::RigidEvents(RigidPart& rigid)
    : rigid_(rigid),
      system_(rigid.system()),
      per_slot_(rigid.contacts().any_resists_turning() ? 4 : 2),
      force_scale_(system_.model().total_mass() * std::max(system_.model().gravity().norm(), 1.0)),
      last_y_(static_cast<std::size_t>(system_.size())),
      last_g_(static_cast<std::size_t>(count())) {}

void RigidEvents::use_slots() {
  last_g_.resize(static_cast<std::size_t>(count()));
  has_last_ = false;
}

void RigidEvents::calc(double time, std::span<const double> y, std::span<double> g) {
  if (!has_last_ || time != last_time_ || !std::ranges::equal(y, last_y_)) {
    calc_all(time, y);
    has_last_ = true;
    last_time_ = time;
    std::ranges::copy(y, last_y_.begin());
  }
  std::ranges::copy(last_g_, g.begin());
}

void RigidEvents::calc_all(double time, std::span<const double> y) {
  const RigidContacts& contacts = this->contacts();
  const std::span<const double> memory = rigid_.memory(y);
  const bool closed = rigid_.has_closed(y);
  const bool known = !closed || system_.calc_forces(time, y);
  if (!closed) system_.calc_contact_motion(time, y);
  if (!contacts.are_listed()) last_g_.back() = contacts.reach_left();
  for (int slot = 0; slot < contacts.num_slots(); ++slot) {
    const RigidContacts::Motion& motion = contacts.motion(slot);
    const RigidMode mode = RigidContacts::mode(memory, slot);
    double& first = last_g_[static_cast<std::size_t>(first_of(slot))];
    double& second = last_g_[static_cast<std::size_t>(second_of(slot))];
    std::fill_n(&second, per_slot_ - 1, 1.0);
    if (mode == RigidMode::Yielding) {
      first = kOpened - motion.gap;
      continue;
    }
    if (!is_closed(mode)) {
      first = mode == RigidMode::Carried ? kTouching - std::abs(motion.gap) : motion.gap;
      continue;
    }
    if (contacts.has_parted(slot)) {
      first = -1.0;
      continue;
    }
    if (!known) {
      first = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    const Vector3& force = rigid_.smooth().force(slot);
    const double normal = force.dot(motion.normal);
    first = normal / force_scale_;
    if (contacts.resists_turning(slot)) calc_turning(memory, slot, normal);
    if (contacts.static_friction(slot) == 0.0) continue;
    if (mode == RigidMode::Sliding) {
      second = RigidContacts::direction(memory, slot).dot(motion.slip);
    } else {
      const double friction = (force - normal * motion.normal).norm();
      second = (contacts.static_friction(slot) * normal - friction) / force_scale_;
    }
  }
}

void RigidEvents::calc_turning(std::span<const double> memory, int slot, double normal_force) {
  const RigidContacts& contacts = this->contacts();
  const RigidContacts::Motion& motion = contacts.motion(slot);
  const Vector3 moment = rigid_.smooth().moment(slot);
  const Vector3 spinning = moment.dot(motion.normal) * motion.normal;
  const auto left = [&](double arm, double size) {
    return (arm * normal_force - size) / (motion.length * force_scale_);
  };
  double* const functions = &last_g_[static_cast<std::size_t>(second_of(slot))] + 1;
  const TurningMode rolls = contacts.turning_mode(memory, slot, RigidContacts::kRolling);
  if (rolls == TurningMode::Resisted) {
    functions[0] = contacts.get_turning(memory, slot, RigidContacts::kRollingX).dot(motion.rolling());
  } else if (rolls == TurningMode::Held) {
    functions[0] = left(contacts.resistance(slot).rolling, (moment - spinning).norm());
  }
  const TurningMode spins = contacts.turning_mode(memory, slot, RigidContacts::kSpinning);
  if (spins == TurningMode::Resisted) {
    functions[1] = contacts.spin_sign(memory, slot) * motion.normal.dot(motion.spinning());
  } else if (spins == TurningMode::Held) {
    functions[1] = left(contacts.resistance(slot).spinning, spinning.norm());
  }
}

double RigidEvents::calc_least_limit(std::span<const double> g, int slot) const {
  return std::ranges::min(
      g.subspan(static_cast<std::size_t>(second_of(slot)), static_cast<std::size_t>(per_slot_ - 1)));
}

}  // namespace carom
