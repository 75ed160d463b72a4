#include "carom/simulation/compliant/bristle_defaults.h"

#include <cmath>

#include <gtest/gtest.h>

#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

// A linear contact has one slope, a Hertzian one that of its load: p k x₀^{p−1} with x₀ = (m A/k)^{1/p}.
TEST(BristleDefaults, FollowTheNormalForceUnderTheWeight) {
  const FrictionLaw open = friction::LuGre{.bristle_stiffness = 0.0, .bristle_damping = 0.0};
  ASSERT_TRUE(lacks_bristles(open));
  const auto [linear, damping] = get_bristles(
      complete_bristles(open, {.normal_stiffness = 1e6, .exponent = 1.0, .mass = 2.0, .acceleration = 10.0}));
  EXPECT_NEAR(linear, 0.8e6, 1e-6);
  EXPECT_NEAR(damping, 0.2 * std::sqrt(2.0 * 0.8e6), 1e-9);
  const auto [hertzian, unused] = get_bristles(
      complete_bristles(open, {.normal_stiffness = 1e9, .exponent = 1.5, .mass = 2.0, .acceleration = 10.0}));
  EXPECT_NEAR(hertzian, 0.8 * 1.5 * 1e9 * std::cbrt(20.0 / 1e9), 1e-3);
}

TEST(BristleDefaults, LeaveAloneWhatIsGiven) {
  const friction::Gonthier given{.bristle_stiffness = 3e4, .bristle_damping = 7.0};
  EXPECT_FALSE(lacks_bristles(given));
  EXPECT_FALSE(lacks_bristles(friction::CundallStrack{.bristle_stiffness = 1e4, .bristle_damping = 0.0}));
  EXPECT_FALSE(lacks_bristles(friction::Coulomb{}));
  const FrictionLaw completed = complete_bristles(given, {1e6, 1.5, 1.0, 9.81});
  EXPECT_EQ(get_bristles(completed), std::pair(3e4, 7.0));
}

// The same rule for a ball of a gram and one of a ton: each rests on its slope within a few bristle deflections μ m
// g/σ0, which are a part of the normal depth.
TEST(BristleDefaults, HoldEveryMassAlike) {
  const Vector3 gravity(1.0, 0.0, -9.81);
  for (const double mass : {1e-3, 1.0, 1e3}) {
    const Model model =
        test::make_model({.mass = mass, .radius = 0.1, .position = Vector3(0, 0, 0.1), .gravity = gravity});
    ContactSetup setup =
        test::make_contact(0.1, test::make_plane(), normal::Gonthier{.stiffness = 1e8, .restitution = 0.3},
                           friction::LuGre{.bristle_stiffness = 0.0, .bristle_damping = 0.0});
    setup.rules.front().resistance = {.rolling = 0.05, .spinning = 0.0};
    const SimulationReport report = test::simulate(model, test::make_adaptive(setup, 0.5, 1e-8));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << mass << ": " << report.sentence;
    // A load that grows while the bristles are cut at the cone lets them give back a little more than they took.
    EXPECT_LT(report.contacts.front().gained, 1e-3 * report.ledger.scale) << mass;
    EXPECT_LT(std::abs(report.ledger.residual()), 1e-6 * report.ledger.scale) << mass;
  }
}

}  // namespace
}  // namespace carom
