// What a force does over a run is the integral of its function of time, for every method and formulation.
#include "carom/simulation/time_breaks.h"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulation/methods.h"

namespace carom::simulation_tests {
namespace {

using time_functions::Table;
using time_functions::TableKind;

struct Pushed {
  TimeFunction scale;
  double integral{};  // over the run  [s]
};

// 1 kg on a rail, pushed with 1 N times the function.
Model make_pushed(const TimeFunction& scale) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "mass",
                    .mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()},
                    .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX()}});
  builder.add_body_force({.name = "push", .body = "mass", .force = Vector3::UnitX(), .scale = scale});
  return builder.build();
}

// Pulses and corners of seconds and of microseconds; each table ends at zero.
std::vector<Pushed> make_pushes(double late) {
  return {
      {TimeFunction(Table{{late, late + 0.001, late + 0.201, late + 0.202}, {0.0, 1.0, 1.0, 0.0}}), 0.201},
      {TimeFunction(Table{.times = {0.0, late, late + 0.2}, .values = {0.0, 1.0, 0.0}, .kind = TableKind::Step}), 0.2},
      {TimeFunction(Table{.times = {late}, .values = {5.0}, .kind = TableKind::Pulse, .width = 1e-6}), 5e-6},
      {TimeFunction(Table{.times = {late, late + 0.3}, .values = {5.0, -2.0}, .kind = TableKind::Pulse, .width = 3e-3}),
       9e-3},
      {TimeFunction(
           Table{.times = {late, late + 0.1, late + 0.2}, .values = {0.0, 1.0, 0.0}, .kind = TableKind::Smooth}),
       0.1},
      {TimeFunction(
           Table{.times = {late, late + 0.1, late + 0.2}, .values = {0.0, 1.0, 0.0}, .kind = TableKind::Spline}),
       0.1},
  };
}

void expect_impulse(const Pushed& push, double late, const SimulationOptions& options, double tolerance,
                    const std::string& what) {
  const Model model = make_pushed(push.scale);
  const SimulationReport report = Simulation(model, model.make_initial_state(), options).run(nullptr);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << what << ": " << report.sentence;
  // Times late in a run are rounded to ε t, and so are the lengths of tables there.
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * (late + 1.0);
  EXPECT_NEAR(report.state.v[0], push.integral, tolerance * push.integral + rounding) << what << ", late " << late;
}

// A cubic is integrated exactly but for the tolerance; Bogacki's method of order three errs by h⁴ f'''/… in each step.
TEST(TimeBreaks, TheImpulseOfAnyTableIsItsIntegralForEveryMethod) {
  for (const double late : {1.0, 1234.5678, 36000.0}) {
    for (const Pushed& push : make_pushes(late)) {
      SimulationOptions options{.duration = late + 1.0, .record_every = late + 1.0};
      for (const AdaptiveMethod method : kAdaptiveMethods) {
        options.integrator = make_options(method, 1e-9);
        expect_impulse(push, late, options, 1e-6, std::string(method_name(method)));
      }
      if (late > 2000.0) continue;
      for (const FixedMethod method : kFixedMethods) {
        options.integrator = FixedStepOptions{.method = method, .step = 0.0137};
        expect_impulse(push, late, options, 1e-6, std::string(method_name(method)));
      }
    }
  }
}

// From rest to an acceleration of 1e5 m/s² at once: a first step from next to nothing is shorter than the clock can
// tell.
TEST(TimeBreaks, StrongPulsesFailUnderNoMethod) {
  for (const double strength : {1e4, 1e5}) {
    for (const double width : {1e-5, 1e-4}) {
      const Pushed push{TimeFunction(Table{.times = {1.954, 1.954 + 2.0 * width},
                                           .values = {strength, -0.5 * strength},
                                           .kind = TableKind::Pulse,
                                           .width = width}),
                        0.5 * strength * width};
      for (const AdaptiveMethod method : kAdaptiveMethods) {
        for (const double tolerance : {1e-10, 3e-11}) {
          const SimulationOptions options{.integrator = AdaptiveOptions{.method = method,
                                                                        .relative_tolerance = tolerance,
                                                                        .absolute_tolerance = 0.01 * tolerance},
                                          .duration = 3.0,
                                          .record_every = 3.0};
          expect_impulse(push, 1.954, options, 1e-7, fmt::format("{}, {:g} N", method_name(method), strength));
        }
      }
    }
  }
}

SimulationOptions make_contact_options(FormulationKind formulation, double duration) {
  ContactRule rule{.surface_a = "far", .surface_b = "floor", .normal = normal::HuntCrossley{.stiffness = 1e6}};
  rule.impact = impact::Newton{};
  return {.integrator = make_options(AdaptiveMethod::Automatic, 1e-9),
          .duration = duration,
          .record_every = duration,
          .contacts = {.shapes = {{.body = "mass", .geometry = shapes::Sphere{0.1}, .surface = "far"},
                                  {.geometry = shapes::Plane{}, .at = Vector3(0, 0, -5.0), .surface = "floor"}},
                       .rules = {rule}},
          .formulation = formulation,
          .time_stepping = {.step = 0.0137}};
}

TEST(TimeBreaks, TheImpulseOfAnyTableIsItsIntegralInEveryFormulation) {
  const std::vector<std::pair<FormulationKind, std::string>> all{{FormulationKind::Compliant, "compliant"},
                                                                 {FormulationKind::EventDriven, "event-driven"},
                                                                 {FormulationKind::TimeStepping, "time-stepping"}};
  for (const double late : {1.0, 123.45678}) {
    for (const Pushed& push : make_pushes(late)) {
      for (const auto& [formulation, name] : all) {
        SimulationOptions options = make_contact_options(formulation, late + 1.0);
        expect_impulse(push, late, options, 1e-6, name);
        if (formulation == FormulationKind::TimeStepping) continue;
        for (const FixedMethod method : kFixedMethods) {
          options.integrator = FixedStepOptions{.method = method, .step = 0.0137};
          expect_impulse(push, late, options, 1e-6, name + " " + std::string(method_name(method)));
        }
      }
    }
  }
}

// Without functions that break nothing stops a step.
TEST(TimeBreaks, SmoothFunctionsHaveNone) {
  const Model model = make_pushed(TimeFunction(time_functions::Sine{.amplitude = 1.0, .angular_frequency = 3.0}));
  const TimeBreaks breaks(model, TimeBreaks::Scope::All);
  EXPECT_EQ(breaks.next(0.0).time, std::numeric_limits<double>::infinity());
}

TEST(TimeBreaks, OnlyJumpsOfTheForceRestartTheMethod) {
  const Model steps =
      make_pushed(TimeFunction(Table{.times = {0.0, 1.0, 2.0}, .values = {0.0, 1.0, 1.0}, .kind = TableKind::Step}));
  const TimeBreaks::Stop jump = TimeBreaks(steps, TimeBreaks::Scope::All).next(0.0);
  EXPECT_EQ(jump.time, 1.0);
  EXPECT_TRUE(jump.restarts);
  const Model line = make_pushed(TimeFunction(Table{{0.0, 1.0, 2.0}, {0.0, 1.0, 0.0}}));
  const TimeBreaks::Stop corner = TimeBreaks(line, TimeBreaks::Scope::All).next(0.0);
  EXPECT_EQ(corner.time, 1.0);
  EXPECT_FALSE(corner.restarts);
}

}  // namespace
}  // namespace carom::simulation_tests
