// Every normal law in the simulator: one battery, and the closed forms of single laws.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "contact/normal/sample_laws.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using test::ContactWatcher;

constexpr double kMass = 0.5, kSpeed = 2.0, kHeight = 2e-3, kRadius = 0.1;
constexpr double kTouch = kHeight / kSpeed;  // when it touches  [s]
constexpr double kImpactEnergy = kMass * kSpeed * kSpeed / 2.0;

// A ball without weight above the ground, coming straight down.
Model make_falling_ball() {
  return test::make_model({.mass = kMass,
                           .radius = kRadius,
                           .position = Vector3(0, 0, kRadius + kHeight),
                           .velocity = Vector3(0, 0, -kSpeed)});
}

SimulationOptions make_impact(const NormalLaw& law, double duration, double tolerance = 1e-10) {
  return test::make_adaptive(test::make_contact(kRadius, test::make_plane(), law), duration, tolerance);
}

// One impact, to the end of which 20 ms are plenty.
SimulationReport strike(const NormalLaw& law, Observer* observer = nullptr, double tolerance = 1e-10) {
  SimulationOptions options = make_impact(law, 0.02, tolerance);
  options.record_every = 1e-6;
  return test::simulate(make_falling_ball(), options, observer);
}

class EveryNormalLaw : public testing::TestWithParam<NormalLaw> {};

TEST_P(EveryNormalLaw, IsZeroApartAndNeverPulls) {
  ContactWatcher watcher;
  const SimulationReport report = strike(GetParam(), &watcher);
  ASSERT_EQ(report.contacts.front().impacts.size(), 1U) << test::describe(GetParam());
  const double end = report.contacts.front().impacts.front().time;
  int touching = 0;
  for (const ContactWatcher::Sample& sample : watcher.samples) {
    EXPECT_GE(sample.forces.normal, 0.0) << "t = " << sample.time;
    if (sample.time < kTouch || sample.time > end) {
      EXPECT_EQ(sample.forces.normal, 0.0) << "t = " << sample.time;
    }
    touching += sample.touching ? 1 : 0;
    // Nothing acts before: the velocity keeps its bits.
    if (sample.time < kTouch) {
      EXPECT_EQ(sample.state.v[5], -kSpeed);
    }
  }
  EXPECT_GT(touching, 3);
}

// The force a moment after touch-down falls with that moment, for every law but the linear one: its damper acts at
// once.
TEST_P(EveryNormalLaw, IsContinuousAtTouchDownUnlessItIsLinear) {
  const auto force_after = [&](double moment) {
    ContactWatcher watcher;
    (void)test::simulate(make_falling_ball(), make_impact(GetParam(), kTouch + moment), &watcher);
    return watcher.samples.back().forces.normal;
  };
  const double early = force_after(1e-13), later = force_after(1e-11);
  if (const auto* linear = std::get_if<normal::KelvinVoigt>(&GetParam())) {
    EXPECT_NEAR(early, linear->damping * kSpeed, 1e-3);
    EXPECT_NEAR(later, linear->damping * kSpeed, 1e-1);
    return;
  }
  // As the depth to a power of 1/2 or more.
  EXPECT_GT(early, 0.0);
  EXPECT_LT(early, 0.11 * later);
}

TEST_P(EveryNormalLaw, DissipatesAndTheAccountCloses) {
  const SimulationReport report = strike(GetParam());
  ASSERT_EQ(report.contacts.front().impacts.size(), 1U);
  const ContactEvent& impact = report.contacts.front().impacts.front();
  const double lost = report.ledger.total(LedgerKind::Dissipated);
  const double left = kMass * impact.separation_speed * impact.separation_speed / 2.0;
  EXPECT_GT(impact.separation_speed, 0.0);
  EXPECT_LE(impact.separation_speed, kSpeed * (1.0 + 1e-9));
  EXPECT_GE(lost, -1e-9 * kImpactEnergy);
  EXPECT_NEAR(lost + left, kImpactEnergy, 1e-8 * kImpactEnergy);
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-8 * kImpactEnergy) << test::describe(GetParam());
  EXPECT_TRUE(report.contacts.front().gains.empty());
}

// Depth and force are those between the steps, too: at two tolerances they agree to the looser one.
TEST_P(EveryNormalLaw, HasItsPeaksLocated) {
  const auto peak = [&](double tolerance) {
    return strike(GetParam(), nullptr, tolerance).contacts.front().impacts.front();
  };
  const ContactEvent coarse = peak(1e-6), fine = peak(1e-11);
  EXPECT_NEAR(coarse.peak_depth / fine.peak_depth, 1.0, 2e-6) << test::describe(GetParam());
  EXPECT_NEAR(coarse.peak_force / fine.peak_force, 1.0, 2e-5) << test::describe(GetParam());
}

std::vector<NormalLaw> make_every_law() {
  std::vector<NormalLaw> laws = test::make_lossy_laws();
  laws.emplace_back(normal::Hertz{.stiffness = 1e10});
  for (const NormalLaw& law : test::make_plastic_laws()) laws.push_back(law);
  return laws;
}
INSTANTIATE_TEST_SUITE_P(Battery, EveryNormalLaw, testing::ValuesIn(make_every_law()), [](const auto& law) {
  std::string name = test::describe(law.param) + std::to_string(law.index);
  std::ranges::replace(name, '-', '_');
  return name;
});

// ½ m v² = 2/5 k X^(5/2), f = k X^(3/2), and half of the contact lasts ∫ dx/√(v² − 4k x^(5/2)/5m) = I X/v with
// I = ∫₀¹ du/√(1 − u^(5/2)) = √π Γ(7/5)/Γ(9/10).
TEST(NormalLaws, HertzHasTheClosedFormsDepthForceAndDuration) {
  constexpr double kStiffness = 3e9;
  for (const double tolerance : {1e-7, 1e-10}) {
    const SimulationReport report = strike(normal::Hertz{.stiffness = kStiffness}, nullptr, tolerance);
    const ContactEvent& impact = report.contacts.front().impacts.front();
    const double depth = std::pow(1.25 * kMass * kSpeed * kSpeed / kStiffness, 0.4);
    const double integral = std::sqrt(std::numbers::pi) * std::tgamma(1.4) / std::tgamma(0.9);
    EXPECT_NEAR(impact.peak_depth / depth, 1.0, 10.0 * tolerance);
    EXPECT_NEAR(impact.peak_force / (kStiffness * std::pow(depth, 1.5)), 1.0, 10.0 * tolerance);
    EXPECT_NEAR(impact.duration / (2.0 * integral * depth / kSpeed), 1.0, 10.0 * tolerance);
    EXPECT_EQ(report.contacts.front().max_depth, impact.peak_depth);
  }
}

// m ẍ + c ẋ + k x = 0 from x = 0: the depth is largest at ω t = atan(ω/β), β = c/2m.
TEST(NormalLaws, LinearLawHasTheClosedFormsDepthAndItsJumpAsForce) {
  constexpr double kStiffness = 1e6, kDamping = 1200.0;
  const SimulationReport report = strike(normal::KelvinVoigt{.stiffness = kStiffness, .damping = kDamping});
  const ContactEvent& impact = report.contacts.front().impacts.front();
  const double decay = kDamping / (2.0 * kMass), frequency = std::sqrt(kStiffness / kMass - decay * decay);
  const double angle = std::atan2(frequency, decay);
  const double depth = kSpeed / frequency * std::exp(-decay * angle / frequency) * std::sin(angle);
  EXPECT_NEAR(impact.peak_depth / depth, 1.0, 1e-9);
  // So much damping that the force only falls.
  EXPECT_NEAR(impact.peak_force / (kDamping * kSpeed), 1.0, 1e-12);
}

// x(t) → α x(t/α) keeps all speeds: α^−2.5 k and α^−1.5 λ.                              [azad2014, section III]
TEST(NormalLaws, ScalingOfAzadAndFeatherstoneKeepsTheRestitution) {
  const normal::AzadFeatherstone law{.stiffness = 1e9, .damping = 2e4};
  const ContactEvent impact = strike(law).contacts.front().impacts.front();
  for (const double alpha : {0.1, 0.5, 3.0, 10.0}) {
    const normal::AzadFeatherstone scaled{.stiffness = std::pow(alpha, -2.5) * law.stiffness,
                                          .damping = std::pow(alpha, -1.5) * law.damping};
    const ContactEvent other = strike(scaled).contacts.front().impacts.front();
    EXPECT_NEAR(other.separation_speed / impact.separation_speed, 1.0, 1e-9) << "α = " << alpha;
    EXPECT_NEAR(other.duration / (alpha * impact.duration), 1.0, 1e-9) << "α = " << alpha;
    EXPECT_NEAR(other.peak_depth / (alpha * impact.peak_depth), 1.0, 1e-9) << "α = " << alpha;
    EXPECT_NEAR(other.peak_force / (impact.peak_force / alpha), 1.0, 1e-9) << "α = " << alpha;
  }
}

}  // namespace
}  // namespace carom
