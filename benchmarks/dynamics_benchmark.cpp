// The algorithms one by one, on the robots that are also compared with other engines.
#include <numbers>

#include <benchmark/benchmark.h>

#include "carom/dynamics/constrained_dynamics.h"
#include "carom/dynamics/crba.h"
#include "carom/dynamics/rnea.h"
#include "cases/benchmark_robots.h"

namespace carom {
namespace {

// A robot in motion with the workspaces of every algorithm; a chain of so many joints, 0 for the quadruped.
struct Bench {
  explicit Bench(Model of) : model(std::move(of)) {
    cases::set_benchmark_state(model, state);
    calc_kinematics(model, state.q, state.v, kinematics);
    benchmark::DoNotOptimize(calc_forward_dynamics(model, kinematics, forces, articulated, v_rate));
  }
  explicit Bench(benchmark::State& run)
      : Bench(run.range(0) == 0 ? cases::make_quadruped() : cases::make_chain(static_cast<int>(run.range(0)))) {
    if (run.range(0) == 0) run.SetLabel("quadruped");
  }

  Model model;
  State state{model.make_initial_state()};
  Kinematics kinematics{model};
  AppliedForces forces{model};
  ArticulatedBodies articulated{model};
  VectorX v_rate{VectorX::Zero(model.num_velocities())};
};

void kinematics(benchmark::State& run) {
  Bench bench(run);
  for (auto _ : run) {
    calc_kinematics(bench.model, bench.state.q, bench.state.v, bench.kinematics);
    benchmark::ClobberMemory();
  }
}

void forward_dynamics(benchmark::State& run) {
  Bench bench(run);
  for (auto _ : run) {
    benchmark::DoNotOptimize(
        calc_forward_dynamics(bench.model, bench.kinematics, bench.forces, bench.articulated, bench.v_rate));
    benchmark::ClobberMemory();
  }
}

void response(benchmark::State& run) {
  Bench bench(run);
  bench.forces.efforts.setOnes();
  for (auto _ : run) {
    calc_response(bench.model, bench.kinematics, bench.forces, bench.articulated, bench.v_rate);
    benchmark::ClobberMemory();
  }
}

void inverse_dynamics(benchmark::State& run) {
  Bench bench(run);
  InverseDynamics workspace(bench.model);
  VectorX efforts(bench.model.num_velocities());
  for (auto _ : run) {
    calc_inverse_dynamics(bench.model, bench.kinematics, bench.forces, bench.v_rate, workspace, efforts);
    benchmark::ClobberMemory();
  }
}

void mass_matrix(benchmark::State& run) {
  Bench bench(run);
  CompositeBodies workspace(bench.model);
  MatrixX M(bench.model.num_velocities(), bench.model.num_velocities());
  for (auto _ : run) {
    calc_mass_matrix(bench.model, bench.kinematics, workspace, M);
    benchmark::ClobberMemory();
  }
}

// Crank, coupler and rocker of 1 m in a parallelogram on two pivots 1 m apart, closed by a hinge: 5 rows, 3 redundant.
Model make_four_bar() {
  const MassProperties rod{.mass = 1.0,
                           .center_of_mass = {0.5, 0.0, 0.0},
                           .inertia_about_center = Vector3(1e-3, 1.0 / 12.0, 1.0 / 12.0).asDiagonal()};
  const auto add_rod = [&rod](ModelBuilder& builder, const std::string& name, const std::string& parent,
                              const Vector3& at, double angle) {
    builder.add_body(
        {.name = name,
         .mass = rod,
         .joint = {
             .type = JointType::Revolute, .parent = parent, .at = at, .axis = Vector3::UnitY(), .position = {angle}}});
  };
  ModelBuilder builder;
  add_rod(builder, "crank", "world", Vector3::Zero(), -1.0);
  add_rod(builder, "coupler", "crank", Vector3::UnitX(), 1.0);
  add_rod(builder, "rocker", "world", Vector3::UnitX(), -1.0);
  // The constraint's axis is the z-axis of its frames: turned onto y.
  const Quaternion onto_y = quaternion_from_rotation_vector({-0.5 * std::numbers::pi, 0.0, 0.0});
  builder.add_constraint({.name = "loop",
                          .type = ConstraintType::Hinge,
                          .body_a = "coupler",
                          .body_b = "rocker",
                          .at_a = Vector3::UnitX(),
                          .at_b = Vector3::UnitX(),
                          .rotation_a = onto_y,
                          .rotation_b = onto_y});
  return builder.build();
}

// All of an evaluation, kinematics included.
void constrained_dynamics_of_four_bar(benchmark::State& run) {
  Bench bench(make_four_bar());
  bench.state = bench.model.make_initial_state();
  ConstraintWorkspace workspace(bench.model);
  for (auto _ : run) {
    calc_kinematics(bench.model, bench.state.q, bench.state.v, bench.kinematics);
    benchmark::DoNotOptimize(calc_constrained_dynamics(bench.model, bench.kinematics, bench.state.q, bench.forces,
                                                       bench.articulated, workspace, bench.v_rate));
    benchmark::ClobberMemory();
  }
}

void robots(benchmark::internal::Benchmark* family) { family->ArgName("joints")->Arg(7)->Arg(36)->Arg(100)->Arg(0); }

BENCHMARK(kinematics)->Apply(robots);
BENCHMARK(forward_dynamics)->Apply(robots);
BENCHMARK(response)->Apply(robots);
BENCHMARK(inverse_dynamics)->Apply(robots);
BENCHMARK(mass_matrix)->Apply(robots);
BENCHMARK(constrained_dynamics_of_four_bar);

}  // namespace
}  // namespace carom
