#include "carom/simulation/event_driven/contacts/flights.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/simulation/event_driven/contacts/rigid_events.h"

namespace carom {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// The first zero of s + ṡ t + ½ s̈ t² after now, for a gap s > 0; infinite where there is none.  [s]
double find_touch(double size, double rate, double acceleration) {
  const double square = rate * rate - 2.0 * acceleration * size;
  if (!(square >= 0.0)) return kNever;
  // −2 s/(ṡ ∓ √…) rather than the usual form: nothing cancels, and s̈ may be zero.
  const double sum = -rate + std::sqrt(square);
  return sum > 0.0 ? 2.0 * size / sum : kNever;
}

}  // namespace

Flights::Flights(RigidPart& rigid, OrderedSystem& ordered)
    : rigid_(rigid),
      system_(rigid.system()),
      ordered_(ordered),
      contacts_(rigid.contacts()),
      gaps_(static_cast<std::size_t>(contacts_.num_slots())),
      moved_(static_cast<std::size_t>(ordered.size())),
      y_rate_(moved_.size()) {}

bool Flights::look_at_gaps(double time, std::span<const double> y) {
  const std::span<const double> all = ordered_.restore(y);
  const std::span<const double> memory = rigid_.memory(all);
  system_.calc_contact_motion(time, all);
  gaps_.resize(static_cast<std::size_t>(contacts_.num_slots()));
  constexpr double kSlowest = 1e-7;  // slower is not a bounce, but a contact that is lifted  [m/s]
  bool any_open = false;
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const bool open = RigidContacts::mode(memory, slot) == RigidMode::Open;
    const bool touches = motion.gap <= RigidEvents::kTouching;
    Gap& gap = gaps_[static_cast<std::size_t>(slot)];
    gap = {.state = Gap::State::Closed, .size = motion.gap, .rate = motion.gap_rate};
    if (open && !touches) gap.state = Gap::State::Open;
    if (open && touches && motion.gap_rate > kSlowest) gap.state = Gap::State::Parting;
    any_open = any_open || gap.state != Gap::State::Closed;
  }
  return any_open;
}

void Flights::forget_gaps() {
  for (Gap& gap : gaps_) gap.state = Gap::State::Closed;
}

void Flights::predict(double time, std::span<const double> y) {
  constexpr double kLowest = 1e-12;  // lower flights are left to a closer search  [m]
  // Long enough for rates of gaps to change by more than their rounding, too short for accelerations to change.
  constexpr double kMoment = 1e-6;  // [s]
  shortest_bounce_ = next_touch_ = kNever;
  if (!look_at_gaps(time, y)) return;
  if (ordered_.calc_rate(time, y, y_rate_) != RateStatus::Ok) return forget_gaps();
  for (std::size_t i = 0; i < y.size(); ++i) moved_[i] = y[i] + kMoment * y_rate_[i];
  system_.calc_contact_motion(time + kMoment, ordered_.restore(moved_));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    Gap& gap = gaps_[static_cast<std::size_t>(slot)];
    if (gap.state == Gap::State::Closed) continue;
    const double acceleration = (contacts_.motion(slot).gap_rate - gap.rate) / kMoment;
    if (gap.state == Gap::State::Open) {
      next_touch_ = std::min(next_touch_, find_touch(gap.size, gap.rate, acceleration));
    } else if (!(gap.rate * gap.rate > 2.0 * kLowest * -acceleration)) {
      gap.state = Gap::State::Closed;
    } else if (acceleration < 0.0) {
      shortest_bounce_ = std::min(shortest_bounce_, 2.0 * gap.rate / -acceleration);
    }
  }
  next_touch_ = std::min(next_touch_, shortest_bounce_);
}

}  // namespace carom
