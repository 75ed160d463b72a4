// Adaptive steps through impacts: simulated seconds per second of processor time, evaluations and steps, and the error
// against a run at the tolerance 1e-11.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

double read_processor_time() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Case {
  std::string name;
  Model model;
  SimulationOptions options;
};

SimulationOptions make_options(double duration, const char* moving_surface, ContactRule rule) {
  SimulationOptions options{.duration = duration, .record_every = 0.05};
  rule.surface_a = moving_surface;
  rule.surface_b = "floor";
  options.contacts.rules = {std::move(rule)};
  return options;
}

// The sphere of 66 g that falls from 1 m.                                                   [azad2014, section II-C]
Case make_drop() {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0.0, 0.0, -10.0));
  builder.add_body({.name = "ball",
                    .mass = {.mass = 0.066, .inertia_about_center = 1e-5 * Matrix3::Identity()},
                    .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitZ(), .position = {1.0}}});
  ContactRule rule;
  rule.normal = normal::AzadFeatherstone{.stiffness = 1e10, .exponent = 1.5, .damping = 1e5};
  SimulationOptions options = make_options(5.0, "ball", rule);
  options.contacts.shapes = {{.body = "ball", .geometry = shapes::Point{}, .surface = "ball"},
                             {.geometry = shapes::Plane{}, .surface = "floor"}};
  return {"66 g sphere, 5 s", builder.build(), options};
}

// The double pendulum whose tip strikes a plane, with all masses at the ends of the links. [gonthier2004, section 4.2]
Case make_pendulum() {
  constexpr double kDegree = std::numbers::pi / 180.0;
  ModelBuilder builder;
  builder.set_gravity(Vector3(0.0, 0.0, -9.81));
  builder.add_body({.name = "upper",
                    .mass = {.mass = 5.0, .center_of_mass = {0.0, 0.0, -0.5}},
                    .joint = {.type = JointType::Revolute,
                              .axis = Vector3::UnitY(),
                              .position = {45.0 * kDegree},
                              .velocity = {-120.0 * kDegree}}});
  builder.add_body({.name = "lower",
                    .mass = {.mass = 2.0, .center_of_mass = {0.0, 0.0, -0.25}},
                    .joint = {.type = JointType::Revolute,
                              .parent = "upper",
                              .at = {0.0, 0.0, -0.5},
                              .axis = Vector3::UnitY(),
                              .velocity = {130.0 * kDegree}}});
  ContactRule rule;
  rule.normal = normal::Gonthier{.stiffness = 1e9, .restitution = Restitution(0.9)};
  rule.friction = friction::Gonthier{.bristle_stiffness = 1e5, .bristle_damping = std::sqrt(1e5)};
  SimulationOptions options = make_options(10.0, "tip", rule);
  options.contacts.shapes = {{.body = "lower", .geometry = shapes::Point{}, .at = {0.0, 0.0, -0.25}, .surface = "tip"},
                             {.geometry = shapes::Plane{}, .at = {0.0, 0.0, -0.61}, .surface = "floor"}};
  return {"double pendulum, 10 s", builder.build(), options};
}

struct Samples final : Observer {
  std::vector<double> positions;
  [[nodiscard]] bool observe(const Moment& moment) override {
    positions.insert(positions.end(), moment.state.q.begin(), moment.state.q.end());
    return true;
  }
};

struct Run {
  Samples samples;
  SimulationReport report;
  double seconds{};  // of processor time
};

Run simulate(const Case& what, double tolerance) {
  SimulationOptions options = what.options;
  options.integrator = AdaptiveOptions{.relative_tolerance = tolerance, .absolute_tolerance = 1e-2 * tolerance};
  Run run;
  const double start = read_processor_time();
  Simulation simulation(what.model, what.model.make_initial_state(), options);
  run.report = simulation.run(&run.samples);
  run.seconds = read_processor_time() - start;
  return run;
}

// The largest difference of positions at any sample, relative to the largest position.
double calc_error(const Run& run, const Run& reference) {
  double error = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < reference.samples.positions.size(); ++i) {
    error = std::max(error, std::abs(run.samples.positions[i] - reference.samples.positions[i]));
    largest = std::max(largest, std::abs(reference.samples.positions[i]));
  }
  return error / largest;
}

void measure(const Case& what) {
  constexpr int kBlocks = 20;  // the machine may be busy: the best of them counts
  const Run reference = simulate(what, 1e-11);
  fmt::print("{}\n  tolerance   simulated s per s   evaluations   steps   rejected   error\n", what.name);
  for (const double tolerance : {1.5e-4, 1e-4, 3e-5, 1e-5, 5e-6, 3e-6, 1e-6, 1e-7}) {
    Run run = simulate(what, tolerance);
    for (int block = 1; block < kBlocks; ++block) {
      run.seconds = std::min(run.seconds, simulate(what, tolerance).seconds);
    }
    const IntegratorStatistics& counts = run.report.statistics;
    fmt::print("  {:<9.1e}   {:>17.0f}   {:>11}   {:>5}   {:>8}   {:.1e}\n", tolerance,
               what.options.duration / run.seconds, counts.rate_evaluations, counts.steps, counts.rejected_steps,
               calc_error(run, reference));
  }
}

}  // namespace
}  // namespace carom

int main() {
  carom::measure(carom::make_pendulum());
  carom::measure(carom::make_drop());
}
