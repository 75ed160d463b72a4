#include "carom/contact/normal/normal_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contact/impact_motion.h"
#include "contact/normal/sample_laws.h"

namespace carom {
namespace {

using test::describe;
using test::ImpactResult;
using test::make_lossy_laws;
using test::simulate_impact;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kMass = 0.066;  // [kg]

NormalResponse touch(const NormalLaw& law, double speed) { return make_response(law, calc_latch(law, speed)); }

struct Moment {
  NormalResponse response;
  double depth, rate;
};

// Any law of the samples at depths of 1 nm … 1 mm and rates to ±10 m/s, after an impact that was faster.
Moment make_moment() {
  const auto laws = make_lossy_laws();
  const NormalLaw law = laws[*rc::gen::inRange<std::size_t>(0, laws.size())];
  const double depth = std::pow(10.0, -9.0 + 6e-3 * *rc::gen::inRange(0, 1001));
  const double rate = 1e-2 * *rc::gen::inRange(-1000, 1001);
  return {touch(law, 10.0), depth, rate};
}

RC_GTEST_PROP(NormalLaws, PushOnlyAndOnlyInContact, ()) {
  const auto [response, depth, rate] = make_moment();
  RC_ASSERT(response.evaluate(depth, rate).force >= 0.0);
  for (const double apart : {0.0, -depth}) {
    RC_ASSERT(response.evaluate(apart, rate).force == 0.0);
    RC_ASSERT(response.evaluate(apart, rate).elastic == 0.0);
    RC_ASSERT(response.unclipped(apart, rate) == 0.0);
    RC_ASSERT(response.stored(apart) == 0.0);
    RC_ASSERT(response.stiffness_at(apart, rate) == 0.0);
    RC_ASSERT(response.damping_at(apart, rate) == 0.0);
  }
}

RC_GTEST_PROP(NormalLaws, LoseEnergyAtEveryMomentClippedOrNot, ()) {
  const auto [response, depth, rate] = make_moment();
  const NormalForce f = response.evaluate(depth, rate);
  RC_ASSERT((f.force - f.elastic) * rate >= 0.0);
  RC_ASSERT(response.evaluate(depth, std::abs(rate)).force >= response.evaluate(depth, -std::abs(rate)).force);
}

RC_GTEST_PROP(NormalLaws, ReleaseMarginHasTheSignOfTheForce, ()) {
  const auto [response, depth, rate] = make_moment();
  const double unclipped = response.unclipped(depth, rate), margin = response.release_margin(depth, rate);
  RC_ASSERT(unclipped * margin >= 0.0);
  RC_ASSERT(response.evaluate(depth, rate).force == std::max(0.0, unclipped));
}

// Central differences: truncation h² |f'''|/6 and rounding ε f/h, both below 1e-7 of f/x, f/ẋ at h = 1e-4 (x, ẋ).
RC_GTEST_PROP(NormalLaws, DerivativesAndPotentialMatchDifferences, ()) {
  auto [response, depth, rate] = make_moment();
  if (rate == 0.0) rate = 0.5;
  const double dx = 1e-4 * depth, dv = 1e-4 * std::abs(rate);
  // A difference across the clip is none of either side.
  const double low = std::min(response.unclipped(depth - dx, rate), response.unclipped(depth, rate - dv));
  const double high = std::max(response.unclipped(depth + dx, rate), response.unclipped(depth, rate + dv));
  if (low * high < 0.0) return;
  const auto force = [&](double x, double v) { return response.evaluate(x, v).force; };
  const double size = response.evaluate(depth, std::abs(rate)).force;
  RC_ASSERT(std::abs((force(depth + dx, rate) - force(depth - dx, rate)) / (2.0 * dx) -
                     response.stiffness_at(depth, rate)) <= 1e-7 * size / depth);
  RC_ASSERT(std::abs((force(depth, rate + dv) - force(depth, rate - dv)) / (2.0 * dv) -
                     response.damping_at(depth, rate)) <= 1e-7 * size / std::abs(rate));
  RC_ASSERT(std::abs((response.stored(depth + dx) - response.stored(depth - dx)) / (2.0 * dx) -
                     response.evaluate(depth, rate).elastic) <= 1e-7 * size);
}

TEST(NormalLaws, StartFromZeroForceExceptTheLinearOne) {
  for (const NormalLaw& law : make_lossy_laws()) {
    const NormalResponse response = touch(law, 1.0);
    const double largest = simulate_impact(response, kMass, 1.0).peak_force;
    // The slowest of the continuous laws starts with the square root of the depth.
    const double first = response.evaluate(1e-24, 1.0).force;
    if (std::holds_alternative<normal::KelvinVoigt>(law)) {
      EXPECT_DOUBLE_EQ(first, 50.0) << "the known jump c v";
    } else {
      EXPECT_LT(first, 1e-8 * largest) << describe(law);
    }
  }
}

TEST(NormalLaws, AccountForEveryJouleOfAnImpact) {
  for (const NormalLaw& law : make_lossy_laws()) {
    for (const double speed : {1e-3, 1.0, 20.0}) {
      const ImpactResult impact = simulate_impact(touch(law, speed), kMass, speed);
      const double energy = 0.5 * kMass * speed * speed, e = impact.restitution;
      EXPECT_GT(impact.dissipated, 0.0) << describe(law);
      EXPECT_LT(e, 1.0) << describe(law);
      // Up to the release by damping, from there what the spring still held. The integration is good to about 1e-13.
      EXPECT_NEAR(energy * (1.0 - e * e), impact.dissipated + impact.lost_at_release, 1e-12 * energy) << describe(law);
    }
  }
}

TEST(NormalLaws, ReturnAllWithoutDamping) {
  const std::vector<NormalLaw> laws{normal::Hertz{}, normal::KelvinVoigt{}, normal::HuntCrossley{},
                                    normal::Gonthier{.restitution = 1.0}, normal::Flores{.restitution = 1.0}};
  for (const NormalLaw& law : laws) {
    EXPECT_NEAR(simulate_impact(touch(law, 0.7), kMass, 0.7).restitution, 1.0, 1e-13) << describe(law);
  }
}

// Hertz' duration 2.943 275 x_max/v, x_max = (5 m v²/(4 k))^(2/5); the number is (4/5) √π Γ(2/5)/Γ(9/10).
TEST(NormalLaws, HertzImpactLastsAsLongAsHertzSays) {
  const normal::Hertz law{.stiffness = 3.4e10};
  const ImpactResult impact = simulate_impact(law.response(0.0), 0.454, 2.0);
  const double depth = std::pow(1.25 * 0.454 * 4.0 / 3.4e10, 0.4);
  const double number = 0.8 * std::sqrt(M_PI) * std::tgamma(0.4) / std::tgamma(0.9);
  EXPECT_NEAR(impact.peak_depth / depth, 1.0, 1e-13);
  EXPECT_NEAR(impact.depth_duration / (number * depth / 2.0), 1.0, 1e-13);
}

// x(t) → α x(t/α) keeps speeds and turns m ẍ into m ẍ/α: the same restitution, α times the duration, if k becomes
// α^−(p+1) k and λ becomes α^−(r+1) λ; [azad2014, section III] for r = 1/2.
TEST(NormalLaws, ScaleInTime) {
  for (const NormalLaw& law : make_lossy_laws()) {
    for (const double alpha : {0.25, 8.0}) {
      const NormalResponse response = touch(law, 2.0);
      NormalResponse scaled = response;
      scaled.stiffness *= std::pow(alpha, -(response.exponent + 1.0));
      scaled.damping *= std::pow(alpha, -(response.damping_exponent + 1.0));
      const ImpactResult impact = simulate_impact(response, kMass, 2.0), other = simulate_impact(scaled, kMass, 2.0);
      EXPECT_NEAR(other.restitution, impact.restitution, 1e-13) << describe(law);
      EXPECT_NEAR(other.force_duration / impact.force_duration / alpha, 1.0, 1e-12) << describe(law);
    }
  }
}

TEST(NormalLaws, ScalingExponentsAreThoseOfAzadAndFeatherstone) {
  const auto exponent_of_damping = [](const NormalLaw& law) { return -(touch(law, 1.0).damping_exponent + 1.0); };
  EXPECT_EQ(exponent_of_damping(normal::AzadFeatherstone{}), -1.5);
  EXPECT_EQ(exponent_of_damping(normal::HuntCrossley{}), -2.5);
  EXPECT_EQ(exponent_of_damping(normal::LeeWang{}), -2.0);
  EXPECT_EQ(exponent_of_damping(normal::KelvinVoigt{}), -1.0);
}

TEST(NormalLaws, PowerContainsTheNamedOnes) {
  const auto same = [](const NormalLaw& a, const NormalLaw& b) {
    for (const double rate : {-2.0, -0.1, 0.0, 0.3, 4.0}) {
      EXPECT_NEAR(touch(a, 1.0).unclipped(2e-5, rate), touch(b, 1.0).unclipped(2e-5, rate),
                  8.0 * kEpsilon * touch(a, 1.0).unclipped(2e-5, std::abs(rate)));
    }
  };
  same(normal::Power{.stiffness = 1e9, .damping = 1e8}, normal::HuntCrossley{.stiffness = 1e9, .damping = 1e8});
  same(normal::Power{.stiffness = 1e9, .damping = 1e4, .depth_exponent = 0.5},
       normal::AzadFeatherstone{.stiffness = 1e9, .damping = 1e4});
  same(normal::Power{.stiffness = 1e6, .exponent = 1.0, .damping = 30.0, .depth_exponent = 0.0},
       normal::KelvinVoigt{.stiffness = 1e6, .damping = 30.0});
  // Deviation H1: an even power of the rate resists in both directions.
  const NormalResponse square =
      touch(normal::Power{.stiffness = 1e9, .damping = 1e8, .depth_exponent = 1.5, .rate_exponent = 2.0}, 1.0);
  EXPECT_LT(square.evaluate(1e-5, -1.0).force, square.evaluate(1e-5, 0.0).force);
}

TEST(NormalLaws, FloorOfTheImpactSpeedBoundsTheDamping) {
  const normal::Gonthier law{.restitution = 0.5, .impact_speed_floor = 1e-3};
  EXPECT_EQ(law.latch(0.0), law.latch(1e-3));
  EXPECT_EQ(law.latch(1e-9), law.latch(1e-3));
  EXPECT_DOUBLE_EQ(law.latch(0.1), 0.01 * law.latch(1e-3));
}

TEST(NormalLaws, AreListedWithDifferentNames) {
  std::set<std::string_view> names;
  for (const LawInfo& law : list_normal_laws()) {
    names.insert(law.name);
    EXPECT_FALSE(law.summary.empty() || law.formula.empty() || law.source.empty()) << law.name;
  }
  EXPECT_EQ(names.size(), std::variant_size_v<NormalLaw> - 1) << "all but programs' own";
  EXPECT_EQ(info(normal::AzadFeatherstone{}).name, "azad-featherstone");
}

}  // namespace
}  // namespace carom
