#include "carom/simulation/mechanism/stop_limit.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/model/model_builder.h"

namespace carom {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kStiffness = 1000.0;  // [N·m/rad]
constexpr double kInertia = 0.4;       // about the axle  [kg·m²]

// A wheel on an axle whose turn ends at 1 rad.
Model make_wheel(double stiffness = kStiffness) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec wheel;
  wheel.name = "wheel";
  wheel.mass.mass = 1.0;
  wheel.mass.inertia_about_center = kInertia * Matrix3::Identity();
  wheel.joint.name = "axle";
  wheel.joint.type = JointType::Revolute;
  wheel.joint.velocity = {2.0};
  wheel.joint.limits = {{.lower = -1.0, .upper = 1.0, .stiffness = stiffness}};
  builder.add_body(wheel);
  return builder.build();
}

// ω = √(k/I): semi-implicit Euler is stable below h ω = 2, rk4 below √8.
TEST(StopLimit, IsThatOfTheStopsSpringAndTheInertiaOfItsJoint) {
  const Model model = make_wheel();
  const double omega = std::sqrt(kStiffness / kInertia);
  for (const auto& [method, stable] :
       {std::pair(FixedMethod::SemiImplicitEuler, 2.0), std::pair(FixedMethod::Rk4, std::sqrt(8.0))}) {
    const auto limits = estimate_stop_limits(model, model.make_initial_state(), method);
    ASSERT_EQ(limits.size(), 1U);
    EXPECT_EQ(limits.front().joint, "joint 'axle'");
    EXPECT_NEAR(limits.front().inertia, kInertia, 1e-14);
    // The limit of rk4 on the imaginary axis is approached to the fifth power: 1e-13 of growth is 1e-3 of it away.
    EXPECT_NEAR(limits.front().longest, stable / omega, 1e-3 * stable / omega);
  }
}

std::vector<std::string> check(FixedMethod method, double step) {
  const Model model = make_wheel();
  SimulationOptions options;
  options.integrator = FixedStepOptions{.method = method, .step = step};
  return check_stops(model, model.make_initial_state(), options);
}

TEST(StopLimit, StepsThatAreTooLongAreWarnedOfByTheNameOfTheJoint) {
  const std::vector<std::string> warnings = check(FixedMethod::Rk4, 0.1);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings.front(), HasSubstr("too long for the stop of joint 'axle', should it be reached"));
  EXPECT_THAT(warnings.front(), HasSubstr("1e+03 N·m/rad against 0.4 kg·m²"));
  EXPECT_THAT(check(FixedMethod::Rk4, 0.05), IsEmpty());
  EXPECT_THAT(check(FixedMethod::SemiImplicitEuler, 0.05), testing::SizeIs(1));
}

// What the limit promises: below it the wheel comes back no faster than it came; a quarter above it, it does.
TEST(StopLimit, DividesReboundsThatKeepTheirSpeedFromThoseThatGainIt) {
  const Model model = make_wheel();
  const double limit =
      estimate_stop_limits(model, model.make_initial_state(), FixedMethod::SemiImplicitEuler).front().longest;
  const auto rebound = [&](double step) {
    SimulationOptions options;
    options.duration = 1.0;
    options.record_every = 1.0;
    options.integrator = FixedStepOptions{.method = FixedMethod::SemiImplicitEuler, .step = step};
    Simulation simulation(model, model.make_initial_state(), options);
    return std::abs(simulation.run(nullptr).state.v[0]);
  };
  EXPECT_LT(rebound(0.1 * limit), 2.0 * 1.1);
  EXPECT_GT(rebound(1.25 * limit), 2.0 * 1.1);
}

TEST(StopLimit, AdaptiveStepsHaveNone) {
  const Model model = make_wheel();
  EXPECT_THAT(check_stops(model, model.make_initial_state(), {}), IsEmpty());
}

}  // namespace
}  // namespace carom
