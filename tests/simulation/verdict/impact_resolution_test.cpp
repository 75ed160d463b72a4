// Fixed steps that are too long for an impact change its outcome, and the account need not show it.
#include "carom/simulation/verdict/impact_resolution.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/simulation/simulation.h"
#include "simulation/compliant/contact_scenes.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using simulation_tests::kFixedMethods;
using testing::HasSubstr;

constexpr double kApproach = 2.0;   // [m/s]
constexpr double kStiffness = 1e6;  // of kelvin-voigt  [N/m]

struct Outcome {
  Grade grade{};
  double restitution{};
  std::string sentence{};
};

// A ball of 1 kg that flies against a plane until it has left it.
Outcome strike(const NormalLaw& law, double gap, const IntegratorOptions& integrator) {
  const test::Ball ball{.position = {0, 0, 0.1 + gap}, .velocity = {0, 0, -kApproach}};
  const Model model = test::make_model(ball);
  SimulationOptions options = test::make_adaptive(test::make_contact(ball.radius, test::make_plane(), law), 0.1, 1e-10);
  options.integrator = integrator;
  const SimulationReport report = test::simulate(model, options);
  const double speed = report.state.v[5];
  return {report.verdict.grade, speed / kApproach, report.verdict.sentence};
}

// Gaps are random: the ball touches down anywhere in a step.
TEST(ImpactResolution, ImpactsThatFixedStepsDoNotResolveAreWarnedOfOrFail) {
  // What is doubtful is off by little, and what is neither by less.
  constexpr double kPassed = 0.03, kWarned = 0.08;
  const NormalLaw laws[] = {normal::KelvinVoigt{.stiffness = kStiffness, .damping = 300.0},
                            normal::HuntCrossley{.stiffness = 1e7, .alpha = 0.2},
                            normal::Gonthier{.stiffness = 1e7, .restitution = 0.5}, normal::Hertz{.stiffness = 1e7}};
  std::mt19937 random(20);
  std::uniform_real_distribution<double> gap(1e-4, 4e-3), exponent(-5.0, -2.5);
  double worst_passed = 0.0, worst_warned = 0.0;
  int failed = 0;
  for (const NormalLaw& law : laws) {
    const Outcome exact = strike(law, 1e-3, AdaptiveOptions{.relative_tolerance = 1e-10, .absolute_tolerance = 1e-12});
    for (const FixedMethod method : kFixedMethods) {
      for (int i = 0; i < 20; ++i) {
        const double step = std::pow(10.0, exponent(random)), at = gap(random);
        const Outcome outcome = strike(law, at, FixedStepOptions{.method = method, .step = step});
        const double off = std::abs(outcome.restitution - exact.restitution);
        const std::string what = fmt::format("{} of {:g} s, gap {:g} m: {} for {}", method_name(method), step, at,
                                             outcome.restitution, exact.restitution);
        switch (outcome.grade) {
          case Grade::Passed:
            EXPECT_LT(off, kPassed) << what;
            worst_passed = std::max(worst_passed, off);
            break;
          case Grade::Warned:
            EXPECT_LT(off, kWarned) << what;
            worst_warned = std::max(worst_warned, off);
            break;
          case Grade::Failed:
            ++failed;
            break;
        }
      }
    }
  }
  RecordProperty("worst_passed", fmt::format("{:.3g}", worst_passed));
  RecordProperty("worst_warned", fmt::format("{:.3g}", worst_warned));
  EXPECT_GT(failed, 50);
}

TEST(ImpactResolution, ForceThatBeginsAtOnceNeedsShorterSteps) {
  // h d/(2 m) is 12 %, and the account is closed.
  const NormalLaw law = normal::KelvinVoigt{.stiffness = kStiffness, .damping = 300.0};
  const Outcome outcome = strike(law, 1e-3, FixedStepOptions{.method = FixedMethod::Rk4, .step = 8e-4});
  EXPECT_EQ(outcome.grade, Grade::Failed);
  EXPECT_THAT(outcome.sentence, HasSubstr("steps of 0.0008 s do not resolve the impact of contact ball/ground"));
  EXPECT_THAT(outcome.sentence, HasSubstr("try substeps = "));
}

TEST(ImpactResolution, ImpactOfManyStepsPasses) {
  const Outcome outcome =
      strike(normal::Hertz{.stiffness = 1e7}, 1e-3, FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-4});
  EXPECT_EQ(outcome.grade, Grade::Passed) << outcome.sentence;
  EXPECT_NEAR(outcome.restitution, 1.0, 1e-3);
}

}  // namespace
}  // namespace carom
