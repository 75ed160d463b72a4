#include "carom/recording/recording_observer.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/recording/verdict_events.h"

namespace carom {
namespace {

// The name of an event's kind, and what it is about. Seventeen digits read back as the same number.
RecordedEvent describe(const std::string& contact, const ContactEvent& event) {
  using Kind = ContactEvent::Kind;
  const auto make = [&](const char* kind, std::string data) {
    return RecordedEvent{event.time, kind, contact, std::move(data)};
  };
  switch (event.kind) {
    case Kind::TouchDown:
      return make("touch-down",
                  fmt::format(R"({{"sentence":"touches down at {:.4g} m/s","approach_speed_m_per_s":{:.17g}}})",
                              event.approach_speed, event.approach_speed));
    case Kind::LiftOff:
      return make("lift-off", fmt::format(R"({{"sentence":"lifts off at {:.4g} m/s after {:.4g} s",)"
                                          R"("approach_speed_m_per_s":{:.17g},"separation_speed_m_per_s":{:.17g},)"
                                          R"("duration_s":{:.17g},"peak_force_N":{:.17g},"peak_depth_m":{:.17g}}})",
                                          event.separation_speed, event.duration, event.approach_speed,
                                          event.separation_speed, event.duration, event.peak_force, event.peak_depth));
    case Kind::Impact:
      return make(
          "impact",
          fmt::format(R"({{"sentence":"impact at {:.4g} m/s, leaves at {:.4g} m/s","approach_speed_m_per_s":{:.17g},)"
                      R"("separation_speed_m_per_s":{:.17g},"impulse_N_s":{:.17g}}})",
                      event.approach_speed, event.separation_speed, event.approach_speed, event.separation_speed,
                      event.impulse));
    case Kind::Rest:
      return make("rest", R"({"sentence":"has come to rest"})");
    case Kind::Slip:
    case Kind::Stick: {
      const bool slips = event.kind == Kind::Slip;
      return make(slips ? "slip" : "stick",
                  fmt::format(R"({{"sentence":"{} at {:.4g} m/s","slip_speed_m_per_s":{:.17g}}})",
                              slips ? "begins to slip" : "sticks", event.slip_speed, event.slip_speed));
    }
    case Kind::DampingGain:
    case Kind::FrictionGain: {
      const char* law = event.kind == Kind::DampingGain ? "normal law" : "friction law";
      return make("energy-gain",
                  fmt::format(R"({{"sentence":"its {} returned {:.4g} J more than it had stored, from {:.6g} s on",)"
                              R"("law":"{}","began_s":{:.17g},"energy_J":{:.17g}}})",
                              law, event.energy, event.time - event.duration,
                              event.kind == Kind::DampingGain ? "normal" : "friction", event.time - event.duration,
                              event.energy));
    }
  }
  return {};
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
    case RunNote::Kind::SingularPosition:
      return "singular-position";
    case RunNote::Kind::ToleranceTightened:
      return "tolerance-tightened";
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
  return writer_.add_event(describe(contact, event));
}

bool RecordingObserver::observe_note(const RunNote& note) {
  return writer_.add_event(
      {note.time, name_of(note.kind), note.contact,
       fmt::format(R"({{"sentence":"{}","energy_J":{:.17g}}})", quote_json(note.sentence), note.energy)});
}

}  // namespace carom
