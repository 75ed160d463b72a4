// What recording every step of a small mechanism adds to its run: a double pendulum, RK4, 1 ms, joints and ledger.
//
// Times are wall times: compressing and writing is done by a thread of its own, on another core where there is one.
// Each measurement is repeated and the fastest taken, the two kinds in turn, so that a busy machine disturbs both.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <numbers>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "carom/model/model_builder.h"
#include "carom/recording/recording_observer.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

constexpr double kDuration = 1000.0;  // [s]
constexpr double kStep = 1e-3;        // [s]
constexpr int kRepetitions = 7;

Model make_double_pendulum() {
  const MassProperties rod{.mass = 1.0,
                           .center_of_mass = {0.0, 0.0, -0.5},
                           .inertia_about_center = Vector3(1.0 / 12.0, 1.0 / 12.0, 1e-3).asDiagonal()};
  ModelBuilder builder;
  builder.add_body(
      {.name = "upper",
       .mass = rod,
       .joint = {.type = JointType::Revolute, .axis = Vector3::UnitY(), .position = {0.5 * std::numbers::pi}}});
  builder.add_body(
      {.name = "lower",
       .mass = rod,
       .joint = {.type = JointType::Revolute, .parent = "upper", .at = {0.0, 0.0, -1.0}, .axis = Vector3::UnitY()}});
  return builder.build();
}

SimulationOptions make_options(double record_every) {
  return {.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = kStep},
          .duration = kDuration,
          .record_every = record_every};
}

double measure_wall_seconds(auto&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void run_alone(const Model& model) {
  (void)Simulation(model, model.make_initial_state(), make_options(kDuration)).run(nullptr);
}

void run_recorded(const Model& model, const std::filesystem::path& path) {
  Simulation simulation(model, model.make_initial_state(), make_options(kStep));
  ChannelList channels(model, simulation.ledger());
  RecordingHeader header;
  header.channels = channels.channels();
  RecordingWriter writer(path, header);
  RecordingObserver observer(channels, writer);
  const SimulationReport report = simulation.run(&observer);
  if (!writer.finish(report)) std::puts(writer.error().c_str());
}

double process_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

int run() {
  const Model model = make_double_pendulum();
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("recording_benchmark_{}.carom", getpid());
  double alone = 1e9, recorded = 1e9, alone_cpu = 1e9, recorded_cpu = 1e9;
  for (int i = 0; i < kRepetitions; ++i) {
    const double before = process_seconds();
    alone = std::min(alone, measure_wall_seconds([&] { run_alone(model); }));
    const double between = process_seconds();
    recorded = std::min(recorded, measure_wall_seconds([&] { run_recorded(model, path); }));
    alone_cpu = std::min(alone_cpu, between - before);
    recorded_cpu = std::min(recorded_cpu, process_seconds() - between);
  }
  const double steps = kDuration / kStep;
  const auto size = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::remove(path);
  fmt::print("double pendulum, RK4, {} steps of {} s\n", steps, kStep);
  fmt::print("  alone      {:.3f} s wall, {:.3f} s of processors, {:.0f} ns a step\n", alone, alone_cpu,
             1e9 * alone / steps);
  fmt::print("  recorded   {:.3f} s wall, {:.3f} s of processors, {:.0f} ns a step, {:.0f} bytes a sample\n", recorded,
             recorded_cpu, 1e9 * recorded / steps, size / steps);
  fmt::print("  recording adds {:.1f} % of wall time, {:.1f} % of processor time\n", 100.0 * (recorded / alone - 1.0),
             100.0 * (recorded_cpu / alone_cpu - 1.0));
  return recorded <= 1.2 * alone ? 0 : 1;
}

}  // namespace
}  // namespace carom

int main() { return carom::run(); }
