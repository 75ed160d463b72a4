#include "carom/recording/recording_observer.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/recording/recorded_contact_event.h"
#include "carom/recording/verdict_events.h"

namespace carom {
namespace {

// What rigid contacts could do, for the notes that say so.
std::string describe_solutions(const RunNote& note) {
  if (note.contacts.empty()) return {};
  std::vector<std::string> contacts, solutions;
  for (const std::string& contact : note.contacts) contacts.push_back(fmt::format(R"("{}")", quote_json(contact)));
  for (const RunNote::Solution& solution : note.solutions) {
    solutions.push_back(fmt::format(R"({{"modes":"{}","normal_forces_N":[{:.17g}],"friction_forces_N":[{:.17g}]}})",
                                    solution.modes, fmt::join(solution.normal_forces, ","),
                                    fmt::join(solution.friction_forces, ",")));
  }
  return fmt::format(R"(,"contacts":[{}],"policy":"{}","solutions":[{}])", fmt::join(contacts, ","), note.policy,
                     fmt::join(solutions, ","));
}

const char* name_of(RunNote::Kind kind) {
  switch (kind) {
    case RunNote::Kind::EnergyGained:
      return "energy-gained";
    case RunNote::Kind::NoSolution:
      return "no-solution";
    case RunNote::Kind::SeveralSolutions:
      return "several-solutions";
    case RunNote::Kind::LawReplaced:
      return "law-replaced";
    case RunNote::Kind::Assembled:
      return "assembled";
    case RunNote::Kind::DriveJump:
      return "drive-jump";
    case RunNote::Kind::NotFound:
      return "modes-not-found";
    case RunNote::Kind::SingularPosition:
      return "singular-position";
    case RunNote::Kind::ToleranceTightened:
      return "tolerance-tightened";
    case RunNote::Kind::SteppingFallback:
      return "stepping-fallback";
  }
  return "";
}

}  // namespace

RecordingObserver::RecordingObserver(ChannelList& channels, RecordingWriter& writer)
    : channels_(channels), writer_(writer), values_(channels.channels().size()) {}

bool RecordingObserver::observe(const Moment& moment) {
  channels_.fill(moment, values_);
  return writer_.add_sample(values_);
}

bool RecordingObserver::observe_checkpoint(const Checkpoint& checkpoint) { return writer_.add_checkpoint(checkpoint); }

bool RecordingObserver::observe_contact(const std::string& contact, const ContactEvent& event) {
  return writer_.add_event(make_recorded_event(contact, event));
}

bool RecordingObserver::observe_note(const RunNote& note) {
  return writer_.add_event({note.time, name_of(note.kind), note.contact,
                            fmt::format(R"({{"sentence":"{}","energy_J":{:.17g}{}}})", quote_json(note.sentence),
                                        note.energy, describe_solutions(note))});
}

}  // namespace carom
