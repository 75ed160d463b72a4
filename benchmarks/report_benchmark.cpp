// How long a page takes to make from a large recording, and how much memory. Not a loop of Google Benchmark: it is one
// long task, and the peak of memory is that of the process.
//
//   report_benchmark [MEGABYTES [FOLDER]]   makes a recording of that size (100); in a folder that is named both stay
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "carom/recording/channel_list.h"
#include "carom/recording/recording_writer.h"
#include "carom/report/page/page.h"
#include "carom/scene/read_scene.h"
#include "carom/simulation/simulation.h"

namespace {

using namespace carom;
using Clock = std::chrono::steady_clock;

constexpr int kJoints = 12;

// A chain of rods.
std::string make_scene() {
  std::string text = "[scene]\nname = \"chain\"\n";
  for (int i = 0; i < kJoints; ++i) {
    text += fmt::format(
        "[[body]]\nname = \"rod{0}\"\nmass = 1.0\ninertia = {{ rod = [0, 0, -1] }}\n"
        "joint = {{ type = \"revolute\", parent = \"{1}\", at = [0, 0, {2}], axis = [0, 1, 0] }}\n",
        i, i == 0 ? "world" : fmt::format("rod{}", i - 1), i == 0 ? 0 : -1);
  }
  return text;
}

// Any smooth motion will do: what is measured is how numbers are read, not how they are found.
void make_recording(const std::filesystem::path& path, std::uintmax_t bytes) {
  const Scene scene = parse_scene(make_scene(), "chain.toml");
  const Model model = scene.model.build();
  const Simulation simulation(model, model.make_initial_state(), {});
  const ChannelList channels(model, simulation.ledger());
  RecordingWriter writer(path, {.program_version = "",
                                .scene = scene.name,
                                .settings = {},
                                .sources = scene.sources,
                                .channels = channels.channels()});
  std::vector<double> sample(channels.channels().size());
  for (std::int64_t i = 0; i % 1000 != 0 || std::filesystem::file_size(path) < bytes; ++i) {
    sample[0] = 1e-4 * static_cast<double>(i);
    for (std::size_t c = 1; c < sample.size(); ++c) sample[c] = std::sin(sample[0] * static_cast<double>(c));
    if (!writer.add_sample(sample)) break;
  }
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace

int main(int argc, char** argv) {
  const double megabytes = argc > 1 ? std::atof(argv[1]) : 100.0;
  const bool keep = argc > 2;
  const std::filesystem::path folder =
      keep ? std::filesystem::path(argv[2]) : std::filesystem::temp_directory_path() / "carom-report-benchmark";
  std::filesystem::create_directories(folder);
  make_recording(folder / "run.carom", static_cast<std::uintmax_t>(megabytes * 1e6));
  const double before = peak_megabytes();

  const Clock::time_point start = Clock::now();
  RecordingReader reader(folder / "run.carom");
  const LoadedRun run = load_run(reader);
  const double load_seconds = seconds_since(start);
  Page page("chain");
  page.add_run(run);
  page.write(folder / "page.html");
  const double seconds = seconds_since(start);

  fmt::print("recording {:.0f} MB, {} samples of {} channels\n",
             static_cast<double>(std::filesystem::file_size(folder / "run.carom")) / 1e6, run.recorded_samples,
             run.header.channels.size());
  fmt::print("page      {:.1f} MB, {} rows, {} frames\n",
             static_cast<double>(std::filesystem::file_size(folder / "page.html")) / 1e6, run.table.rows(),
             run.replay ? run.replay->poses.frames() : 0);
  fmt::print("time      {:.2f} s, of which {:.2f} s read\n", seconds, load_seconds);
  fmt::print("memory    {:.0f} MB at most ({:.0f} MB before)\n", peak_megabytes(), before);
  if (!keep) std::filesystem::remove_all(folder);
  return 0;
}
