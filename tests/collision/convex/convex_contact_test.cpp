#include "carom/collision/convex/convex_contact.h"

#include <gtest/gtest.h>

#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::WorstPose;

struct PosePair {
  SampleShape a, b;
};

PosePair make_deep_pose(ShapeType type_a, ShapeType type_b, std::uint64_t seed) {
  cases::RandomSource random(seed);
  PosePair pose{make_random_sample(type_a, 1, random), make_random_sample(type_b, 2, random)};
  pose.a.motion.p_WS = pose.b.motion.p_WS + 0.2 * (pose.a.motion.p_WS - pose.b.motion.p_WS);
  return pose;
}

// Where a face of the one is nearly, but not quite, the best direction, its edge is: by 1e-7 m in some of these poses.
TEST(ConvexContact, TheSurfacePointsOfDeepOverlapAreInBothSolids) {
  for (const ShapeType type : {ShapeType::Box, ShapeType::ConvexMesh, ShapeType::Cylinder, ShapeType::Cone}) {
    WorstPose worst(std::string("outside, ellipsoid in a ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const auto [a, b] = make_deep_pose(ShapeType::Ellipsoid, type, seed);
      const ConvexContact contact = find_convex_contact(CorePair(a.placed(), b.placed()), Vector3::UnitX());
      if (contact.gap > 0.0) continue;
      const auto to_world = [&, &b = b](const Vector3& p) { return Vector3(b.motion.R_WS * p + b.motion.p_WS); };
      worst.note(testing_support::calc_outside(a, to_world(contact.point_a)), seed);
      worst.note(testing_support::calc_outside(b, to_world(contact.point_b)), seed);
    }
    worst.expect_below(1e-9, 400);
  }
}

TEST(ConvexContact, TheAnswerDoesNotDependOnTheGuess) {
  WorstPose worst("gap from another guess");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape a = make_random_sample(ShapeType::Cylinder, 1, random);
    const SampleShape b = make_random_sample(ShapeType::Box, 2, random);
    const CorePair pair(a.placed(), b.placed());
    const double gap = find_convex_contact(pair, pair.p_BA()).gap;
    worst.note(std::abs(find_convex_contact(pair, random.direction()).gap - gap), seed);
  }
  worst.expect_below(1e-9, 300);
}

TEST(ConvexContact, PolyhedraHaveNoUncertaintyAndCurvedOnesTellTheirs) {
  const shapes::Box cube{.size = {1.0, 1.0, 1.0}};
  const SampleShape box = make_sample(cube, 2), inner = make_sample(cube, 1, {0.25, 0.125, 0.5});
  EXPECT_EQ(find_convex_contact(CorePair(inner.placed(), box.placed()), Vector3::UnitX()).uncertainty, 0.0);
  const SampleShape egg = make_sample(shapes::Ellipsoid{.semi_axes = {0.5, 0.4, 0.3}}, 1, {0.1, 0.2, 0.3});
  const ConvexContact contact = find_convex_contact(CorePair(egg.placed(), box.placed()), Vector3::UnitX());
  EXPECT_LT(contact.gap, 0.0);
  EXPECT_GE(contact.uncertainty, 0.0);
  EXPECT_LT(contact.uncertainty, 0.1);
}

// A ball in a ball's place: n, gap and points by the formula of two balls.
TEST(ConvexContact, EqualSemiAxesMakeBalls) {
  const Vector3 at(0.3, -0.4, 0.5);
  const SampleShape a = make_sample(shapes::Ellipsoid{.semi_axes = {0.5, 0.5, 0.5}}, 1, at);
  const SampleShape b = make_sample(shapes::Ellipsoid{.semi_axes = {0.4, 0.4, 0.4}}, 2);
  const ConvexContact contact = find_convex_contact(CorePair(a.placed(), b.placed()), Vector3::UnitX());
  EXPECT_NEAR(contact.gap, at.norm() - 0.9, 1e-14);
  EXPECT_LT((contact.normal - at.normalized()).norm(), 1e-12);
  EXPECT_LT((contact.point_b - 0.4 * at.normalized()).norm(), 1e-12);
}

}  // namespace
}  // namespace carom
