#include "carom/simulation/compliant/contact_load.h"

#include <algorithm>
#include <cmath>

#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

// The difference of the depth's rate over a time in which bodies hardly move.
double ContactLoad::calc_closing_acceleration(int slot, double time, std::span<const double> y) {
  constexpr double kMoment = 1e-8;  // [s]
  MechanismSystem& system = part_.system();
  rate_.resize(y.size());
  later_.resize(y.size());
  system.calc_contact_motion(time, y);
  const double rate = part_.contacts().motion(slot).depth_rate;
  if (system.calc_rate(time, y, rate_) != RateStatus::Ok) return 0.0;
  std::ranges::copy(y, later_.begin());
  const Partition parts = system.partition();
  const auto moving = static_cast<std::size_t>(parts.positions) + static_cast<std::size_t>(parts.velocities);
  for (std::size_t i = 0; i < moving; ++i) later_[i] += kMoment * rate_[i];
  system.calc_contact_motion(time + kMoment, later_);
  const double rate_later = part_.contacts().motion(slot).depth_rate;
  system.calc_contact_motion(time, y);
  return (rate_later - rate) / kMoment;
}

double ContactLoad::calc_load_speed(int slot, double time, std::span<const double> y) {
  const CompliantContacts& contacts = part_.contacts();
  if (!contacts.latches(slot)) return 0.0;
  part_.system().calc_contact_motion(time, y);
  const double acceleration = std::abs(part_.system().model().gravity().dot(contacts.point(slot).normal));
  if (!(acceleration > 0.0)) return 0.0;
  const double p = exponent_of(contacts.rule(slot).normal);
  const double load = part_.calc_effective_mass(slot) * acceleration;
  const double depth = std::pow(load / contacts.calc_stiffness(slot), 1.0 / p);
  return std::sqrt(acceleration * depth / p);
}

// ½ m v² = U(x)
double ContactLoad::calc_speed_of_overlap(int slot, double time, std::span<const double> y) {
  const CompliantContacts& contacts = part_.contacts();
  if (!contacts.latches(slot)) return 0.0;
  part_.system().calc_contact_motion(time, y);
  NormalLaw law = contacts.rule(slot).normal;
  set_stiffness(law, contacts.calc_stiffness(slot));
  const double stored = make_response(law, 0.0).stored(-contacts.motion(slot).gap);
  return std::sqrt(2.0 * stored / part_.calc_effective_mass(slot));
}

}  // namespace carom
