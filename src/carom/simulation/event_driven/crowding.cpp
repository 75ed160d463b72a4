#include "carom/simulation/event_driven/crowding.h"

#include <algorithm>

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

// Whether so many steps led nowhere.
bool Crowding::has_stopped(double passed) {
  constexpr double kStandstill = 1e-3, kCrawl = 0.4;  // of a time step
  num_crawls_ = passed < kCrawl * step_ ? num_crawls_ + 1 : 0;
  return passed < kStandstill * step_;
}

// Whether steps have been as short as that for a while: the sooner the more each of them costs, and
// the oftener it has been so before.
bool Crowding::crawls(int num_closed, int times) const {
  constexpr int kMostSteps = 4000;  // by contacts
  const int most = kMostSteps >> std::min(times, kMaxDoublings);
  return num_crawls_ > 0 && num_crawls_ * kManySteps * (1 + num_closed) > most;
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
