// A mechanism as a differential equation, and how much faster than real time it runs.
#include <numbers>

#include <benchmark/benchmark.h>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"
#include "cases/benchmark_robots.h"

namespace carom {
namespace {

void rate_of_chain(benchmark::State& run) {
  const Model model = cases::make_chain(static_cast<int>(run.range(0)));
  State state = model.make_initial_state();
  cases::set_benchmark_state(model, state);
  MechanismSystem system(model);
  std::vector<double> y(static_cast<std::size_t>(system.size())), rate(y.size());
  system.pack(state, y);
  for (auto _ : run) {
    benchmark::DoNotOptimize(system.calc_rate(0.0, y, rate));
    benchmark::ClobberMemory();
  }
}

// Two links that swing in one plane, let go with the first level: chaotic, and no step may be long.
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

// Ten seconds with the ledger, without a recording.
void simulate_double_pendulum(benchmark::State& run, const IntegratorOptions& integrator) {
  const Model model = make_double_pendulum();
  const SimulationOptions options{.integrator = integrator, .duration = 10.0, .record_every = 10.0};
  for (auto _ : run) {
    Simulation simulation(model, model.make_initial_state(), options);
    const SimulationReport report = simulation.run(nullptr);
    if (report.status != SimulationStatus::Finished) run.SkipWithError(report.sentence.c_str());
  }
  run.counters["simulated_seconds_per_second"] =
      benchmark::Counter(options.duration * static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(rate_of_chain)->ArgName("joints")->Arg(2)->Arg(7)->Arg(36)->Arg(100);
BENCHMARK_CAPTURE(simulate_double_pendulum, rk4_step_1ms, FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_double_pendulum, adaptive_tolerance_1e_8, AdaptiveOptions{.relative_tolerance = 1e-8})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom
