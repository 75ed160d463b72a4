// Laws that a program brings along pass where ours pass.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/contact/normal/bring_law.h"
#include "contact/normal/measured_law.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

constexpr double kMass = 0.5, kRadius = 0.1;

Model make_ball(const Vector3& velocity) {
  return test::make_model(
      {.mass = kMass, .radius = kRadius, .position = Vector3(0, 0, kRadius + 1e-3), .velocity = velocity});
}

SimulationReport strike(const NormalLaw& law, bool fixed) {
  SimulationOptions options = test::make_adaptive(test::make_contact(kRadius, test::make_plane(), law), 0.02, 1e-10);
  if (fixed) options.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-6};
  return test::simulate(make_ball(Vector3(0, 0, -1.0)), options);
}

// A measured curve that is a straight line is the law of Walton and Braun.
TEST(BroughtLaws, ANormalLawWithThreeNumbersOfMemoryRuns) {
  const normal::Measured pad{.stiffness = 4e6, .depths = {1e-3}, .forces = {1e3}};
  const normal::WaltonBraun ours{.stiffness = 1e6, .unloading_stiffness = 4e6};
  for (const bool fixed : {false, true}) {
    const SimulationReport expected = strike(ours, fixed), report = strike(bring_law(pad), fixed);
    ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << report.sentence;
    const ContactEvent& impact = report.contacts.front().impacts.front();
    const ContactEvent& other = expected.contacts.front().impacts.front();
    EXPECT_NEAR(impact.separation_speed, other.separation_speed, fixed ? 1e-5 : 1e-8);
    EXPECT_NEAR(impact.separation_speed, 0.5, fixed ? 1e-3 : 1e-8);
    EXPECT_NEAR(impact.peak_depth / other.peak_depth, 1.0, 1e-6);
    EXPECT_NEAR(report.ledger.residual(), 0.0, fixed ? 1e-4 : 1e-9);
    EXPECT_TRUE(report.contacts.front().gains.empty());
  }
}

// Hertz' law, brought: nothing to remember.
class Spring : public CustomNormalLaw {
 public:
  [[nodiscard]] PowerSpring spring() const override { return {kStiffness, 1.5}; }
  [[nodiscard]] NormalForce evaluate(double depth, double /*rate*/, std::span<const double> /*memory*/) const override {
    const double force = kStiffness * depth * std::sqrt(depth);
    return {force, force};
  }
  [[nodiscard]] double stored(double depth, std::span<const double> /*memory*/) const override {
    return 0.4 * kStiffness * depth * depth * std::sqrt(depth);
  }
  static constexpr double kStiffness = 1e9;
};

TEST(BroughtLaws, ANormalLawWithoutMemoryRuns) {
  const SimulationReport report = strike(normal::Custom{std::make_shared<const Spring>()}, false);
  ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << report.sentence;
  EXPECT_NEAR(report.contacts.front().impacts.front().separation_speed, 1.0, 1e-8);
  const SimulationReport ours = strike(normal::Hertz{.stiffness = Spring::kStiffness}, false);
  EXPECT_NEAR(report.contacts.front().impacts.front().duration / ours.contacts.front().impacts.front().duration, 1.0,
              1e-9);
}

// Viscous, whatever presses.
class Oil : public CustomFrictionLaw {
 public:
  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double /*normal_force*/,
                                       const FrictionMemory& /*memory*/) const override {
    FrictionForce result;
    result.force = -kDamping * slip;
    return result;
  }
  [[nodiscard]] FrictionGradient calc_gradient(double /*normal_force*/, double /*slip_speed*/) const override {
    return {.damping = kDamping};
  }
  static constexpr double kDamping = 20.0;
};

TEST(BroughtLaws, AFrictionLawRuns) {
  const normal::Hertz spring{.stiffness = 1e9};
  SimulationOptions options = test::make_adaptive(
      test::make_contact(kRadius, test::make_plane(), spring, friction::Custom{std::make_shared<const Oil>()}), 0.02,
      1e-10);
  const SimulationReport report = test::simulate(make_ball(Vector3(1.0, 0, -1.0)), options);
  ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << report.sentence;
  const double touching = report.contacts.front().impacts.front().duration;
  // The slip of a ball falls 7/2 times as fast as its center slows down.
  const double slowed = (1.0 - std::exp(-3.5 * Oil::kDamping * touching / kMass)) / 3.5;
  EXPECT_NEAR(report.state.v[3], 1.0 - slowed, 1e-8);
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9);
}

}  // namespace
}  // namespace carom
