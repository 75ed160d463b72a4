#include "carom/simulation/event_driven/crowding.h"

#include <fmt/format.h>

namespace carom {

void Crowding::restart(double time) {
  has_changed_ = true;
  num_steps_ = num_events_ = 0;
  steps_from_ = events_from_ = time;
}

void Crowding::add_step(bool has_event) {
  ++num_steps_;
  if (!has_event) return;
  has_changed_ = true;
  ++num_events_;
}

std::string Crowding::describe(Kind kind) const {
  switch (kind) {
    case Kind::None:
      break;
    case Kind::LargeIsland:
      return fmt::format("{} or more contacts are connected (max_island)", max_island_);
    case Kind::ManyEvents:
      return fmt::format("{} events fell into less than ten time steps, while {} or more contacts were closed",
                         kManyEvents, many_contacts());
    case Kind::Standstill:
      return "events follow each other and time hardly advances";
    case Kind::NotFound:
      return "no modes or impulses of the contacts were found, which does not prove that there are none";
  }
  return "";
}

}  // namespace carom
