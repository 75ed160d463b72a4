// Fixed steps that are too long for the friction of a contact fail, also where the energy account is closed.
#include "carom/simulation/compliant/stepping/half_step_check.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/simulation/simulation.h"
#include "cases/contact_cases.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using simulation_tests::kFixedMethods;
using testing::HasSubstr;

constexpr double kGravity = 9.81;

// A block of 1 kg on a slope, which starts to slide down with a speed.
SimulationReport slide(double slope, double speed, const FrictionLaw& law, const FixedStepOptions& integrator,
                       double duration) {
  const cases::ContactCase scene = cases::make_block_on_slope(slope, law);
  State initial = scene.model.make_initial_state();
  initial.v[3] = speed;
  const SimulationOptions options{
      .integrator = integrator, .duration = duration, .record_every = duration, .contacts = scene.contacts};
  return Simulation(scene.model, initial, options).run(nullptr);
}

// At 0.5 m/s the bristles relax within z̄/v = 1.4e-7 s. Steps of 1e-5 s leave them at the bound of static friction, and
// so do their halves: the block is slowed down by a third too much, while the account is closed.
TEST(HalfStepCheck, StiffBristlesInFastSlidingFail) {
  const friction::LuGre law{
      .static_coefficient = 0.4, .kinetic_coefficient = 0.3, .bristle_stiffness = 1e7, .bristle_damping = 20.0};
  for (const FixedMethod method : kFixedMethods) {
    const SimulationReport report = slide(0.6, 0.5, law, {.method = method, .step = 1e-5}, 0.02);
    EXPECT_EQ(report.status, SimulationStatus::Failed) << method_name(method);
    EXPECT_THAT(report.sentence, HasSubstr("steps of 1e-05 s are too long for the friction of contact block/floor"))
        << method_name(method);
    EXPECT_THAT(report.sentence, HasSubstr("is stable up to about")) << method_name(method);
  }
}

// The same bristles made soft are followed: v = v₀ + g (sin α − μ cos α) t, less the little that static friction takes
// until the bristles are stretched.
TEST(HalfStepCheck, BristlesThatTheStepsFollowPass) {
  const friction::LuGre law{
      .static_coefficient = 0.3, .kinetic_coefficient = 0.3, .bristle_stiffness = 1e4, .bristle_damping = 20.0};
  const double duration = 0.1;
  const SimulationReport report = slide(0.6, 0.5, law, {.method = FixedMethod::Rk4, .step = 1e-5}, duration);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_TRUE(report.warnings.empty()) << report.warnings.front();
  EXPECT_NEAR(report.state.v[3], 0.5 + kGravity * (std::sin(0.6) - 0.3 * std::cos(0.6)) * duration, 5e-3);
}

// A tangential spring that is far too stiff for the steps is at the cone from the first of them on: as long as the
// block slides, friction is μ f_n, and the motion right. The first step starts from a spring without force: rk4 has μ
// f_n in two of its four stages, z' being v at z = 0 and 0 beyond the cone, and so half of the friction of that step.
// This speed stays: μ g cos α h/2, and a hundredth of it for the normal force, which settles.
TEST(HalfStepCheck, SlidingAtTheConeIsRightHoweverLongTheSteps) {
  const friction::CundallStrack law{.friction = 0.3, .bristle_stiffness = 1e9};
  const double duration = 0.1, step = 1e-4;
  const SimulationReport report = slide(0.6, 0.5, law, {.method = FixedMethod::Rk4, .step = step}, duration);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const double missed = 0.3 * kGravity * std::cos(0.6) * 0.5 * step;
  EXPECT_NEAR(report.state.v[3], 0.5 + kGravity * (std::sin(0.6) - 0.3 * std::cos(0.6)) * duration + missed,
              1e-2 * missed);
}

// The same spring cannot hold the block: √(4 k/m) h = 6 is beyond the limit of every method.
TEST(HalfStepCheck, BristlesThatAreToHoldABlockFailBeyondTheirLimit) {
  const friction::CundallStrack law{.friction = 0.5, .bristle_stiffness = 1e9, .bristle_damping = 100.0};
  for (const FixedMethod method : kFixedMethods) {
    const SimulationReport report = slide(0.2, 0.0, law, {.method = method, .step = 1e-4}, 0.2);
    EXPECT_EQ(report.status, SimulationStatus::Failed) << method_name(method) << ": " << report.sentence;
  }
}

}  // namespace
}  // namespace carom
