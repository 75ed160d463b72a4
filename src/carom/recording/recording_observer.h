#pragma once

#include <vector>

#include "carom/recording/channel_list.h"
#include "carom/recording/recording_writer.h"

namespace carom {

/// Writes what it is shown. Asks the run to stop where the writer failed; RecordingWriter::error() then says why.
class RecordingObserver final : public Observer {
 public:
  /// Both must outlive the observer; the writer's channels are those of the list.
  RecordingObserver(ChannelList& channels, RecordingWriter& writer);

  [[nodiscard]] bool observe(const Moment& moment) override;
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override;
  [[nodiscard]] bool observe_contact(const std::string& contact, const ContactEvent& event) override;
  [[nodiscard]] bool observe_note(const RunNote& note) override;

 private:
  ChannelList& channels_;
  RecordingWriter& writer_;
  std::vector<double> values_;
};

}  // namespace carom
