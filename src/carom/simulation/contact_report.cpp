#include "carom/simulation/contact_report.h"

#include <algorithm>

namespace carom {
namespace {

constexpr std::size_t kMostKept = 100'000;  // of one kind at one contact

void keep(const ContactEvent& event, std::vector<ContactEvent>& list) {
  if (list.size() < kMostKept) list.push_back(event);
}

}  // namespace

void count_event(const ContactEvent& event, ContactReport& report) {
  using Kind = ContactEvent::Kind;
  report.max_depth = std::max(report.max_depth, event.peak_depth);
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
      keep(event, report.impacts);
      break;
    case Kind::LiftOff:
      keep(event, report.impacts);
      break;
    case Kind::DampingGain:
    case Kind::FrictionGain:
      keep(event, report.gains);
      break;
    case Kind::Rest:
      keep(event, report.rests);
      break;
  }
}

}  // namespace carom
