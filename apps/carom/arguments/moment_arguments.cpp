#include "apps/carom/arguments/moment_arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/carom/output/open_recording.h"
#include "apps/carom/output/output_kind.h"
#include "apps/carom/terminal/stop_signal.h"
#include "carom/base/input_error.h"
#include "carom/recording/channel_names.h"
#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/simulation.h"

namespace carom::app {
namespace {

double parse_time(const std::string& text) {
  double time{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(time)) {
    throw UsageError(fmt::format("--at: expected a time in seconds, as in --at 1.23, found '{}'", text));
  }
  return time;
}

[[noreturn]] void refuse_time(double time, double first, double last, const std::string& whose) {
  throw InputError("--at",
                   fmt::format("{:g} s is out of range: {} goes from {:g} s to {:g} s", time, whose, first, last));
}

SceneMoment begin(Scene scene) {
  Model model = scene.model.build();
  State state = model.make_initial_state();
  return {std::move(scene), std::move(model), std::move(state), {}};
}

SceneMoment run_up_to(double time, Scene scene) {
  SceneMoment moment = begin(std::move(scene));
  SimulationOptions options = make_options(moment.scene);
  if (time < 0.0 || time > options.duration) refuse_time(time, 0.0, options.duration, "the scene");
  if (time == 0.0) return moment;
  options.duration = options.record_every = time;
  options.checkpoint_every = 0.0;
  options.stop = StopSignal::token();
  Simulation simulation(moment.model, moment.state, options);
  const SimulationReport report = simulation.run(nullptr);
  if (report.status != SimulationStatus::Finished) {
    throw RunFailure(fmt::format("the run did not reach t = {:g} s: {}", time, report.sentence));
  }
  moment.state = report.state;
  moment.origin = fmt::format("at t = {:.9g} s of a run of the scene", report.state.time);
  return moment;
}

/// The numbers of some channels at one sample. Throws InputError where a channel was not recorded.
VectorX read_numbers(RecordingReader& recording, std::int64_t sample, std::span<const Channel> wanted) {
  std::vector<std::size_t> places;
  for (const Channel& channel : wanted) {
    const auto& channels = recording.header().channels;
    const auto found = std::ranges::find(channels, channel.name, &Channel::name);
    if (found == channels.end()) {
      throw InputError(recording.path().string(),
                       fmt::format("holds no '{}': it was recorded without the coordinates of joints; give the scene "
                                   "itself, which is then run up to that moment",
                                   channel.name));
    }
    places.push_back(static_cast<std::size_t>(found - channels.begin()));
  }
  VectorX numbers(static_cast<Eigen::Index>(places.size()));
  recording.read_samples(sample, 1, [&](const SampleBlock& block) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      numbers[static_cast<Eigen::Index>(i)] = block.column(places[i]).front();
    }
  });
  return numbers;
}

SceneMoment read_sample(RecordingReader& recording, double time) {
  const std::vector<double> times = recording.read_channel(0);
  if (times.empty()) throw InputError(recording.path().string(), "holds no samples");
  if (time < times.front() || time > times.back()) refuse_time(time, times.front(), times.back(), "the recording");
  const auto nearest = std::ranges::min_element(times, {}, [&](double each) { return std::abs(each - time); });

  SceneMoment moment = begin(read_scene_again(recording.header().sources));
  // Named as ChannelList names them: positions and velocities right after the time.
  std::vector<Channel> wanted{{"time_s", "s", "time"}};
  for (const auto& part : {name_positions(moment.model), name_velocities(moment.model)}) {
    wanted.insert(wanted.end(), part.begin(), part.end());
  }
  make_names_unique(wanted);
  const VectorX numbers = read_numbers(recording, nearest - times.begin(), wanted);
  if (!numbers.allFinite()) {
    throw InputError(recording.path().string(), fmt::format("its sample at {:g} s is not finite", *nearest));
  }
  moment.state.time = numbers[0];
  moment.state.q = numbers.segment(1, moment.model.num_positions());
  moment.state.v = numbers.tail(moment.model.num_velocities());
  moment.origin = fmt::format("at t = {:.9g} s, the sample of the recording nearest to {:.9g} s", *nearest, time);
  return moment;
}

}  // namespace

bool is_recording(const std::string& path) {
  return std::filesystem::is_regular_file(path) && output_kinds::kRecording.matches(read_head(path));
}

void MomentArguments::declare(CommandLine& line) {
  line.add("--at", at,
           "The time to look at [s]: of a scene where its run is then, of a recording its nearest sample; default: the "
           "start of the scene");
  line.add("--contact", contacts,
           "Look only at this contact, as in foot/ground (all its points) or foot/ground:corner1; may be repeated");
}

SceneMoment MomentArguments::read(Scene scene) const {
  return at.empty() ? begin(std::move(scene)) : run_up_to(parse_time(at), std::move(scene));
}

SceneMoment MomentArguments::read(const SceneArguments& arguments) const {
  if (!is_recording(arguments.path)) return read(arguments.read());
  if (!arguments.overrides.empty()) {
    throw UsageError("--set changes a scene: a recording holds the scene that it was made from");
  }
  RecordingReader recording = open_recording(arguments.path);
  if (at.empty()) {
    const std::vector<double> times = recording.read_channel(0);
    throw UsageError(
        times.empty() ? "the recording holds no samples"
                      : fmt::format("a recording needs --at TIME, from {:g} s to {:g} s", times.front(), times.back()));
  }
  return read_sample(recording, parse_time(at));
}

}  // namespace carom::app
