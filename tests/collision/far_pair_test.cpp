#include "carom/collision/far_pair.h"

#include <gtest/gtest.h>

#include "carom/collision/pair_list.h"
#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::moved;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

constexpr ShapeType kSolids[] = {ShapeType::Capsule, ShapeType::Box,       ShapeType::Cylinder,
                                 ShapeType::Cone,    ShapeType::Ellipsoid, ShapeType::ConvexMesh};

std::vector<ContactPoint> touch_far(const SampleShape& a, const SampleShape& b, std::size_t count) {
  std::vector<ContactPoint> points(count);
  touch_far_pair(a.placed(), b.placed(), points);
  return points;
}

/// Two solids farther apart than twice their reaches, at random.
template <class Visit>
void visit_far_pairs(const Visit& visit) {
  for (const ShapeType type_a : kSolids) {
    for (const ShapeType type_b : kSolids) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        cases::RandomSource random(seed);
        SampleShape a = make_random_sample(type_a, 1, random);
        const SampleShape b = make_random_sample(type_b, 2, random);
        const double distance = random.uniform(2.01, 4.0) * (a.shape.reach + b.shape.reach);
        a.motion.p_WS = b.motion.p_WS + distance * random.direction();
        ASSERT_TRUE(is_far_pair(a.placed(), b.placed()));
        visit(a, b, seed);
      }
    }
  }
}

TEST(FarPair, BallsAndSurfacesWithoutEndAreNeverFar) {
  const SampleShape box = make_sample(shapes::Box{.size = {1.0, 1.0, 1.0}}, 1, {100.0, 0.0, 0.0});
  for (const ShapeGeometry& geometry :
       {ShapeGeometry(shapes::Sphere{.radius = 1.0}), ShapeGeometry(shapes::Point{}), ShapeGeometry(shapes::Plane{})}) {
    EXPECT_FALSE(is_far_pair(box.placed(), make_sample(geometry, 2).placed()));
  }
  EXPECT_TRUE(is_far_pair(box.placed(), make_sample(shapes::Box{.size = {1.0, 1.0, 1.0}}, 2).placed()));
}

TEST(FarPair, TheGapIsNotAboveThatOfTheSolidsAndAtLeastAThirdOfIt) {
  visit_far_pairs([](const SampleShape& a, const SampleShape& b, std::uint64_t seed) {
    const std::vector<ContactPoint> exact = touch(a, b), far = touch_far(a, b, exact.size());
    const double gap = std::ranges::min_element(exact, {}, &ContactPoint::gap)->gap;
    for (const ContactPoint& point : far) EXPECT_GE(point.gap, far[0].gap) << seed;
    // Distances of some metres: rounding is below 1e-14.
    EXPECT_LE(far[0].gap, gap + 1e-14) << seed;
    EXPECT_GE(far[0].gap, gap / 3.0) << seed;
  });
}

TEST(FarPair, TheGapChangesWithTheVelocityAlongTheNormal) {
  // Truncation: step²/6 times a third derivative of at most 6 (v/d)² v, 1e-9. Rounding: 1e-15/step, 1e-10.
  constexpr double kStep = 1e-5;
  WorstPose worst("gap rate of far pairs"), turn("normal rate of far pairs");
  visit_far_pairs([&](const SampleShape& a, const SampleShape& b, std::uint64_t seed) {
    const ContactPoint now = touch_far(a, b, 1)[0];
    const ContactPoint before = touch_far(moved(a, -kStep), moved(b, -kStep), 1)[0];
    const ContactPoint after = touch_far(moved(a, kStep), moved(b, kStep), 1)[0];
    worst.note(std::abs((after.gap - before.gap) / (2.0 * kStep) - calc_gap_rate(now, a.motion, b.motion)), seed);
    turn.note(((after.normal - before.normal) / (2.0 * kStep) - now.normal_rate).norm(), seed);
  });
  worst.expect_below(2e-9, 700);
  turn.expect_below(2e-9, 700);
}

TEST(FarPair, ExchangedBodiesMirrorToTheLastBit) {
  visit_far_pairs([](const SampleShape& a, const SampleShape& b, std::uint64_t seed) {
    const ContactPoint one = touch_far(a, b, 1)[0], other = mirror(touch_far(b, a, 1)[0]);
    EXPECT_EQ(one.gap, other.gap) << seed;
    EXPECT_EQ(one.normal, other.normal) << seed;
    EXPECT_EQ(one.point_a, other.point_a) << seed;
    EXPECT_EQ(one.point, other.point) << seed;
    EXPECT_EQ(one.normal_rate, other.normal_rate) << seed;
  });
}

}  // namespace
}  // namespace carom
