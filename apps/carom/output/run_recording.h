#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "carom/recording/channel_list.h"
#include "carom/recording/recording_observer.h"
#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_resumption.h"
#include "carom/report/support/temporary_folder.h"
#include "carom/scene/scene.h"

namespace carom::app {

/// The recording of a run and what feeds it.
class RunRecording {
 public:
  /// A new one; one that is there is replaced only where asked for. Without a path it lives as long as this object: for
  /// reports and exports of runs that are not kept.
  RunRecording(const std::string& path, bool replace, const Scene& scene, const Model& model,
               const Simulation& simulation);
  /// The rest of one that has a checkpoint. Throws InputError where this program would record something else.
  RunRecording(RecordingResumption&& resumption, const Scene& scene, const Model& model, const Simulation& simulation);

  [[nodiscard]] Observer& observer() { return *observer_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Throws IoError where the recording could not be written to its end.
  void finish(const SimulationReport& report);

 private:
  std::optional<TemporaryFolder> folder_;
  std::filesystem::path path_;
  ChannelList channels_;
  RecordingHeader header_;
  std::unique_ptr<RecordingWriter> writer_;
  std::optional<RecordingObserver> observer_;
};

}  // namespace carom::app
