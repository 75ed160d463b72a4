#include "carom/recording/recording_observer.h"

#include <fmt/format.h>

namespace carom {

RecordingObserver::RecordingObserver(ChannelList& channels, RecordingWriter& writer)
    : channels_(channels), writer_(writer), values_(channels.channels().size()) {}

bool RecordingObserver::observe(const Moment& moment) {
  channels_.fill(moment, values_);
  return writer_.add_sample(values_);
}

bool RecordingObserver::observe_checkpoint(const Checkpoint& checkpoint) { return writer_.add_checkpoint(checkpoint); }

bool RecordingObserver::observe_contact(const std::string& contact, const ContactEvent& event) {
  // Seventeen digits read back as the same number.
  if (event.kind == ContactEvent::Kind::TouchDown) {
    return writer_.add_event(
        {event.time, "touch-down", contact,
         fmt::format(R"({{"sentence":"touches down at {:.4g} m/s","approach_speed_m_per_s":{:.17g}}})",
                     event.approach_speed, event.approach_speed)});
  }
  return writer_.add_event(
      {event.time, "lift-off", contact,
       fmt::format(R"({{"sentence":"lifts off at {:.4g} m/s after {:.4g} s",)"
                   R"("approach_speed_m_per_s":{:.17g},"separation_speed_m_per_s":{:.17g},"duration_s":{:.17g},)"
                   R"("peak_force_N":{:.17g},"peak_depth_m":{:.17g}}})",
                   event.separation_speed, event.duration, event.approach_speed, event.separation_speed, event.duration,
                   event.peak_force, event.peak_depth)});
}

}  // namespace carom
