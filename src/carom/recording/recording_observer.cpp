#include "carom/recording/recording_observer.h"

#include <string>

#include <fmt/format.h>

namespace carom {
namespace {

const char* kind_name(ContactEvent::Kind kind) {
  switch (kind) {
    case ContactEvent::Kind::TouchDown:
      return "touch-down";
    case ContactEvent::Kind::LiftOff:
      return "lift-off";
    case ContactEvent::Kind::Impact:
      return "impact";
    case ContactEvent::Kind::Rest:
      return "rest";
  }
  return "";
}

// As JSON. Seventeen digits read back as the same number.
std::string describe(const ContactEvent& event) {
  switch (event.kind) {
    case ContactEvent::Kind::TouchDown:
      return fmt::format(R"({{"sentence":"touches down at {:.4g} m/s","approach_speed_m_per_s":{:.17g}}})",
                         event.approach_speed, event.approach_speed);
    case ContactEvent::Kind::Impact:
      return fmt::format(
          R"({{"sentence":"impact at {:.4g} m/s, leaves at {:.4g} m/s","approach_speed_m_per_s":{:.17g},)"
          R"("separation_speed_m_per_s":{:.17g},"impulse_N_s":{:.17g}}})",
          event.approach_speed, event.separation_speed, event.approach_speed, event.separation_speed, event.impulse);
    case ContactEvent::Kind::Rest:
      return R"({"sentence":"has come to rest"})";
    case ContactEvent::Kind::LiftOff:
      break;
  }
  return fmt::format(R"({{"sentence":"lifts off at {:.4g} m/s after {:.4g} s",)"
                     R"("approach_speed_m_per_s":{:.17g},"separation_speed_m_per_s":{:.17g},"duration_s":{:.17g},)"
                     R"("peak_force_N":{:.17g},"peak_depth_m":{:.17g}}})",
                     event.separation_speed, event.duration, event.approach_speed, event.separation_speed,
                     event.duration, event.peak_force, event.peak_depth);
}

// Text inside the quotation marks of JSON.
std::string quote(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
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
  return writer_.add_event({event.time, kind_name(event.kind), contact, describe(event)});
}

bool RecordingObserver::observe_note(const RunNote& note) {
  const char* const kind = note.kind == RunNote::Kind::EnergyGained ? "energy-gained"
                           : note.kind == RunNote::Kind::NoSolution ? "no-solution"
                                                                    : "several-solutions";
  return writer_.add_event(
      {note.time, kind, note.contact,
       fmt::format(R"({{"sentence":"{}","energy_J":{:.17g}}})", quote(note.sentence), note.energy)});
}

}  // namespace carom
