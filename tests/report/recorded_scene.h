#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "carom/recording/recording_observer.h"
#include "carom/recording/recording_reader.h"
#include "carom/scene/read_scene.h"
#include "carom/simulation/simulation.h"

namespace carom::test {

/// A folder that is gone after the test.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "carom-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline constexpr const char* kDoublePendulum = R"(
[scene]
name     = "double-pendulum"
duration = "1 s"
[[body]]
name    = "upper"
mass    = "5 kg"
inertia = { rod = [0, 0, -0.5] }
joint   = { type = "revolute", axis = [0, 1, 0], position = "45 deg" }
[[body]]
name    = "lower"
mass    = "2 kg"
inertia = { rod = [0, 0, -0.25] }
joint   = { type = "revolute", parent = "upper", at = [0, 0, -0.5], axis = [0, 1, 0], velocity = "130 deg/s" }
[[shape]]
body   = "lower"
type   = "capsule"
at     = [0, 0, -0.125]
radius = "1.5 cm"
length = "25 cm"
[[shape]]
type   = "plane"
at     = [0, 0, -1]
normal = [0, 0, 2]
[record]
every = "10 ms"
)";

enum class Ending { Finished, Killed };

/// Runs a scene and records it.
inline void record_scene(const std::string& text, const std::filesystem::path& path, Ending ending = Ending::Finished,
                         const std::vector<std::string>& overrides = {}) {
  const Scene scene = parse_scene(text, "scene.toml", overrides);
  const Model model = scene.model.build();
  Simulation simulation(model, model.make_initial_state(),
                        {.integrator = scene.simulation.integrator,
                         .duration = scene.simulation.duration,
                         .record_every = scene.record.every});
  ChannelList channels(model, simulation.ledger());
  RecordingWriter writer(path, {.program_version = "1.2.3",
                                .scene = scene.name,
                                .settings = {{"integrator", "test"}},
                                .sources = scene.sources,
                                .channels = channels.channels()});
  RecordingObserver observer(channels, writer);
  const SimulationReport report = simulation.run(&observer);
  // A recording without its end is what a killed run leaves behind.
  if (ending == Ending::Finished) (void)writer.finish(report);
}

}  // namespace carom::test
