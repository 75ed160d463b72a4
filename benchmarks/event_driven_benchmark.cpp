// The same scenes with rigid and with compliant contacts: how much the stiffness of contacts costs.
#include <cmath>
#include <numbers>

#include <benchmark/benchmark.h>

#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

struct TouchingScene {
  Model model;
  ContactSetup contacts;
  double duration{};  // [s]
};

ContactSetup touch_floor(const std::string& body, const Vector3& at, double floor, ContactRule rule) {
  rule.surface_a = "tip";
  rule.surface_b = "floor";
  return {{{.body = body, .geometry = shapes::Point{}, .at = at, .surface = "tip"},
           {.geometry = shapes::Plane{}, .at = Vector3(0, 0, floor), .surface = "floor"}},
          {rule}};
}

// From 1 m, until some time after it has come to rest.
TouchingScene make_bouncing_ball() {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  builder.add_body({.name = "ball",
                    .mass = {.mass = 1.0, .inertia_about_center = 0.1 * Matrix3::Identity()},
                    .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitZ(), .position = {1.0}}});
  ContactRule rule{.normal = normal::Gonthier{.stiffness = 1e9, .restitution = 0.5}};
  rule.impact = impact::Stronge{.restitution = 0.5};
  return {builder.build(), touch_floor("ball", Vector3::Zero(), 0.0, rule), 2.0};
}

// Gonthier's: strikes, bounces, slides to and fro, sticks.
TouchingScene make_touching_pendulum() {
  constexpr double kDegree = std::numbers::pi / 180.0;
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  builder.add_body({.name = "upper",
                    .mass = {.mass = 5.0, .center_of_mass = {0, 0, -0.5}},
                    .joint = {.type = JointType::Revolute,
                              .axis = Vector3::UnitY(),
                              .position = {45.0 * kDegree},
                              .velocity = {-120.0 * kDegree}}});
  builder.add_body({.name = "lower",
                    .mass = {.mass = 2.0, .center_of_mass = {0, 0, -0.25}},
                    .joint = {.type = JointType::Revolute,
                              .parent = "upper",
                              .at = {0, 0, -0.5},
                              .axis = Vector3::UnitY(),
                              .velocity = {130.0 * kDegree}}});
  ContactRule rule{.normal = normal::Gonthier{.stiffness = 1e9, .restitution = 0.9},
                   .friction = friction::Gonthier{.static_coefficient = 0.15,
                                                  .kinetic_coefficient = 0.12,
                                                  .bristle_stiffness = 1e5,
                                                  .bristle_damping = std::sqrt(1e5),
                                                  .stribeck_speed = 0.1,
                                                  .dwell_time = 0.75}};
  rule.impact = impact::Stronge{.restitution = 0.9, .friction = 0.12, .static_friction = 0.15};
  return {builder.build(), touch_floor("lower", Vector3(0, 0, -0.25), -0.61, rule), 10.0};
}

void simulate_touching(benchmark::State& run, TouchingScene (*make_scene)(), FormulationKind formulation) {
  const TouchingScene scene = make_scene();
  const SimulationOptions options{.integrator = AdaptiveOptions{.relative_tolerance = 1e-6, .absolute_tolerance = 1e-8},
                                  .duration = scene.duration,
                                  .record_every = scene.duration,
                                  .contacts = scene.contacts,
                                  .formulation = formulation};
  for (auto _ : run) {
    Simulation simulation(scene.model, scene.model.make_initial_state(), options);
    const SimulationReport report = simulation.run(nullptr);
    if (report.status != SimulationStatus::Finished) run.SkipWithError(report.sentence.c_str());
  }
  run.counters["simulated_seconds_per_second"] =
      benchmark::Counter(scene.duration * static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(simulate_touching, bouncing_ball_compliant, make_bouncing_ball, FormulationKind::Compliant)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_touching, bouncing_ball_rigid, make_bouncing_ball, FormulationKind::EventDriven)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_touching, double_pendulum_compliant, make_touching_pendulum, FormulationKind::Compliant)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_touching, double_pendulum_rigid, make_touching_pendulum, FormulationKind::EventDriven)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom
