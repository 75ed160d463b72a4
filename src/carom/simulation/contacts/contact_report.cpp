#include "carom/simulation/contacts/contact_report.h"

#include <algorithm>

namespace carom {
namespace {

// Counts it, and keeps it while there is room.
void add(const ContactEvent& event, std::size_t most, std::int64_t& count, std::vector<ContactEvent>& list) {
  ++count;
  if (list.size() < most) list.push_back(event);
}

}  // namespace

void count_event(const ContactEvent& event, ContactReport& report, std::size_t most_listed) {
  using Kind = ContactEvent::Kind;
  report.max_depth = std::max(report.max_depth, event.peak_depth);
  report.max_force = std::max(report.max_force, event.peak_force);
  switch (event.kind) {
    case Kind::TouchDown:
      ++report.episodes;
      break;
    case Kind::Slip:
      ++report.slips;
      break;
    case Kind::Stick:
      break;
    case Kind::Impact:
      ++report.episodes;
      add(event, most_listed, report.num_impacts, report.impacts);
      break;
    case Kind::LiftOff:
      add(event, most_listed, report.num_impacts, report.impacts);
      break;
    case Kind::DampingGain:
    case Kind::FrictionGain:
      report.gained += event.energy;
      add(event, most_listed, report.num_gains, report.gains);
      break;
    case Kind::Rest:
      add(event, most_listed, report.num_rests, report.rests);
      break;
  }
}

}  // namespace carom
