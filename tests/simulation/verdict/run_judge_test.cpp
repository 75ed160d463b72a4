// Every run is judged by its account: what the method explains passes, at every scale; what it does not, fails.
#include "carom/simulation/verdict/run_judge.h"

#include <atomic>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/model/model_builder.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"
#include "cases/known_motion.h"
#include "simulation/compliant/contact_scenes.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using simulation_tests::kFixedMethods;
using testing::HasSubstr;

// A block on a spring, of any mass, frequency and swing.
Model make_oscillator(double mass, double frequency, double swing) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body(
      {.name = "block",
       .mass = {.mass = mass, .inertia_about_center = mass * Matrix3::Identity()},
       .joint = {.type = JointType::Prismatic, .position = {swing}, .stiffness = {mass * frequency * frequency}}});
  return builder.build();
}

SimulationReport run_free(const Model& model, const IntegratorOptions& integrator, double duration,
                          StopToken stop = {}) {
  const SimulationOptions options{
      .integrator = integrator, .duration = duration, .record_every = duration, .stop = stop};
  return Simulation(model, model.make_initial_state(), options).run(nullptr);
}

AdaptiveOptions make_adaptive(double tolerance) {
  return {.relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance};
}

// Scales by a million either way: the verdict has no unit of its own.
TEST(RunJudge, GoodRunsPassAtEveryScale) {
  for (const double mass : {1e-6, 1.0, 1e6}) {
    for (const double frequency : {1e-2, 1.0, 1e3}) {
      for (const double swing : {1e-3, 1.0, 1e3}) {
        const Model model = make_oscillator(mass, frequency, swing);
        for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
          const SimulationReport report = run_free(model, make_adaptive(tolerance), 20.0 / frequency);
          EXPECT_EQ(report.verdict.grade, Grade::Passed)
              << mass << " kg, " << frequency << " rad/s, " << swing
              << " m: " << fmt::format("{}", fmt::join(report.warnings, "\n"));
        }
      }
    }
  }
}

TEST(RunJudge, KnownMotionsPassUnderEveryFixedMethodAtShortSteps) {
  for (const cases::KnownMotion& motion : cases::make_known_motions()) {
    for (const FixedMethod method : kFixedMethods) {
      const SimulationOptions options{
          .integrator = FixedStepOptions{.method = method, .step = motion.duration / 20'000},
          .duration = motion.duration,
          .record_every = motion.duration};
      const SimulationReport report = Simulation(motion.model, motion.initial, options).run(nullptr);
      EXPECT_NE(report.verdict.grade, Grade::Failed)
          << motion.name << ", " << method_name(method) << ": " << report.sentence;
    }
  }
}

// Gain of energy in each step: 1 + (h ω)². After n of them exp(n (h ω)²).
TEST(RunJudge, ExplicitEulerIsWarnedOfAndThenFails) {
  const Model model = make_oscillator(1.0, 1.0, 1.0);
  const auto run = [&](double gain) {
    const double step = 0.02;  // (h ω)² = 4e-4
    return run_free(model, FixedStepOptions{.method = FixedMethod::Euler, .step = step},
                    step * std::log1p(gain) / 4e-4);
  };
  EXPECT_EQ(run(0.01).verdict.grade, Grade::Passed);
  EXPECT_EQ(run(0.05).verdict.grade, Grade::Warned);
  EXPECT_EQ(run(0.2).verdict.grade, Grade::Failed);
  const SimulationReport failed = run(10.0);
  EXPECT_EQ(failed.status, SimulationStatus::Failed);
  EXPECT_EQ(failed.verdict.grade, Grade::Failed);
  EXPECT_THAT(failed.sentence, HasSubstr("created"));
  EXPECT_THAT(failed.sentence, HasSubstr("joint 'block'"));
  EXPECT_THAT(failed.sentence, HasSubstr("try a step ten times shorter"));
}

// Beyond the limit of stability numbers double with each step, up to any size: the run ends long before.
TEST(RunJudge, AnUnstableMethodEndsTheRunAtOnce) {
  const Model model = make_oscillator(1.0, 1.0, 1.0);
  for (const FixedMethod method : kFixedMethods) {
    const SimulationReport report = run_free(model, FixedStepOptions{.method = method, .step = 4.0}, 4000.0);
    EXPECT_EQ(report.status, SimulationStatus::Failed) << method_name(method);
    EXPECT_LT(std::abs(report.state.q[0]), 1e40) << method_name(method);
  }
}

// A force whose power nobody books: what a mistake in a law or in an event looks like to the account.
TEST(RunJudge, AnAccountThatOpensFailsWithItsMoment) {
  // At 1 s the state is changed behind the integrator's back, by a checkpoint with another velocity.
  const Model model = make_oscillator(1.0, 1.0, 1.0);
  const SimulationOptions options{
      .integrator = make_adaptive(1e-8), .duration = 400.0, .record_every = 0.1, .checkpoint_every = 1.0};
  struct KeepFirst : Observer {
    bool observe(const Moment& /*moment*/) override { return true; }
    bool observe_checkpoint(const Checkpoint& checkpoint) override {
      first = checkpoint;
      return false;
    }
    Checkpoint first;
  } keeper;
  const SimulationReport begun = Simulation(model, model.make_initial_state(), options).run(&keeper);
  ASSERT_EQ(begun.status, SimulationStatus::Stopped);
  EXPECT_EQ(Simulation(model, keeper.first, options).run(nullptr).verdict.grade, Grade::Passed);
  Checkpoint pushed = keeper.first;
  pushed.y[1] *= 1.5;
  const SimulationReport report = Simulation(model, pushed, options).run(nullptr);
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_THAT(report.sentence, HasSubstr("the energy account opened at t = 1."));
  EXPECT_LT(report.state.time, 200.0) << "it fails while it runs";
}

// A body at rest moves no energy but rounding; one that falls for a kilometre moves all of it.
TEST(RunJudge, RestAndLongFallsPass) {
  for (const double height : {0.0, 1e3, 1e6}) {
    test::Ball ball{.position = {0, 0, height + 0.1}, .gravity = {0, 0, -9.81}};
    const ContactSetup contacts = test::make_contact(ball.radius, test::make_plane({0, 0, height}),
                                                     normal::HuntCrossley{.stiffness = 1e7, .alpha = 0.5});
    const SimulationReport rest = test::simulate(test::make_model(ball), test::make_adaptive(contacts, 1.0, 1e-8));
    EXPECT_EQ(rest.verdict.grade, Grade::Passed) << "at rest " << height << " m above zero: " << rest.sentence;
    EXPECT_TRUE(rest.warnings.empty()) << rest.warnings.front();
  }
  const test::Ball falling{.position = {0, 0, 1000.0}, .gravity = {0, 0, -9.81}};
  const ContactSetup contacts =
      test::make_contact(falling.radius, test::make_plane(), normal::HuntCrossley{.stiffness = 1e9, .alpha = 0.1});
  const SimulationReport fall = test::simulate(test::make_model(falling), test::make_adaptive(contacts, 20.0, 1e-8));
  EXPECT_EQ(fall.verdict.grade, Grade::Passed) << fall.sentence;
}

TEST(RunJudge, ImpactsPassUnderEveryFixedMethodThatResolvesThem) {
  const test::Ball ball{.position = {0, 0, 0.2}, .gravity = {0, 0, -9.81}};
  const ContactSetup contacts =
      test::make_contact(ball.radius, test::make_plane(), normal::HuntCrossley{.stiffness = 1e5, .alpha = 0.2});
  for (const FixedMethod method : kFixedMethods) {
    SimulationOptions options = test::make_adaptive(contacts, 1.0, 1e-8);
    options.integrator = FixedStepOptions{.method = method, .step = 2e-5};
    const SimulationReport report = test::simulate(test::make_model(ball), options);
    // Explicit Euler gains a hundredth at these steps, which is worth a word.
    const Grade expected = method == FixedMethod::Euler ? Grade::Warned : Grade::Passed;
    EXPECT_EQ(report.verdict.grade, expected)
        << method_name(method) << ": " << (report.warnings.empty() ? report.sentence : report.warnings.front());
  }
}

// A stop comes inside a step: the state is that of the last good one.
TEST(RunJudge, AStopTokenEndsARunInsideAStep) {
  const Model model = make_oscillator(1.0, 1.0, 1.0);
  const std::atomic<bool> stop{true};
  const SimulationReport report = run_free(model, make_adaptive(1e-8), 1e9, StopToken(stop));
  EXPECT_EQ(report.status, SimulationStatus::Stopped);
  EXPECT_EQ(report.state.time, 0.0);
  EXPECT_EQ(report.verdict.grade, Grade::Passed);
}

}  // namespace
}  // namespace carom
