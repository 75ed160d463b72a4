#include "carom/simulation/event_driven/crowding.h"

#include <fmt/format.h>

namespace carom {

void Crowding::restart(double time) {
  has_changed_ = true;
  num_steps_ = num_events_ = num_crawls_ = 0;
  steps_from_ = events_from_ = time;
}

void Crowding::add_step(bool has_event) {
  ++num_steps_;
  if (!has_event) return;
  has_changed_ = true;
  ++num_events_;
}

// g t²/8: a flight of the time t.
double Crowding::find_low_bounce(double acceleration) const {
  const double time = kFewSteps * step_;
  return 0.125 * acceleration * time * time;
}

// Looks at every so many steps: whether they led nowhere, or a thousand of them have been as short as one time step for
// a while.
bool Crowding::has_stopped(double time) {
  constexpr double kStandstill = 1e-3, kCrawl = 0.3;  // of a time step
  constexpr int kMaxCrawls = 7;
  if (num_steps_ < kManySteps) return false;
  num_steps_ = 0;
  const double passed = time - std::exchange(steps_from_, time);
  num_crawls_ = passed < kCrawl * step_ ? num_crawls_ + 1 : 0;
  return passed < kStandstill * step_ || num_crawls_ >= kMaxCrawls;
}

// Looks at every so many events.
bool Crowding::has_many_events(double time) {
  if (num_events_ < kManyEvents) return false;
  num_events_ = 0;
  return time - std::exchange(events_from_, time) < kFewSteps * step_;
}

std::string Crowding::describe(Kind kind) const {
  switch (kind) {
    case Kind::None:
      break;
    case Kind::LargeIsland:
      return fmt::format("{} or more contacts are connected (max_island)", max_island_);
    case Kind::ManyEvents:
      return fmt::format(
          "{} events fell into less than ten time steps, while {} or more contacts were closed or bounced", kManyEvents,
          many_contacts());
    case Kind::Standstill:
      return "events follow each other and time hardly advances";
    case Kind::NotFound:
      return "no modes or impulses of the contacts were found, which does not prove that there are none";
  }
  return "";
}

}  // namespace carom
