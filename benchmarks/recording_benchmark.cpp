// What recording every step of a small mechanism adds to its run: a double pendulum, RK4, 1 ms, joints and ledger.
//
// Compressing and writing is done by a thread of its own. With a core for it, the wall time is that of the thread that
// steps; on a machine that is busy otherwise it lies between that and the time of all threads. Runs with and without
// follow each other many times, and the median of the ratios counts: a busy moment disturbs few of the pairs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "carom/model/model_builder.h"
#include "carom/recording/recording_observer.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

constexpr double kDuration = 100.0;  // [s]
constexpr double kStep = 1e-3;       // [s]
constexpr int kPairs = 61;

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

struct Cost {
  double wall{};     // [s]
  double thread{};   // of a processor, by the thread that steps  [s]
  double process{};  // of processors, by all threads  [s]
};

Cost measure(const std::function<void()>& run) {
  const auto start = std::chrono::steady_clock::now();
  const double thread_before = calc_seconds(RUSAGE_THREAD);
  const double process_before = calc_seconds(RUSAGE_SELF);
  run();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          calc_seconds(RUSAGE_THREAD) - thread_before, calc_seconds(RUSAGE_SELF) - process_before};
}

double find_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Pair {
  Cost alone, recorded;
};

// Prints a line of the table and returns the median ratio.
double print_line(const char* name, const std::vector<Pair>& pairs, double Cost::*part) {
  std::vector<double> alone, recorded, ratios;
  for (const Pair& pair : pairs) {
    alone.push_back(pair.alone.*part);
    recorded.push_back(pair.recorded.*part);
    ratios.push_back(pair.recorded.*part / (pair.alone.*part));
  }
  const double ratio = find_median(ratios);
  fmt::print("{:24}{:>10.4f}{:>10.4f}{:>8.1f} %\n", name, find_median(alone), find_median(recorded),
             100.0 * (ratio - 1.0));
  return ratio;
}

int run() {
  const Model model = make_double_pendulum();
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("recording_benchmark_{}.carom", getpid());
  std::vector<Pair> pairs(kPairs);
  for (Pair& pair : pairs) {
    pair.alone = measure([&] { run_alone(model); });
    pair.recorded = measure([&] { run_recorded(model, path); });
  }
  const double steps = kDuration / kStep;
  const auto size = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::remove(path);
  fmt::print("double pendulum, RK4, {} steps of {} s, {:.0f} bytes a sample; medians, seconds:\n", steps, kStep,
             size / steps);
  fmt::print("{:24}{:>10}{:>10}{:>10}\n", "", "alone", "recorded", "more");
  const double wall = print_line("wall", pairs, &Cost::wall);
  print_line("thread that steps", pairs, &Cost::thread);
  print_line("all threads", pairs, &Cost::process);
  return wall <= 1.2 ? 0 : 1;
}

}  // namespace
}  // namespace carom

int main() { return carom::run(); }
