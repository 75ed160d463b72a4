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

// Each end of the shorter capsule is a ball: beside the longer one, which it crosses, it is as far away as a ball would
// be. One point is where they are nearest, the other one has what is left of both ends.
TEST(Manifold, PointsOfCapsulesHaveTheGapsOfTheirEndsTogether) {
  const double radius = 0.1, half_length = 0.4;
  WorstPose worst("gaps of both points less those of balls at the ends"), nearest("gap of the nearest point");
  for (int i = 0; i < 10; ++i) {
    const double angle = 0.005 + 0.01 * i;
    const Vector3 at(0.0, 0.15, 0.03 * i);
    const SampleShape a =
        turned(make_sample(shapes::Capsule{.radius = radius, .length = 2.0 * half_length}, 1, at), {0.0, angle, 0.0});
    const SampleShape b = make_sample(shapes::Capsule{.radius = 0.1, .length = 2.0}, 2);
    const std::vector<ContactPoint> points = touch(a, b);
    double of_balls = 0.0;
    for (const double side : {1.0, -1.0}) {
      const Vector3 end = at + side * half_length * a.motion.R_WS.col(2);
      of_balls += touch(make_sample(shapes::Sphere{.radius = radius}, 1, end), b)[0].gap;
    }
    const double second = std::min(points[0].gap, points[1].gap), unused = std::max(points[0].gap, points[1].gap);
    worst.note(std::abs(second + points[2].gap - of_balls), static_cast<std::uint64_t>(i));
    nearest.note(std::abs(points[2].gap - (0.15 - 2.0 * radius)), static_cast<std::uint64_t>(i));
    EXPECT_GT(unused, 1.0);
  }
  worst.expect_below(1e-14, 10);
  nearest.expect_below(1e-14, 10);
}

// Along each other, in one plane, they have the points of their ends, whichever is deeper: 1e-4 rad · 0.4 m on either
// side.
TEST(Manifold, CapsulesAlongEachOtherHaveTheirPointsAtTheirEnds) {
  const SampleShape b = make_sample(shapes::Capsule{.radius = 0.1, .length = 2.0}, 2);
  for (const double tilt : {-1e-4, 0.0, 1e-4}) {
    const SampleShape a =
        turned(make_sample(shapes::Capsule{.radius = 0.1, .length = 0.8}, 1, {0.0, 0.199, 0.1}), {tilt, 0.0, 0.0});
    const std::vector<ContactPoint> points = touch(a, b);
    // z × tilt: the upper end goes down for positive ones.
    EXPECT_NEAR(points[0].gap, -0.001 - 0.4 * tilt, 1e-9) << tilt;
    EXPECT_NEAR(points[1].gap, -0.001 + 0.4 * tilt, 1e-9) << tilt;
    EXPECT_NEAR(points[0].point.z(), 0.5, 1e-6) << tilt;
    EXPECT_NEAR(points[1].point.z(), -0.3, 1e-6) << tilt;
    EXPECT_GT(points[2].gap, 1.0);
  }
}

// Of capsules as long as each other, shifted by less than distances can tell, the normals stay across the axes: tilted
// by the shift over the distance, 5e-9 rad here, they would flicker with every rounding.
TEST(Manifold, NormalsAtFlushEndsOfCapsulesAreAcrossTheirAxes) {
  const SampleShape b = make_sample(shapes::Capsule{.radius = 0.1, .length = 0.8}, 2);
  WorstPose worst("part of the normal along the axes");
  for (const double shift : {-1e-8, -1e-9, -1e-10, 0.0, 1e-10, 1e-9, 1e-8}) {
    const SampleShape a = make_sample(shapes::Capsule{.radius = 0.1, .length = 0.8}, 1, {0.0, 0.199, shift});
    const std::vector<ContactPoint> points = touch(a, b);
    for (const ContactPoint& point : points) worst.note(std::abs(point.normal.z()), 0);
    EXPECT_EQ(std::ranges::count_if(points, [](const ContactPoint& point) { return point.gap < 0.0; }), 2) << shift;
  }
  worst.expect_below(1e-12, 14);
}

// End to end they have one.
TEST(Manifold, CapsulesThatTouchEndToEndHaveOnePoint) {
  const SampleShape a = make_sample(shapes::Capsule{.radius = 0.1, .length = 0.8}, 1, {0.0, 0.0, 1.59});
  const SampleShape b = make_sample(shapes::Capsule{.radius = 0.1, .length = 2.0}, 2);
  const std::vector<ContactPoint> points = touch(a, b);
  EXPECT_EQ(std::ranges::count_if(points, [](const ContactPoint& point) { return point.gap < 0.0; }), 1);
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
