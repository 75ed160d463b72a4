// The estimate of the longest step, against runs with shorter and longer ones.
#include "carom/simulation/compliant/stepping/step_limit.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cases/contact_cases.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using simulation_tests::kFixedMethods;
using testing::HasSubstr;

// Whether a run counts as failed whose energy account was found open: steps that are just short enough may do that.
enum class OpenAccount { Fails, IsAllowed };

// The highest energy of a run as a part of that at its start; infinite where the run failed.
double calc_growth(const cases::ContactCase& scene, FixedMethod method, double step,
                   OpenAccount account = OpenAccount::Fails) {
  struct Highest : Observer {
    double start{-1.0}, highest{};  // [J]
    [[nodiscard]] bool observe(const Moment& moment) override {
      const double energy = moment.ledger.total(LedgerKind::Stored);
      if (start < 0.0) start = energy;
      highest = std::max(highest, energy);
      return true;
    }
  } observer;
  const double duration = std::clamp(5000.0 * step, 1.0, 5.0);
  const SimulationOptions options{.integrator = FixedStepOptions{.method = method, .step = step},
                                  .duration = duration,
                                  .record_every = 0.01,
                                  .contacts = scene.contacts};
  const SimulationReport report = Simulation(scene.model, scene.model.make_initial_state(), options).run(&observer);
  const bool opened = report.sentence.find("the energy account opened") != std::string::npos;
  const bool finished = report.status == SimulationStatus::Finished || (opened && account == OpenAccount::IsAllowed);
  return finished ? observer.highest / observer.start : std::numeric_limits<double>::infinity();
}

// The worst of some steps a little apart, so that touch-downs fall at other places within them.
double calc_worst_growth(const cases::ContactCase& scene, FixedMethod method, double step, OpenAccount account) {
  double worst = 0.0;
  for (int i = 0; i < 5; ++i) worst = std::max(worst, calc_growth(scene, method, step * (1.0 - 0.02 * i), account));
  return worst;
}

// A ball that bounces with restitution 0.9. Below the estimate nothing worse happens than the error of the method
// (first-order methods: up to a half at steps this long); above it the ball gains energy, or the run fails.
TEST(StepLimit, RunsBelowItAreFineAndRunsAboveItAreNot) {
  for (const double stiffness : {1e5, 1e6, 1e7, 1e9}) {
    const cases::ContactCase scene =
        cases::make_bouncing_ball(normal::Gonthier{.stiffness = stiffness, .restitution = 0.9}, friction::None{});
    for (const FixedMethod method : kFixedMethods) {
      const StepLimits limits =
          estimate_step_limits(scene.model, scene.model.make_initial_state(), scene.contacts, method);
      const double longest = limits.normal.longest;
      ASSERT_GT(longest, 0.0);
      const bool first_order = method == FixedMethod::Euler || method == FixedMethod::SemiImplicitEuler;
      EXPECT_LT(calc_worst_growth(scene, method, 0.5 * longest, OpenAccount::IsAllowed), first_order ? 1.5 : 1.05)
          << method_name(method) << ", k = " << stiffness << ", step " << 0.5 * longest;
      EXPECT_GT(calc_worst_growth(scene, method, 3.0 * longest, OpenAccount::Fails), 2.0)
          << method_name(method) << ", k = " << stiffness << ", step " << 3.0 * longest;
    }
  }
}

// For a linear spring the impact lasts π/ω, whatever its speed, and needs 0.03^(-1/2.5) = 4.07 steps.
TEST(StepLimit, OfALinearSpringIsAFourthOfItsImpact) {
  const cases::ContactCase scene =
      cases::make_bouncing_ball(normal::KelvinVoigt{.stiffness = 1e6, .damping = 0.0}, friction::None{});
  const StepLimits limits =
      estimate_step_limits(scene.model, scene.model.make_initial_state(), scene.contacts, FixedMethod::Rk4);
  EXPECT_EQ(limits.normal.cause, StepLimit::Cause::Impact);
  EXPECT_NEAR(limits.normal.longest, std::numbers::pi * 1e-3 / 4.066, 1e-5);  // the impact is followed in 600 steps
  EXPECT_NEAR(limits.normal.mass, 1.0, 1e-12);
  EXPECT_NEAR(limits.normal.stiffness, 1e6, 1.0);
}

// Four corners of a cube under a load: the block rocks with ω² = 6 k/m, and its corner alone has 4 k/m.
TEST(StepLimit, ContactsOfOneBodyActTogether) {
  const cases::ContactCase scene = cases::make_block_on_slope(0.0, friction::None{});
  const StepLimits limits =
      estimate_step_limits(scene.model, scene.model.make_initial_state(), scene.contacts, FixedMethod::Rk4);
  EXPECT_NEAR(limits.normal.mass, 1.0 / 6.0, 1e-9);
}

// Bristles of stiffness k on a mass m: √8 √(m/k) for RK4, and no step at all for methods that move them with Euler's
// rule where nothing damps them.
TEST(StepLimit, OfBristles) {
  const auto estimate = [](const FrictionLaw& law, FixedMethod method) {
    const cases::ContactCase scene = cases::make_bouncing_ball(normal::Hertz{.stiffness = 1e4}, law);
    return estimate_step_limits(scene.model, scene.model.make_initial_state(), scene.contacts, method).friction;
  };
  const friction::Liang undamped{.friction = 0.3, .bristle_stiffness = 1e6};
  // A force on a ball's surface also turns it: 1/m + r²/I = 3.5/m.
  EXPECT_NEAR(estimate(undamped, FixedMethod::Rk4).longest, std::sqrt(8.0 / (3.5 * 1e6)), 1e-6);
  EXPECT_EQ(estimate(undamped, FixedMethod::SemiImplicitEuler).longest, 0.0);
  const friction::CundallStrack damped{.friction = 0.3, .bristle_stiffness = 1e6, .bristle_damping = 100.0};
  EXPECT_NEAR(estimate(damped, FixedMethod::SemiImplicitEuler).longest, 100.0 / 1e6, 1e-7);
  // Smoothed Coulomb friction is a damper of 3/2 μ f_n/v_ε.
  const friction::Coulomb coulomb{.static_coefficient = 0.3, .kinetic_coefficient = 0.3, .smoothing_speed = 1e-4};
  EXPECT_NEAR(estimate(coulomb, FixedMethod::Euler).longest, 2.0 / (3.5 * 1.5 * 0.3 * 9.81 / 1e-4), 1e-8);
}

TEST(StepLimit, WarningNamesContactStepAndSubsteps) {
  const cases::ContactCase scene = cases::make_gonthier_pendulum();
  SimulationOptions options{.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3},
                            .contacts = scene.contacts};
  const State initial = scene.model.make_initial_state();
  const std::vector<std::string> warnings = check_step(scene.model, initial, options);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0], HasSubstr("a step of 0.001 s is too long for contact tip/floor"));
  EXPECT_THAT(warnings[0], HasSubstr("substeps = "));
  // The advice is enough.
  const double longest = estimate_step_limits(scene.model, initial, scene.contacts, FixedMethod::Rk4).normal.longest;
  options.integrator = FixedStepOptions{
      .method = FixedMethod::Rk4, .step = 1e-3, .substeps = static_cast<int>(std::ceil(1e-3 / longest))};
  EXPECT_TRUE(check_step(scene.model, initial, options).empty());
  options.integrator = AdaptiveOptions{};
  EXPECT_TRUE(check_step(scene.model, initial, options).empty());
}

// At the stiffness of the paper a millisecond throws the pendulum about; in the sub-steps advised it settles as it
// should.
TEST(StepLimit, AMillisecondIsTooLongForGonthiersPendulum) {
  const cases::ContactCase scene = cases::make_gonthier_pendulum();
  EXPECT_GT(calc_growth(scene, FixedMethod::Rk4, 1e-3), 2.0);
  const double longest =
      estimate_step_limits(scene.model, scene.model.make_initial_state(), scene.contacts, FixedMethod::Rk4)
          .normal.longest;
  EXPECT_LT(calc_growth(scene, FixedMethod::Rk4, 1e-3 / std::ceil(1e-3 / longest)), 1.05);
}

}  // namespace
}  // namespace carom
