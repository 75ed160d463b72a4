#include "carom/recording/recording_observer.h"

namespace carom {

RecordingObserver::RecordingObserver(ChannelList& channels, RecordingWriter& writer)
    : channels_(channels), writer_(writer), values_(channels.channels().size()) {}

bool RecordingObserver::observe(const Moment& moment) {
  channels_.fill(moment, values_);
  return writer_.add_sample(values_);
}

bool RecordingObserver::observe_checkpoint(const Checkpoint& checkpoint) { return writer_.add_checkpoint(checkpoint); }

}  // namespace carom
