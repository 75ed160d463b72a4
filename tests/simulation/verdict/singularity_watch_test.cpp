// A run in which a loop comes to a singular position is warned of: rounding decides how it moves on.
#include "carom/simulation/verdict/singularity_watch.h"

#include <cmath>
#include <numbers>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

using testing::HasSubstr;

constexpr double kSpeed = 0.5 * std::numbers::pi;  // of the crank  [rad/s]

// Crank and rocker of 1 m, coupler and frame of 2 m, without weight: the coupler moves on a circle without turning, so
// that the crank keeps its speed. The links are in line where its angle is a multiple of π.
Model make_parallelogram(double angle, ConstraintType closure = ConstraintType::Point, double rocker = 1.0) {
  const auto make_rod = [](double length) {
    return MassProperties{
        .mass = 1.0,
        .center_of_mass = {0.5 * length, 0.0, 0.0},
        .inertia_about_center = Vector3(1e-3, length * length / 12.0, length * length / 12.0).asDiagonal()};
  };
  const auto make_hinge = [](const std::string& parent, double at, double position, double speed) {
    return JointSpec{.type = JointType::Revolute,
                     .parent = parent,
                     .at = {at, 0.0, 0.0},
                     .axis = Vector3::UnitY(),
                     .position = {position},
                     .velocity = {speed}};
  };
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "crank", .mass = make_rod(1.0), .joint = make_hinge("world", 0.0, angle, kSpeed)});
  builder.add_body({.name = "coupler", .mass = make_rod(2.0), .joint = make_hinge("crank", 1.0, -angle, -kSpeed)});
  builder.add_body({.name = "rocker", .mass = make_rod(-1.0), .joint = make_hinge("coupler", 2.0, angle, kSpeed)});
  const double half = std::sqrt(0.5);
  const Quaternion z_along_y(half, -half, 0.0, 0.0);
  builder.add_constraint({.name = "loop",
                          .type = closure,
                          .body_b = "rocker",
                          .at_a = {2.0, 0.0, 0.0},
                          .at_b = {-rocker, 0.0, 0.0},
                          .rotation_a = z_along_y,
                          .rotation_b = z_along_y});
  return builder.build();
}

SimulationReport run_for(double duration, const Model& model, const IntegratorOptions& integrator) {
  const SimulationOptions options{.integrator = integrator, .duration = duration, .record_every = 0.1};
  return Simulation(model, model.make_initial_state(), options).run(nullptr);
}

// From −60° the links are in line after 2/3 s; errors of the time are those of the method.
TEST(SingularityWatch, AParallelogramIsWarnedOfWhereItsLinksAreInLine) {
  struct Case {
    IntegratorOptions integrator;
    double tolerance;  // [s]
  };
  const Case cases[] = {{AdaptiveOptions{}, 1e-6},
                        {AdaptiveOptions{.relative_tolerance = 1e-4, .absolute_tolerance = 1e-6}, 1e-2},
                        {AdaptiveOptions{.method = AdaptiveMethod::Radau, .relative_tolerance = 1e-10}, 1e-6},
                        {FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3}, 1e-6},
                        {FixedStepOptions{.method = FixedMethod::Rk4, .step = 0.03}, 1e-3},
                        {FixedStepOptions{.method = FixedMethod::SemiImplicitEuler, .step = 1e-3}, 1e-2}};
  const Model model = make_parallelogram(-std::numbers::pi / 3.0);
  for (const Case& own : cases) {
    const SimulationReport report = run_for(1.0, model, own.integrator);
    if (report.status == SimulationStatus::Failed) continue;  // said louder
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(report.notes[0].kind, RunNote::Kind::SingularPosition);
    EXPECT_NEAR(report.notes[0].time, 2.0 / 3.0, own.tolerance);
    EXPECT_EQ(report.verdict.grade, Grade::Warned);
    EXPECT_THAT(report.warnings.back(), HasSubstr("the loop of constraint 'loop' is in a singular position"));
    // Shortly before it there is nothing to say.
    EXPECT_TRUE(run_for(0.65, model, own.integrator).warnings.empty());
  }
}

TEST(SingularityWatch, ARunThatStartsInSuchAPositionIsWarnedOfTheStart) {
  const SimulationReport report = run_for(0.5, make_parallelogram(0.0), AdaptiveOptions{});
  if (report.status == SimulationStatus::Failed) return;
  ASSERT_EQ(report.notes.size(), 1U) << report.sentence;
  EXPECT_EQ(report.notes[0].time, 0.0);
}

// Closed by a hinge, the planar loop has three redundant rows at every position; closed by a point, one.
TEST(SingularityWatch, RowsThatAreAlwaysRedundantAreNoSingularPosition) {
  for (const ConstraintType closure : {ConstraintType::Point, ConstraintType::Hinge}) {
    const SimulationReport report =
        run_for(0.6, make_parallelogram(-std::numbers::pi / 3.0, closure), AdaptiveOptions{});
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_GT(report.rank_deficit, 0);
    EXPECT_EQ(report.verdict.grade, Grade::Passed);
  }
}

// A rocker that is longer by 5 mm does not come into line with the others: the linkage passes at a distance of about
// √0.005, which every method sees. The loop is closed by a small motion at the start, which is noted.
TEST(SingularityWatch, ALinkageThatPassesAtADistanceIsNotWarnedOf) {
  const Model model = make_parallelogram(-std::numbers::pi / 3.0, ConstraintType::Point, 1.005);
  for (const IntegratorOptions& integrator : {IntegratorOptions{AdaptiveOptions{.relative_tolerance = 1e-4}},
                                              IntegratorOptions{FixedStepOptions{.step = 1e-3}}}) {
    const SimulationReport report = run_for(3.0, model, integrator);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    for (const RunNote& note : report.notes) EXPECT_EQ(note.kind, RunNote::Kind::Assembled) << note.sentence;
  }
}

}  // namespace
}  // namespace carom
