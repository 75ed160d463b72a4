// What recording every step of a small mechanism adds to its run: a double pendulum, RK4, 1 ms, joints and ledger.
//
// Compressing and writing is done by a thread of its own. With a core for it, the wall time is that of the thread that
// steps; on a machine that is busy otherwise it lies between that and the time of all threads. Each measurement is
// repeated and the fastest taken, the two kinds in turn, so that a busy machine disturbs both.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
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

double calc_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The least of several measurements.
struct Cost {
  double wall{std::numeric_limits<double>::infinity()};     // [s]
  double thread{std::numeric_limits<double>::infinity()};   // of a processor, by the thread that steps  [s]
  double process{std::numeric_limits<double>::infinity()};  // of processors, by all threads  [s]

  void measure(const std::function<void()>& run) {
    const auto start = std::chrono::steady_clock::now();
    const double thread_before = calc_seconds(RUSAGE_THREAD);
    const double process_before = calc_seconds(RUSAGE_SELF);
    run();
    wall = std::min(wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    thread = std::min(thread, calc_seconds(RUSAGE_THREAD) - thread_before);
    process = std::min(process, calc_seconds(RUSAGE_SELF) - process_before);
  }
};

double percent_more(double a, double b) { return 100.0 * (b / a - 1.0); }

int run() {
  const Model model = make_double_pendulum();
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("recording_benchmark_{}.carom", getpid());
  Cost alone, recorded;
  for (int i = 0; i < kRepetitions; ++i) {
    alone.measure([&] { run_alone(model); });
    recorded.measure([&] { run_recorded(model, path); });
  }
  const double steps = kDuration / kStep;
  const auto size = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::remove(path);
  fmt::print("double pendulum, RK4, {} steps of {} s, {:.0f} bytes a sample; seconds:\n", steps, kStep, size / steps);
  fmt::print("{:24}{:>10}{:>10}{:>10}\n", "", "alone", "recorded", "more");
  const auto line = [](const char* name, double a, double b) {
    fmt::print("{:24}{:>10.3f}{:>10.3f}{:>8.1f} %\n", name, a, b, percent_more(a, b));
  };
  line("wall", alone.wall, recorded.wall);
  line("thread that steps", alone.thread, recorded.thread);
  line("all threads", alone.process, recorded.process);
  return recorded.wall <= 1.2 * alone.wall ? 0 : 1;
}

}  // namespace
}  // namespace carom

int main() { return carom::run(); }
