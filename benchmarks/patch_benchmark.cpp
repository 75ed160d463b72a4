// A contact patch, step by step: a ball pressed, pulled and spun on a half-space, on grids of n × n elements of which
// the contact takes four fifths each way. Warm steps move on by about one per cent of the depth; the cold one starts
// from nothing. Time is that of the processor. On small grids, what matrices take instead of transforms.
#include <algorithm>
#include <cmath>

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "carom/patch/contact_patch.h"

namespace carom {
namespace {

constexpr double kRadius = 0.01, kDepth = 1e-4;  // [m]

PatchOptions make_ball(int num_across) {
  const PatchGrid grid = make_square_grid(num_across, 1.25 * std::sqrt(kRadius * kDepth));
  const PairCompliance pair = make_pair_compliance(ElasticMaterial{.young = 3e6, .poisson = 0.5}, std::nullopt);
  PatchOptions options{.grid = grid,
                       .influence = make_half_space_influence(pair, grid.dx, grid.dy),
                       .profile = PatchField(grid.size()),
                       .friction = 0.4};
  for (int i = 0; i < grid.size(); ++i) {
    options.profile[i] = (std::pow(grid.x(i), 2) + std::pow(grid.y(i), 2)) / (2.0 * kRadius);
  }
  return options;
}

/// Round a loop of 100 steps, the shift by a quarter of what makes all slip.
PatchMotion make_motion(int step) {
  const double angle = 2.0 * 3.14159265358979 * step / 100.0;
  return {.depth = kDepth * (1.0 - 0.1 * (1.0 - std::cos(angle))),
          .shift_x = 1e-5 * std::sin(angle),
          .shift_y = 3e-6 * std::sin(2.0 * angle),
          .spin = 3e-3 * std::sin(angle)};
}

void count_memory(benchmark::State& state) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void warm_step(benchmark::State& state) {
  ContactPatch patch(make_ball(static_cast<int>(state.range(0))));
  int step = 0;
  bool converged = patch.advance(make_motion(0), 1.0).converged;
  double iterations = 0.0;
  for (auto _ : state) {
    const PatchReport report = patch.advance(make_motion(++step), 1.0);
    converged = converged && report.converged;
    iterations += report.iterations;
  }
  if (!converged) state.SkipWithError("a step did not converge");
  state.counters["iterations"] = benchmark::Counter(iterations, benchmark::Counter::kAvgIterations);
  count_memory(state);
}

void cold_step(benchmark::State& state) {
  const PatchOptions options = make_ball(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    ContactPatch patch(options);
    state.ResumeTiming();
    if (!patch.advance(make_motion(15), 1.0).converged) state.SkipWithError("the step did not converge");
  }
}

void set_up(benchmark::State& state) {
  const PatchOptions options = make_ball(static_cast<int>(state.range(0)));
  for (auto _ : state) ContactPatch patch(options);
}

/// Displacement and preconditioner of pressure and shear, by transforms (0) or matrices (1): a plane of strips, or an
/// area.
void apply_operators(benchmark::State& state) {
  const auto across = static_cast<int>(state.range(0)), rows = static_cast<int>(state.range(1));
  const PatchGrid grid = rows == 1 ? make_line_grid(across, 1e-3, 1e-2) : make_square_grid(across, 1e-3);
  const PairCompliance pair = make_pair_compliance(ElasticMaterial{.young = 3e6, .poisson = 0.3}, std::nullopt);
  const int limit = state.range(2) == 0 ? 0 : grid.size();
  ElasticOperator elastic(
      grid,
      rows == 1 ? make_plane_strain_influence(pair, grid.dx, 0.1) : make_half_space_influence(pair, grid.dx, grid.dy),
      {.strips = limit, .elements = limit});
  PatchElements all(grid);
  all.choose([](int) { return true; });
  PatchField pressure = PatchField::Ones(grid.size()), u_z = pressure;
  ShearVector traction(all.size(), {1.0, 0.0}), u = traction;
  for (auto _ : state) {
    elastic.calc_normal(pressure, u_z);
    elastic.precondition_normal(u_z, pressure);
    elastic.calc_shear(all, traction, u);
    elastic.precondition_shear(all, u, traction);
    benchmark::ClobberMemory();
    // The inverse is an approximate one: what comes back must not grow from turn to turn.
    pressure.setOnes();
    std::fill(traction.begin(), traction.end(), Eigen::Vector2d(1.0, 0.0));
  }
}

// The same twenty steps on every grid: some are harder than others.
BENCHMARK(warm_step)->Arg(32)->Arg(64)->Arg(128)->Arg(256)->Arg(512)->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(cold_step)->Arg(32)->Arg(64)->Arg(128)->Arg(256)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK(apply_operators)
    ->ArgNames({"across", "rows", "matrices"})
    ->ArgsProduct({{16, 64, 128, 256}, {1}, {0, 1}})
    ->ArgsProduct({{5, 6, 7, 8}, {2}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(set_up)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom
