#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "carom/recording/channel_list.h"
#include "carom/recording/recording_observer.h"
#include "carom/recording/recording_reader.h"
#include "carom/report/support/temporary_folder.h"
#include "carom/scene/scene.h"

namespace carom::app {

/// The recording of a run and what feeds it.
class RunRecording {
 public:
  /// A new one, or with `goes_on` the rest of one that has a checkpoint. Without a path it lives as long as this
  /// object: for reports and exports of runs that are not kept.
  RunRecording(const std::string& path, bool goes_on, const Scene& scene, const Model& model,
               const Simulation& simulation);

  [[nodiscard]] Observer& observer() { return *observer_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Throws IoError where the recording could not be written to its end.
  void finish(const SimulationReport& report);

 private:
  [[nodiscard]] std::unique_ptr<RecordingWriter> open(bool goes_on, const Scene& scene) const;

  std::optional<TemporaryFolder> folder_;
  std::filesystem::path path_;
  ChannelList channels_;
  std::unique_ptr<RecordingWriter> writer_;
  std::optional<RecordingObserver> observer_;
};

}  // namespace carom::app
