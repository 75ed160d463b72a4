#include "carom/collision/convex/manifold.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

SampleShape turned(SampleShape sample, const Vector3& rotation) {
  sample.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(rotation)) * sample.motion.R_WS;
  return sample;
}

std::vector<int> find_features_in_use(const std::vector<ContactPoint>& points, double apart) {
  std::vector<int> features;
  for (const ContactPoint& point : points) {
    if (point.gap < apart) features.push_back(point.feature);
  }
  return features;
}

TEST(Manifold, ACubeOnALargeOneStandsOnItsFourLowerCorners) {
  const SampleShape small = make_sample(shapes::Box{.size = {1.0, 1.0, 1.0}}, 1, {0.5, 0.25, 0.99});
  const SampleShape large = make_sample(shapes::Box{.size = {4.0, 4.0, 1.0}}, 2);
  const std::vector<ContactPoint> points = touch(small, large);
  // Corners with k = 1 are on the −z side.
  EXPECT_EQ(find_features_in_use(points, 0.1), (std::vector{1, 3, 5, 7}));
  for (const ContactPoint& point : points) {
    if (point.gap > 0.1) continue;
    EXPECT_NEAR(point.gap, -0.01, 1e-15);
    EXPECT_NEAR(std::abs(point.point.x() - 0.5), 0.5, 1e-15);
    EXPECT_NEAR(std::abs(point.point.y() - 0.25), 0.5, 1e-15);
  }
}

TEST(Manifold, PointsSlideAlongTheEdgeWhenCornersGoBeyondIt) {
  const SampleShape small = make_sample(shapes::Box{.size = {1.0, 1.0, 1.0}}, 1, {1.75, 0.0, 0.99});
  const SampleShape large = make_sample(shapes::Box{.size = {4.0, 4.0, 1.0}}, 2);
  double outermost = 0.0;
  for (const ContactPoint& point : touch(small, large)) {
    if (point.gap < 0.1) outermost = std::max(outermost, point.point.x());
  }
  EXPECT_NEAR(outermost, 2.0, 1e-15);
}

// Each end of the shorter capsule is a ball: beside the longer one, which it crosses at up to 0.1 rad, it is as far
// away as a ball would be. Where they cross they are nearest, and one of the two points is there.
TEST(Manifold, EndsOfCapsulesThatAreNearlyParallelHaveTheGapsOfBalls) {
  const double radius = 0.1, half_length = 0.4;
  WorstPose worst("gap at an end less that of a ball");
  for (int i = 0; i < 10; ++i) {
    const double angle = 0.005 + 0.01 * i;
    const Vector3 at(0.0, 0.15, 0.03 * i);
    const SampleShape a =
        turned(make_sample(shapes::Capsule{.radius = radius, .length = 2.0 * half_length}, 1, at), {0.0, angle, 0.0});
    const SampleShape b = make_sample(shapes::Capsule{.radius = 0.1, .length = 2.0}, 2);
    const std::vector<ContactPoint> points = touch(a, b);
    int moved = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const double side = k == 0 ? 1.0 : -1.0;
      const Vector3 end = at + side * half_length * a.motion.R_WS.col(2);
      const double gap_of_ball = touch(make_sample(shapes::Sphere{.radius = radius}, 1, end), b)[0].gap;
      const bool is_deepest = std::abs(points[k].gap - (0.15 - 2.0 * radius)) < 1e-14;
      if (is_deepest) ++moved;
      if (!is_deepest) worst.note(std::abs(points[k].gap - gap_of_ball), static_cast<std::uint64_t>(i));
    }
    EXPECT_EQ(moved, 1) << angle;
  }
  worst.expect_below(1e-14, 10);
}

// With sharp edges, too: away from the place where they cross they do not touch.
TEST(Manifold, SharpEdgesThatCrossAreNearestWhereTheyDo) {
  const double quarter = 0.78539816339744831;
  const SampleShape a =
      turned(turned(make_sample(shapes::Box{.size = {1.0, 0.2, 0.2}}, 1, {0.2, 0.0, 0.28}), {quarter, 0.0, 0.0}),
             {0.0, 0.0, 0.05});
  const SampleShape b = turned(make_sample(shapes::Box{.size = {2.0, 0.2, 0.2}}, 2), {quarter, 0.0, 0.0});
  std::vector<ContactPoint> points = touch(a, b);
  std::ranges::sort(points, {}, &ContactPoint::gap);
  const double depth = 0.2 * std::sqrt(2.0) - 0.28;
  EXPECT_NEAR(points[0].gap, -depth, 1e-14);
  EXPECT_LT((points[0].point - Vector3(0.2, 0.0, 0.14)).norm(), 1e-12);
  EXPECT_GT(points[1].gap, points[0].gap + 0.01);
}

}  // namespace
}  // namespace carom
