#include <gtest/gtest.h>

#include "carom/impact/resolve_impact.h"
#include "carom/impact/several/sequential_impact.h"
#include "carom/impact/several/simultaneous_impact.h"

namespace carom::test {
namespace {

/// Balls of mass 1 in a row, each touching the next; the first comes with speed 1. Frictionless, in the plane.
ContactSet make_cradle(int balls, const ImpactLaw& law) {
  const int count = balls - 1;
  MatrixX jacobian = MatrixX::Zero(2 * count, balls);
  for (int i = 0; i < count; ++i) {
    jacobian(2 * i + 1, i) = -1.0;
    jacobian(2 * i + 1, i + 1) = 1.0;
  }
  VectorX speeds = VectorX::Zero(balls);
  speeds(0) = 1.0;
  return {.dimension = 2,
          .delassus = jacobian * jacobian.transpose(),
          .velocity = jacobian * speeds,
          .laws = std::vector<ImpactLaw>(static_cast<std::size_t>(count), law)};
}

/// A block of mass 2 falls flat on two edges, with a sideways velocity.
ContactSet make_block(const ImpactLaw& law, double sideways) {
  const double half_width = 0.3, height = 0.2;
  MatrixX jacobian(4, 3);
  jacobian << 1.0, 0.0, height, 0.0, 1.0, -half_width, 1.0, 0.0, height, 0.0, 1.0, half_width;
  const MatrixX inverse_mass = Vector3(0.5, 0.5, 10.0).asDiagonal();
  return {.dimension = 2,
          .delassus = jacobian * inverse_mass * jacobian.transpose(),
          .velocity = jacobian * Vector3(sideways, -1.0, 0.0),
          .laws = {law, law}};
}

TEST(SequentialImpact, CradleHandsItsSpeedToTheLastBall) {
  const ContactSet cradle = make_cradle(5, impact::Newton{.restitution = 1.0});
  const ContactSetResult result = resolve_sequential_impact(cradle);
  EXPECT_EQ(result.verdict, ImpactVerdict::Consistent);
  EXPECT_EQ(result.rounds, 4);
  EXPECT_FALSE(result.bounded);
  // Ball i gets the impulse of contact i − 1 and gives that of contact i: all impulses are 1.
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(result.impulse(2 * i + 1), 1.0, 1e-14);
  EXPECT_NEAR(result.dissipation, 0.0, 1e-14);
  EXPECT_NEAR(result.velocity(7), 1.0, 1e-14);
}

TEST(SimultaneousImpact, CradleWithoutReboundMovesAsOne) {
  const ContactSet cradle = make_cradle(5, impact::Poisson{.restitution = 0.0});
  const ContactSetResult result = resolve_simultaneous_impact(cradle, SimultaneousForm::Poisson);
  EXPECT_EQ(result.verdict, ImpactVerdict::Consistent);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(result.velocity(2 * i + 1), 0.0, 1e-14);
    EXPECT_NEAR(result.impulse(2 * i + 1), 0.2 * (4 - i), 1e-14);
  }
}

/// Two balls fly onto three at rest from both sides: what comes out is as symmetric as what went in.
TEST(SequentialImpact, SymmetricBallsStaySymmetric) {
  MatrixX jacobian = MatrixX::Zero(8, 5);
  for (int i = 0; i < 4; ++i) {
    jacobian(2 * i + 1, i) = -1.0;
    jacobian(2 * i + 1, i + 1) = 1.0;
  }
  VectorX speeds(5);
  speeds << 1.0, 0.0, 0.0, 0.0, -1.0;
  for (const ImpactLaw& law :
       {ImpactLaw(impact::Newton{.restitution = 0.8}), ImpactLaw(impact::Poisson{.restitution = 0.8}),
        ImpactLaw(impact::Stronge{.restitution = 0.8})}) {
    const ContactSet balls{.dimension = 2,
                           .delassus = jacobian * jacobian.transpose(),
                           .velocity = jacobian * speeds,
                           .laws = std::vector<ImpactLaw>(4, law)};
    const ContactSetResult result = resolve_sequential_impact(balls);
    EXPECT_NEAR(result.impulse(1), result.impulse(7), 1e-12) << info(law).name;
    EXPECT_NEAR(result.impulse(3), result.impulse(5), 1e-12) << info(law).name;
    EXPECT_FALSE(result.bounded);
  }
}

TEST(SimultaneousImpact, BlockThatLandsFlatStaysFlat) {
  for (const SimultaneousForm form : {SimultaneousForm::Newton, SimultaneousForm::Poisson}) {
    const ContactSet block = make_block(impact::Newton{.restitution = 0.6, .friction = 0.0}, 0.0);
    const ContactSetResult result = resolve_simultaneous_impact(block, form);
    EXPECT_EQ(result.verdict, ImpactVerdict::Consistent);
    EXPECT_NEAR(result.impulse(1), result.impulse(3), 1e-12);
    EXPECT_NEAR(result.velocity(1), 0.6, 1e-12);
    EXPECT_NEAR(result.velocity(3), 0.6, 1e-12);
    // ½ m v² (1 − e²) with m = 2.
    EXPECT_NEAR(result.dissipation, 1.0 - 0.36, 1e-12);
  }
}

TEST(SequentialImpact, BlockThatLandsFlatStaysFlat) {
  const ContactSetResult result =
      resolve_sequential_impact(make_block(impact::Stronge{.restitution = 0.6, .friction = 0.4}, 0.0));
  EXPECT_EQ(result.rounds, 1);
  EXPECT_NEAR(result.impulse(1), result.impulse(3), 1e-12);
  EXPECT_NEAR(result.velocity(1), 0.6, 1e-12);
}

TEST(SimultaneousImpact, FrictionStaysInTheConeAndTakesEnergy) {
  for (const double e : {0.0, 0.4, 0.9}) {
    for (const double mu : {0.1, 0.5, 1.5}) {
      for (const SimultaneousForm form : {SimultaneousForm::Newton, SimultaneousForm::Poisson}) {
        const ContactSet block = make_block(impact::Newton{.restitution = e, .friction = mu}, 0.7);
        const ContactSetResult result = resolve_simultaneous_impact(block, form);
        ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << "e " << e << ", mu " << mu;
        for (int i = 0; i < 2; ++i) {
          EXPECT_LE(std::abs(result.impulse(2 * i)), mu * result.impulse(2 * i + 1) + 1e-12);
          EXPECT_GE(result.velocity(2 * i + 1), -1e-12);
        }
        EXPECT_GE(result.dissipation, -1e-12) << "e " << e << ", mu " << mu;
      }
    }
  }
}

/// With one contact and no reversal of slip, the complementarity form is the law itself.
TEST(SimultaneousImpact, OneContactThatOnlySlipsIsTheLawItself) {
  const Eigen::Matrix2d inertia{{2.5, -1.5}, {-1.5, 2.5}};
  const Eigen::Vector2d velocity(4.0, -1.0);
  for (const double e : {0.0, 0.5, 1.0}) {
    const impact::Newton law{.restitution = e, .friction = 0.2};
    const ContactSet contacts{.dimension = 2, .delassus = inertia, .velocity = velocity, .laws = {law}};
    const PlanarImpactResult alone = resolve_impact(law, inertia, velocity);
    for (const SimultaneousForm form : {SimultaneousForm::Newton, SimultaneousForm::Poisson}) {
      const ContactSetResult result = resolve_simultaneous_impact(contacts, form);
      EXPECT_LT((result.impulse - alone.impulse).norm(), 1e-13);
    }
  }
}

TEST(SeveralContacts, SameBitsInAnyOrderOfDeclaration) {
  const ContactSet block = make_block(impact::Poisson{.restitution = 0.5, .friction = 0.3}, 0.4);
  ContactSet ranked = block;
  ranked.rank = {7, 3};
  ContactSet swapped = block;
  const std::vector<int> rows{2, 3, 0, 1};
  swapped.delassus = block.delassus(rows, rows);
  swapped.velocity = block.velocity(rows);
  swapped.rank = {3, 7};
  const auto check = [&](const ContactSetResult& a, const ContactSetResult& b) {
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(a.impulse(i), b.impulse(rows[static_cast<std::size_t>(i)]));
      EXPECT_EQ(a.velocity(i), b.velocity(rows[static_cast<std::size_t>(i)]));
    }
    EXPECT_EQ(a.dissipation, b.dissipation);
  };
  check(resolve_sequential_impact(ranked), resolve_sequential_impact(swapped));
  check(resolve_simultaneous_impact(ranked, SimultaneousForm::Poisson),
        resolve_simultaneous_impact(swapped, SimultaneousForm::Poisson));
}

TEST(SequentialImpact, TheClosestContactActsFirst) {
  // A ball between two others that come from both sides: the closer one hits first and sends it to the other.
  MatrixX jacobian = MatrixX::Zero(4, 3);
  jacobian(1, 0) = -1.0, jacobian(1, 1) = 1.0, jacobian(3, 1) = -1.0, jacobian(3, 2) = 1.0;
  ContactSet balls{.dimension = 2,
                   .delassus = jacobian * jacobian.transpose(),
                   .velocity = jacobian * Vector3(1.0, 0.0, -1.0),
                   .laws = std::vector<ImpactLaw>(2, impact::Newton{.restitution = 1.0}),
                   .gap = Eigen::Vector2d(0.0, 1e-3)};
  const ContactSetResult result = resolve_sequential_impact(balls);
  // First: (0, 1, −1). Then the middle one meets the right one: (0, −1, 1). Then the left one: (−1, 0, 1).
  EXPECT_EQ(result.rounds, 3);
  EXPECT_NEAR(result.impulse(1), 2.0, 1e-14);
  EXPECT_NEAR(result.impulse(3), 2.0, 1e-14);
}

TEST(SequentialImpact, SequenceWithoutEndIsBoundedAndSaysSo) {
  SequenceOptions options;
  options.max_rounds = 3;
  const ContactSetResult result =
      resolve_sequential_impact(make_cradle(6, impact::Newton{.restitution = 0.3}), options);
  EXPECT_TRUE(result.bounded);
  EXPECT_EQ(result.verdict, ImpactVerdict::Consistent);
  EXPECT_GE(result.velocity.minCoeff(), -1e-12);
}

}  // namespace
}  // namespace carom::test
