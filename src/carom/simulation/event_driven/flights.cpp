#include "carom/simulation/event_driven/flights.h"

#include <algorithm>
#include <limits>

#include "carom/simulation/event_driven/rigid_events.h"

namespace carom {

Flights::Flights(MechanismSystem& system)
    : system_(system),
      contacts_(*system.rigid_contacts()),
      rates_(static_cast<std::size_t>(contacts_.num_slots())),
      moved_(static_cast<std::size_t>(system.size())),
      y_rate_(moved_.size()) {}

bool Flights::find_parting(double time, std::span<const double> y) {
  system_.calc_contact_motion(time, y);
  const std::span<const double> memory = system_.rigid_memory(y);
  constexpr double kSlowest = 1e-7;  // slower is not a bounce, but a contact that is lifted  [m/s]
  bool any = false;
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const bool parts = RigidContacts::mode(memory, slot) == RigidMode::Open && motion.gap <= RigidEvents::kTouching &&
                       motion.rate > kSlowest;
    rates_[static_cast<std::size_t>(slot)] = parts ? motion.rate : 0.0;
    any = any || parts;
  }
  return any;
}

double Flights::predict(double time, std::span<const double> y) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  constexpr double kLowest = 1e-12;  // lower flights are left to a closer search  [m]
  // Long enough for rates of gaps to change by more than their rounding, too short for accelerations to change.
  constexpr double kMoment = 1e-6;  // [s]
  if (!find_parting(time, y)) return kNever;
  if (system_.calc_rate(time, y, y_rate_) != RateStatus::Ok) {
    std::ranges::fill(rates_, 0.0);
    return kNever;
  }
  for (std::size_t i = 0; i < y.size(); ++i) moved_[i] = y[i] + kMoment * y_rate_[i];
  system_.calc_contact_motion(time + kMoment, moved_);
  double shortest = kNever;
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    double& rate = rates_[static_cast<std::size_t>(slot)];
    const double acceleration = (contacts_.motion(slot).rate - rate) / kMoment;
    if (!(rate > 0.0) || !(rate * rate > 2.0 * kLowest * -acceleration)) {
      rate = 0.0;
    } else if (acceleration < 0.0) {
      shortest = std::min(shortest, 2.0 * rate / -acceleration);
    }
  }
  return shortest;
}

}  // namespace carom
