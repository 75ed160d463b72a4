// How a run begins, is shown, and ends.
#include "carom/simulation/simulation.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/benchmark_robots.h"
#include "cases/linkages.h"
#include "cases/oscillators.h"
#include "cases/pendulums.h"
#include "cases/rolling.h"
#include "simulation/methods.h"
#include "simulation/trajectory_hash.h"
#include "support/allocation_counter.h"
#include "support/untrapped.h"

namespace carom {
namespace {

using namespace simulation_tests;

class KeepTimes : public Observer {
 public:
  bool observe(const Moment& moment) override {
    times_.push_back(moment.state.time);
    last_ = moment.state;
    return moment.state.time < stop_at_;
  }
  double stop_at_{std::numeric_limits<double>::infinity()};
  std::vector<double> times_;
  State last_;
};

TEST(Simulation, ShowsTheStartEveryIntervalAndTheEnd) {
  const cases::KnownMotion motion = cases::make_simple_pendulum({});
  for (const IntegratorOptions& options :
       {IntegratorOptions(FixedStepOptions{.step = 0.01}), IntegratorOptions(AdaptiveOptions{})}) {
    KeepTimes keep;
    const SimulationReport report = run(motion.model, motion.initial, options, 0.37, &keep, 0.1);
    EXPECT_EQ(report.status, SimulationStatus::Finished);
    EXPECT_EQ(report.sentence, "reached t = 0.37 s");
    EXPECT_EQ(keep.times_, (std::vector<double>{0.0, 1 * 0.1, 2 * 0.1, 3 * 0.1, 0.37}));
    EXPECT_EQ(keep.last_.q, report.state.q);
    EXPECT_EQ(keep.last_.v, report.state.v);
  }
}

// In doubles 3 · 0.1 > 0.3 and 17 · 0.0007 < 0.0119: an end that differs from a recording time by rounding.
TEST(Simulation, ShowsAnEndOnTheGridOnce) {
  struct Grid {
    int count;
    double interval;
    double duration;
  };
  const cases::KnownMotion motion = cases::make_simple_pendulum({});
  for (const auto& [count, interval, duration] :
       {Grid{3, 0.1, 0.3}, Grid{17, 0.0007, 0.0119}, Grid{50, 0.0007, 0.035}, Grid{4, 0.25, 1.0}}) {
    for (const IntegratorOptions& options :
         {IntegratorOptions(FixedStepOptions{.step = 0.01}), IntegratorOptions(AdaptiveOptions{})}) {
      KeepTimes keep;
      (void)run(motion.model, motion.initial, options, duration, &keep, interval);
      EXPECT_EQ(keep.times_.size(), static_cast<std::size_t>(count) + 1) << count << " · " << interval;
      EXPECT_EQ(keep.times_.back(), duration);
    }
  }
}

// The last ten seconds of a day of milliseconds: every sample is at start + k · interval, to the bit.
TEST(Simulation, ClockDoesNotDriftAtTheEndOfADay) {
  const cases::KnownMotion motion = cases::make_oscillator({});
  State state = motion.initial;
  state.time = 86'390.0;
  KeepTimes keep;
  const SimulationReport report = run(motion.model, state, FixedStepOptions{.step = 1e-3}, 10.0, &keep, 1e-3);
  EXPECT_EQ(report.state.time, 86'400.0);
  EXPECT_EQ(report.statistics.steps, 10'000);
  ASSERT_EQ(keep.times_.size(), 10'001U);
  for (std::size_t k = 0; k < keep.times_.size(); ++k) {
    ASSERT_EQ(keep.times_[k], k + 1 == keep.times_.size() ? 86'400.0 : 86'390.0 + static_cast<double>(k) * 1e-3);
  }
}

TEST(Simulation, StopsWhereTheObserverAsks) {
  const cases::KnownMotion motion = cases::make_simple_pendulum({});
  KeepTimes keep;
  keep.stop_at_ = 0.3;
  const SimulationReport report = run(motion.model, motion.initial, FixedStepOptions{.step = 0.05}, 1.0, &keep, 0.05);
  EXPECT_EQ(report.status, SimulationStatus::Stopped);
  EXPECT_EQ(report.sentence, "stopped at t = 0.3 s");
  EXPECT_NEAR(keep.times_.back(), 0.3, 1e-15);
  EXPECT_EQ(report.state.time, keep.times_.back());

  KeepTimes at_once;
  at_once.stop_at_ = 0.0;
  const SimulationReport none = run(motion.model, motion.initial, FixedStepOptions{}, 1.0, &at_once, 0.05);
  EXPECT_EQ(none.status, SimulationStatus::Stopped);
  EXPECT_EQ(none.state.time, 0.0);
  EXPECT_EQ(at_once.times_.size(), 1U);
}

// A recording time may be hours of computing away; who runs it can still stop it.
TEST(Simulation, StopsBetweenRecordingTimes) {
  class StopAfterThreeSteps : public KeepTimes {
   public:
    bool observe_step(const StepMoment& /*step*/) override { return ++asked_ < 3; }
    int asked_{};
  };
  const cases::KnownMotion motion = cases::make_simple_pendulum({});
  StopAfterThreeSteps observer;
  const SimulationReport report = run(motion.model, motion.initial, FixedStepOptions{.step = 0.125}, 100.0, &observer);
  EXPECT_EQ(report.status, SimulationStatus::Stopped);
  EXPECT_EQ(report.state.time, 0.375);
  EXPECT_EQ(observer.times_, std::vector<double>{0.0});
}

TEST(Simulation, RefusesOptionsOutOfRange) {
  const testing_support::Untrapped untrapped;
  const cases::KnownMotion motion = cases::make_simple_pendulum({});
  const auto make = [&](const SimulationOptions& options) { Simulation(motion.model, motion.initial, options); };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(make({.duration = bad}), InputError) << bad;
    EXPECT_THROW(make({.record_every = bad}), InputError) << bad;
    EXPECT_THROW(make({.integrator = FixedStepOptions{.step = bad}}), InputError) << bad;
    EXPECT_THROW(make({.integrator = AdaptiveOptions{.relative_tolerance = bad == 0.0 ? -1e-3 : bad}}), InputError);
  }
  EXPECT_NO_THROW(make({}));
}

TEST(Simulation, RefusesAStartThatNoPositionSatisfies) {
  cases::KnownMotion pendulum = cases::make_simple_pendulum({});
  ModelBuilder builder;
  builder.add_body(pendulum.model.spec(BodyIndex(1)));
  builder.add_constraint({.name = "too far", .type = ConstraintType::Distance, .body_b = "bob", .length = 5.0});
  const Model model = builder.build();
  EXPECT_THROW(Simulation(model, model.make_initial_state(), {}), InputError);
}

TEST(Simulation, PutsAMechanismTogetherBeforeItStarts) {
  const cases::KnownMotion motion = cases::make_four_bar({}, cases::Drive::None);
  State apart = motion.initial;
  apart.q += VectorX::Constant(3, 0.005);
  apart.v += VectorX::Constant(3, 0.1);
  KeepTimes keep;
  const SimulationReport report = run(motion.model, apart, FixedStepOptions{}, 0.1, &keep, 0.01);
  EXPECT_EQ(report.status, SimulationStatus::Finished);
  EXPECT_LT(cases::calc_error(motion, report.state), 1e-11);
  // What that took is no part of the run's account.
  EXPECT_LT(report.ledger.relative_residual(), 1e-8);
}

// The four-bar linkage with its rocker driven too.
Model make_four_bar_with_two_drives(double rocker_speed) {
  const cases::KnownMotion driven = cases::make_four_bar({}, cases::Drive::ConstantSpeed);
  ModelBuilder builder;
  for (int i = 1; i < driven.model.num_bodies(); ++i) {
    BodySpec spec = driven.model.spec(BodyIndex(i));
    if (spec.name == "rocker") {
      spec.joint.drive = {TimeFunction(time_functions::ConstantSpeed{spec.joint.position[0], rocker_speed})};
    }
    builder.add_body(spec);
  }
  builder.add_constraint(driven.model.constraint_specs()[0]);
  return builder.build();
}

TEST(Simulation, RefusesDrivesThatALoopCannotFollowFromTheStart) {
  for (const double speed : {0.0, 1.0}) {
    const Model model = make_four_bar_with_two_drives(speed);
    try {
      Simulation(model, model.make_initial_state(), {});
      ADD_FAILURE() << "a locked linkage was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("no velocities satisfy the constraints"), std::string::npos)
          << error.what();
    }
  }
}

// Velocities agree at the start, but not for longer.
TEST(Simulation, DrivesThatContradictALoopEndInASentence) {
  const cases::FourBar linkage;
  const Model model = make_four_bar_with_two_drives(linkage.calc_angles(0.0, linkage.speed).rocker_rate);
  std::vector<IntegratorOptions> all;
  for (const FixedMethod method : kFixedMethods) all.emplace_back(FixedStepOptions{.method = method});
  for (const AdaptiveMethod method : kAdaptiveMethods) all.emplace_back(make_options(method));
  for (const IntegratorOptions& options : all) {
    const SimulationReport report = run(model, model.make_initial_state(), options, 1.0);
    EXPECT_EQ(report.status, SimulationStatus::Failed);
    EXPECT_NE(report.sentence.find("the constraints contradict each other"), std::string::npos) << report.sentence;
    EXPECT_NE(report.sentence.find("driven joints"), std::string::npos) << report.sentence;
  }
}

// Drives that agree are redundant, no more: here the rocker is a table of what the crank makes it do.
TEST(Simulation, DrivesThatAgreeShareALoop) {
  const cases::FourBar linkage{.crank = 0.8, .coupler = 1.0, .rocker = 0.8, .ground = 1.0};  // a parallelogram
  const cases::KnownMotion driven = cases::make_four_bar(linkage, cases::Drive::ConstantSpeed);
  ModelBuilder builder;
  for (int i = 1; i < driven.model.num_bodies(); ++i) {
    BodySpec spec = driven.model.spec(BodyIndex(i));
    // Away from the folded position, where a parallelogram has two ways to go on.
    if (spec.name == "coupler") {
      spec.joint.position = {-1.0};
      spec.joint.velocity = {-linkage.speed};
    } else {
      spec.joint.drive = {TimeFunction(time_functions::ConstantSpeed{1.0, linkage.speed})};
    }
    builder.add_body(spec);
  }
  builder.add_constraint(driven.model.constraint_specs()[0]);
  const Model model = builder.build();
  for (const FixedMethod method : kFixedMethods) {
    const SimulationReport report =
        run(model, model.make_initial_state(), FixedStepOptions{.method = method, .step = 5e-3}, 0.3);
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_NEAR(report.state.q[1], -1.0 - linkage.speed * 0.3, 1e-12);
    EXPECT_EQ(report.rank_deficit, 4);
  }
}

// A massless arm with a bead that slides on it: with the bead on the arm's axis nothing turns.
TEST(Simulation, AJointThatMovesNoInertiaIsNamed) {
  ModelBuilder builder;
  builder.add_body({.name = "arm", .joint = {.type = JointType::Revolute}});
  builder.add_body({.name = "bead",
                    .mass = {.mass = 1.0},
                    .joint = {.type = JointType::Prismatic,
                              .parent = "arm",
                              .at = {-0.25, 0.0, 0.0},
                              .axis = Vector3::UnitX(),
                              .position = {0.25}}});
  const Model model = builder.build();
  const SimulationReport report = run(model, model.make_initial_state(), FixedStepOptions{}, 1.0);
  EXPECT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_NE(report.sentence.find("'arm'"), std::string::npos) << report.sentence;
  EXPECT_NE(report.sentence.find("moves no inertia"), std::string::npos) << report.sentence;
  EXPECT_EQ(report.state.time, 0.0);
}

TEST(Simulation, ACallbackThatGivesNaNEndsTheRunAndKeepsWhatWasShown) {
  const testing_support::Untrapped untrapped;
  ModelBuilder builder;
  builder.add_body({.name = "mass", .mass = {.mass = 1.0}, .joint = {.type = JointType::Prismatic}});
  builder.add_callback_force({.name = "broken", .add = [](const CallbackMoment& moment, AppliedForces& forces) {
                                if (moment.time > 0.5) forces.efforts[0] = std::numeric_limits<double>::quiet_NaN();
                              }});
  const Model model = builder.build();
  std::vector<IntegratorOptions> all{FixedStepOptions{.step = 0.01}};
  for (const AdaptiveMethod method : kAdaptiveMethods) all.emplace_back(make_options(method, 1e-6));
  for (const IntegratorOptions& options : all) {
    KeepTimes keep;
    const SimulationReport report = run(model, model.make_initial_state(), options, 1.0, &keep, 0.1);
    EXPECT_EQ(report.status, SimulationStatus::Failed);
    EXPECT_NE(report.sentence.find("not finite"), std::string::npos) << report.sentence;
    EXPECT_TRUE(report.state.q.allFinite());
    EXPECT_LE(report.state.time, 0.5 + 1e-12);
    for (const double time : keep.times_) EXPECT_LE(time, report.state.time);
    EXPECT_GE(keep.times_.size(), 1U);
    // Free fall up to there: z = −½ g t².
    EXPECT_NEAR(report.state.q[0], -0.5 * 9.81 * report.state.time * report.state.time, 1e-6);
  }
}

std::string run_program(const char* path) {
  FILE* pipe = popen(path, "r");
  if (pipe == nullptr) return {};
  std::array<char, 64> line{};
  const bool read = std::fgets(line.data(), line.size(), pipe) != nullptr;
  return pclose(pipe) == 0 && read ? std::string(line.data()) : std::string();
}

// Two processes, each with its own layout of memory: nothing may depend on addresses.
TEST(Simulation, GivesTheSameBitsOnEveryLaunch) {
  const std::string first = run_program(CAROM_TRAJECTORY_HASH);
  EXPECT_EQ(first.size(), 17U) << "16 digits and a line's end";
  EXPECT_EQ(run_program(CAROM_TRAJECTORY_HASH), first);
}

TEST(Simulation, GivesTheSameBitsTwiceInOneProcess) {
  const cases::KnownMotion motion = cases::make_bricard({});
  const auto hash = [&] {
    TrajectoryHash all;
    (void)run(motion.model, motion.initial, make_options(AdaptiveMethod::ArkodeExplicit), 0.3, &all, 0.01);
    return all.value();
  };
  EXPECT_EQ(hash(), hash());
}

// A state on the fixed-step grid is all there is to know: from there the motion goes on with the same bits.
TEST(Simulation, GoesOnFromASavedStateWithTheSameBits) {
  for (const FixedMethod method : kFixedMethods) {
    const FixedStepOptions options{.method = method, .step = 1.0 / 1024};
    const Model model = cases::make_chain(4);
    State state = model.make_initial_state();
    cases::set_benchmark_state(model, state);
    const State whole = run(model, state, options, 1.0).state;
    const State half = run(model, state, options, 0.5).state;
    const State rest = run(model, half, options, 0.5).state;
    EXPECT_EQ(rest.time, whole.time);
    EXPECT_EQ(rest.q, whole.q) << method_name(method);
    EXPECT_EQ(rest.v, whole.v) << method_name(method);
  }
}

TEST(Simulation, NothingIsAllocatedWhileStepping) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  for (const cases::KnownMotion& motion : cases::make_known_motions()) {
    for (const FixedMethod method : kFixedMethods) {
      MechanismSystem system(motion.model);
      const auto integrator = make_integrator(system, nullptr, FixedStepOptions{.method = method});
      std::vector<double> y(static_cast<std::size_t>(system.size()));
      system.pack(motion.initial, y);
      Ledger ledger = system.make_ledger(0.0, y);
      const std::int64_t before = testing_support::allocation_count();
      ASSERT_FALSE(integrator->restart(0.0, y).failed());
      for (int step = 0; step < 20; ++step) {
        ASSERT_FALSE(integrator->step(1.0).failed());
        ASSERT_TRUE(integrator->interpolate(integrator->time() - 0.4e-3, y));
        system.update_ledger(integrator->time(), integrator->state(), ledger);
      }
      EXPECT_EQ(testing_support::allocation_count() - before, 0) << motion.name << ", " << method_name(method);
    }
  }
}

// A redundant loop at rest without load has nothing to contradict.
TEST(Simulation, AnOverconstrainedLinkageAtRestStaysAtRest) {
  const cases::KnownMotion moving = cases::make_bricard({.slope_rate = 0.0});
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  for (int i = 1; i < moving.model.num_bodies(); ++i) builder.add_body(moving.model.spec(BodyIndex(i)));
  builder.add_constraint(moving.model.constraint_specs()[0]);
  const Model model = builder.build();
  const SimulationReport report = run(model, model.make_initial_state(), AdaptiveOptions{}, 1.0);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_LT((report.state.q - moving.initial.q).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(report.rank_deficit, 1);
}

}  // namespace
}  // namespace carom
