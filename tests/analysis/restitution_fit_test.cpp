#include "carom/analysis/restitution_fit.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/restitution_curve.h"
#include "carom/base/input_error.h"

namespace carom {
namespace {

constexpr double kMass = 0.066;
const normal::AzadFeatherstone kTruth{.stiffness = 1e10, .damping = 1e5};

std::vector<RestitutionPoint> measure(const NormalLaw& law, double scatter, unsigned seed, int count = 20) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> noise(0.0, 1.0);
  std::vector<RestitutionPoint> points;
  for (int i = 0; i < count; ++i) {
    const double speed = 0.01 * std::pow(1000.0, i / (count - 1.0));
    points.push_back({speed, calc_restitution(law, kMass, speed) + scatter * noise(engine)});
  }
  return points;
}

FitModel make_model(const NormalLaw& law) { return {law, list_fit_parameters(law)}; }

TEST(RestitutionFit, FindsWhatMadeExactPoints) {
  const RestitutionFit fit =
      fit_restitution(make_model(normal::AzadFeatherstone{.stiffness = 1e10}), measure(kTruth, 0.0, 1), kMass);
  EXPECT_TRUE(fit.converged) << fit.message;
  ASSERT_EQ(fit.parameters.size(), 1U);
  EXPECT_EQ(fit.parameters[0].key, "damping");
  // Restitutions are good to 1e-10, and d ln λ/de is of order one.
  EXPECT_NEAR(fit.parameters[0].value, 1e5, 1e-8 * 1e5);
  EXPECT_LT(fit.rms, 1e-9);
}

// The general law finds the exponent p = 1/2 of Azad and Featherstone by itself.
TEST(RestitutionFit, FindsTheExponentOfTheDamper) {
  const RestitutionFit fit =
      fit_restitution(make_model(normal::Power{.stiffness = 1e10}), measure(kTruth, 0.0, 1), kMass);
  EXPECT_TRUE(fit.converged) << fit.message;
  ASSERT_EQ(fit.parameters.size(), 2U);
  EXPECT_NEAR(fit.parameters[1].value, 0.5, 1e-6);
  EXPECT_NEAR(fit.parameters[0].value, 1e5, 1e-5 * 1e5);
}

// Of many repetitions 95 % of the intervals hold the truth: for 200 of them 190 ± 3 √(200 · 0.95 · 0.05) = 190 ± 9.2.
TEST(RestitutionFit, IntervalsHoldTheTruthAsOftenAsTheySay) {
  int held = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const FittedParameter damping =
        fit_restitution(make_model(normal::AzadFeatherstone{.stiffness = 1e10}), measure(kTruth, 0.02, seed, 8), kMass)
            .parameters[0];
    if (damping.low <= 1e5 && 1e5 <= damping.high) ++held;
  }
  EXPECT_GE(held, 181);
  EXPECT_LE(held, 199);
}

TEST(RestitutionFit, GivenDeviationsWeighThePoints) {
  std::vector<RestitutionPoint> points = measure(kTruth, 0.0, 1);
  for (RestitutionPoint& point : points) point.deviation = 1e-3;
  points.back() = {.speed = 10.0, .restitution = 0.1, .deviation = 1e3};  // an outlier that nobody trusts
  const RestitutionFit fit = fit_restitution(make_model(normal::AzadFeatherstone{.stiffness = 1e10}), points, kMass);
  EXPECT_NEAR(fit.parameters[0].value, 1e5, 1e-3 * 1e5);
}

TEST(RestitutionFit, TheRightLawHasTheLargestWeight) {
  const std::vector<RestitutionPoint> points = measure(kTruth, 0.01, 3);
  std::vector<RestitutionFit> fits;
  for (const NormalLaw& law :
       {NormalLaw(normal::HuntCrossley{.stiffness = 1e10}), NormalLaw(normal::AzadFeatherstone{.stiffness = 1e10}),
        NormalLaw(normal::Gonthier{.stiffness = 1e10})}) {
    fits.push_back(fit_restitution(make_model(law), points, kMass));
  }
  const std::vector<double> weights = calc_weights(fits);
  EXPECT_GT(weights[1], 0.99);
  EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1.0, 1e-15);
}

TEST(RestitutionFit, LineFindsItsSlope) {
  const normal::Gonthier truth{.stiffness = 1e9, .restitution = Restitution::Linear{.alpha = 0.05}};
  const RestitutionFit fit =
      fit_restitution({normal::Gonthier{.stiffness = 1e9}, {{"restitution.alpha"}}}, measure(truth, 0.0, 1), kMass);
  EXPECT_NEAR(fit.parameters[0].value, 0.05, 1e-8);
}

TEST(RestitutionFit, RefusesWhatCannotBeFitted) {
  const FitModel model = make_model(kTruth);
  EXPECT_THROW((void)fit_restitution(model, {{1.0, 0.5}}, kMass), InputError);
  EXPECT_THROW((void)fit_restitution(model, {{1.0, 0.5}, {-1.0, 0.5}}, kMass), InputError);
  EXPECT_THROW((void)fit_restitution(model, {{1.0, 0.5}, {2.0, 1.5}}, kMass), InputError);
  EXPECT_THROW((void)fit_restitution(model, {{1.0, 0.5, 0.1}, {2.0, 0.5}}, kMass), InputError);
  EXPECT_THROW((void)fit_restitution(model, {{1.0, 0.5}, {2.0, 0.4}}, 0.0), InputError);
}

}  // namespace
}  // namespace carom
