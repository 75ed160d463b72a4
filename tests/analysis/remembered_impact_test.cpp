#include "carom/analysis/remembered_impact.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/analysis/central_impact.h"
#include "carom/analysis/restitution_curve.h"
#include "carom/analysis/restitution_fit.h"
#include "contact/normal/sample_laws.h"

namespace carom {
namespace {

constexpr double kMass = 0.03;  // [kg]

// The work of loading is k₁ X²/2, that of unloading F²/(2 k₂) = k₁ X²/2 · k₁/k₂.
TEST(RememberedImpact, WaltonAndBraunReturnTheRootOfTheStiffnesses) {
  const normal::WaltonBraun law{.stiffness = 1e6, .unloading_stiffness = 2.5e6};
  for (const double speed : {1e-4, 0.1, 30.0}) {
    const RememberedImpact impact = calc_remembered_impact(law, kMass, speed);
    EXPECT_NEAR(impact.restitution, std::sqrt(0.4), 1e-11);
    EXPECT_NEAR(impact.peak_depth / (speed * std::sqrt(kMass / 1e6)), 1.0, 1e-11);
    // A quarter of each oscillation.
    EXPECT_NEAR(impact.duration / (0.5 * M_PI * (std::sqrt(kMass / 1e6) + std::sqrt(kMass / 2.5e6))), 1.0, 1e-10);
  }
}

// e² = (6√3/5) (1 − (v_y/v)²/6) ((v_y/v)/((v_y/v) + 2 √(6/5 − (v_y/v)²/5)))^(1/2) from v_y on.       [thornton1997]
double calc_thornton(double ratio) {
  return std::sqrt(6.0 * std::sqrt(3.0) / 5.0) * std::sqrt(1.0 - ratio * ratio / 6.0) *
         std::pow(ratio / (ratio + 2.0 * std::sqrt(1.2 - 0.2 * ratio * ratio)), 0.25);
}

TEST(RememberedImpact, ThorntonHasTheClosedForm) {
  const normal::Thornton law{.stiffness = 1e10, .radius = 0.01, .yield_pressure = 1e9};
  const double yield = law.yield_depth();
  const double slowest = std::sqrt(0.8 * law.stiffness * std::pow(yield, 2.5) / kMass);  // ½ m v² = 2/5 k x^(5/2)
  EXPECT_NEAR(calc_restitution(law, kMass, 0.5 * slowest), 1.0, 1e-11);
  for (const double factor : {1.0, 1.5, 3.0, 30.0, 1e3, 1e6}) {
    EXPECT_NEAR(calc_restitution(law, kMass, factor * slowest), calc_thornton(1.0 / factor), 1e-10) << factor;
  }
  // v^(−1/4) for v ≫ v_y.
  const double fall = calc_restitution(law, kMass, 1e7 * slowest) / calc_restitution(law, kMass, 1.6e8 * slowest);
  EXPECT_NEAR(fall, 2.0, 1e-6);
}

// Their own fit to their numbers: 1 − 0.1 ln V ((V − 1)/59)^0.156 for V = v/v_c from 1 to 60, to about a hundredth of
// what the force curve itself gives.                                                               [jackson2010]
TEST(RememberedImpact, JacksonAndGreenReturnAboutWhatTheyPublished) {
  const normal::JacksonGreen law{.stiffness = 1.5e10, .radius = 0.01, .yield_strength = 4e8, .poisson = 0.32};
  const double critical = law.critical_depth();
  const double slowest = std::sqrt(0.8 * law.stiffness * std::pow(critical, 2.5) / kMass);
  EXPECT_NEAR(calc_restitution(law, kMass, 0.9 * slowest), 1.0, 1e-11);
  for (const double factor : {5.0, 10.0, 20.0, 40.0, 60.0}) {
    const double published = 1.0 - 0.1 * std::log(factor) * std::pow((factor - 1.0) / 59.0, 0.156);
    EXPECT_NEAR(calc_restitution(law, kMass, factor * slowest), published, 0.03) << factor;
  }
}

TEST(RememberedImpact, IsWhatTheSimulatorDoes) {
  for (const NormalLaw& law : test::make_plastic_laws()) {
    for (const double speed : {0.01, 1.0, 20.0}) {
      const RememberedImpact expected = calc_remembered_impact(law, kMass, speed);
      const CentralImpact impact = simulate_central_impact(law, kMass, speed);
      EXPECT_NEAR(impact.restitution, expected.restitution, 1e-8) << test::describe(law) << " at " << speed;
      ASSERT_GT(impact.samples.size(), 1000U);
      double force = 0.0;
      for (const CentralImpact::Sample& sample : impact.samples) force = std::max(force, sample.force);
      EXPECT_NEAR(force / expected.peak_force, 1.0, 1e-4) << test::describe(law);
    }
  }
}

TEST(RememberedImpact, FitsFindTheParameterBehindACurve) {
  for (const NormalLaw& law : test::make_plastic_laws()) {
    std::vector<RestitutionPoint> points;
    for (const double speed : {0.1, 0.3, 1.0, 3.0}) points.push_back({speed, calc_restitution(law, kMass, speed)});
    const LawParameter parameter = list_fit_parameters(law).at(0);
    const RestitutionFit fit = fit_restitution({law, {parameter}}, points, kMass);
    ASSERT_TRUE(fit.converged) << test::describe(law) << fit.message;
    EXPECT_LT(fit.rms, 1e-6) << test::describe(law);
  }
}

}  // namespace
}  // namespace carom
