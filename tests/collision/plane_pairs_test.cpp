// Shapes against a plane: closed forms of how deep a shape reaches, and surfaces that its points must lie on.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

constexpr std::uint64_t kPoses = 10000;
// Coordinates of order 1 m, some thirty roundings: far below the 1e-12 m that micrometre depths need.
constexpr double kExact = 2e-14;  // [m]

double lowest_gap(const std::vector<ContactPoint>& points) {
  return std::min_element(points.begin(), points.end(), [](const auto& p, const auto& q) { return p.gap < q.gap; })
      ->gap;
}

/// How far a shape reaches from its center along the direction d: max of d · x over the shape, each by its own formula.
double calc_reach(const SampleShape& sample, const Vector3& d) {
  const CollisionShape& s = sample.shape;
  const Vector3 d_S = sample.motion.R_WS.transpose() * d;
  const double along = std::abs(d_S.z()), across = std::sqrt(d_S.x() * d_S.x() + d_S.y() * d_S.y());
  switch (s.type) {
    case ShapeType::Sphere:
      return s.radius;
    case ShapeType::Capsule:
      return s.radius + s.half_length * along;
    case ShapeType::Box:
      return s.half_size.dot(d_S.cwiseAbs());
    case ShapeType::Cylinder:
      return s.half_length * along + s.radius * across;
    default:
      return 0.0;
  }
}

/// Zero on the surface (of a capsule: of the balls at its ends, of a cylinder: on its rims): a distance for all but the
/// ellipsoid, where it is x²/a² + y²/b² + z²/c² − 1.
double calc_off_surface(const SampleShape& sample, const Vector3& p_WQ) {
  const CollisionShape& s = sample.shape;
  const Vector3 q = sample.motion.R_WS.transpose() * (p_WQ - sample.motion.p_WS);
  const double rho = std::hypot(q.x(), q.y());
  switch (s.type) {
    case ShapeType::Sphere:
      return q.norm() - s.radius;
    case ShapeType::Capsule:
      return std::min(std::abs(std::hypot(rho, q.z() - s.half_length) - s.radius),
                      std::abs(std::hypot(rho, q.z() + s.half_length) - s.radius));
    case ShapeType::Box:
      return (q.cwiseAbs() - s.half_size).norm();
    case ShapeType::Cylinder:
      return std::hypot(rho - s.radius, std::abs(q.z()) - s.half_length);
    case ShapeType::Ellipsoid:
      return q.cwiseQuotient(s.half_size).squaredNorm() - 1.0;
    default:
      return q.norm();
  }
}

TEST(PlanePairs, TheDeepestPointReachesAsFarAsTheShape) {
  for (const ShapeType type :
       {ShapeType::Point, ShapeType::Sphere, ShapeType::Capsule, ShapeType::Box, ShapeType::Cylinder}) {
    WorstPose worst(testing_support::name_of_pair(type, ShapeType::Plane));
    for (std::uint64_t seed = 0; seed < kPoses; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape shape = make_random_sample(type, 1, random),
                        plane = make_random_sample(ShapeType::Plane, 0, random);
      const Vector3 n = plane.motion.R_WS.col(2);
      const double expected = n.dot(shape.motion.p_WS - plane.motion.p_WS) - calc_reach(shape, -n);
      worst.note(std::abs(lowest_gap(touch(shape, plane)) - expected), seed);
    }
    worst.expect_below(kExact);
  }
}

// Reference: on x = D s with |s| = 1 the height n·x is lowest for s = −D n/|D n|; found here by turning s downhill
// until no turn helps, with steps from 1 to 1e-9 rad. A height is wrong by the square of the angle.
TEST(PlanePairs, NoPointOfAnEllipsoidIsLowerThanTheOneFound) {
  WorstPose worst("ellipsoid against plane");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape shape = make_random_sample(ShapeType::Ellipsoid, 1, random);
    const SampleShape plane = make_random_sample(ShapeType::Plane, 0, random);
    const Vector3 n = plane.motion.R_WS.col(2);
    const Vector3 slope = shape.shape.half_size.cwiseProduct(shape.motion.R_WS.transpose() * n);
    Vector3 s = random.direction();
    for (double angle = 1.0; angle > 1e-9; angle *= 0.5) {
      for (int turn = 0; turn < 12; ++turn) {
        const Vector3 axis = Vector3::Unit(turn % 3) * (turn % 2 == 0 ? 1.0 : -1.0);
        const Vector3 turned = matrix_from_axis_angle(axis, angle) * s;
        if (slope.dot(turned) < slope.dot(s)) s = turned;
      }
    }
    const double expected = n.dot(shape.motion.p_WS - plane.motion.p_WS) + slope.dot(s);
    worst.note(std::abs(touch(shape, plane)[0].gap - expected), seed);
  }
  worst.expect_below(1e-12);
}

TEST(PlanePairs, PointsLieOnBothSurfacesAGapApart) {
  for (const ShapeType type : {ShapeType::Point, ShapeType::Sphere, ShapeType::Capsule, ShapeType::Box,
                               ShapeType::Cylinder, ShapeType::Ellipsoid}) {
    WorstPose worst(std::string("points on plane and ") + name_of(type));
    for (std::uint64_t seed = 0; seed < kPoses; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape shape = make_random_sample(type, 1, random),
                        plane = make_random_sample(ShapeType::Plane, 0, random);
      const Vector3 n = plane.motion.R_WS.col(2);
      for (const ContactPoint& contact : touch(shape, plane)) {
        EXPECT_EQ(contact.normal, n);
        EXPECT_EQ(contact.point, contact.point_a);
        worst.note(std::abs(calc_off_surface(shape, contact.point_a)), seed);
        worst.note(std::abs(n.dot(contact.point_b - plane.motion.p_WS)), seed);
        worst.note((contact.point_a - contact.point_b - contact.gap * n).norm(), seed);
      }
    }
    worst.expect_below(kExact);
  }
}

TEST(PlanePairs, ABoxFlatOnAPlaneTouchesWithTheFourCornersBelow) {
  const SampleShape plane = make_sample(shapes::Plane{}, 0);
  const SampleShape box = make_sample(shapes::Box{.size = {2.0, 4.0, 1.0}}, 1, {5.0, 6.0, 0.25});
  const auto points = touch(box, plane);
  for (const ContactPoint& corner : points) {
    // Odd corners are on the −z side.
    EXPECT_EQ(corner.gap, corner.feature % 2 == 1 ? -0.25 : 0.75);
    EXPECT_EQ(calc_equivalent_radius(corner), 0.0);
  }
  EXPECT_EQ(points[3].point_a, Vector3(6.0, 4.0, -0.25));
}

class CylinderOnPlane : public testing::Test {
 protected:
  [[nodiscard]] std::vector<ContactPoint> tilt(double angle, const Vector3& axis) const {
    SampleShape tilted = cylinder;
    tilted.motion.R_WS = matrix_from_axis_angle(axis, angle);
    return touch(tilted, plane);
  }

  const SampleShape plane = make_sample(shapes::Plane{}, 0);
  const SampleShape cylinder = make_sample(shapes::Cylinder{.radius = 0.5, .length = 2.0}, 1, {0.0, 0.0, 1.0});
};

TEST_F(CylinderOnPlane, StandsOnThreePointsOfItsLowerRim) {
  const auto points = tilt(0.0, Vector3::UnitX());
  Vector3 middle = Vector3::Zero();
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(points[k].gap, k < 3 ? 2.0 : 0.0, 1e-15);
    EXPECT_NEAR(std::hypot(points[k].point.x(), points[k].point.y()), 0.5, 1e-15);
    if (k >= 3) middle += points[k].point / 3.0;
  }
  EXPECT_LT(middle.norm(), 1e-15);
  EXPECT_EQ(points[3].point_a.x(), 0.5);  // where no point is lowest, the one on the x axis of the cylinder
}

TEST_F(CylinderOnPlane, LiesOnTheLowestPointOfEachRim) {
  const auto points = tilt(0.5 * std::numbers::pi, Vector3::UnitX());
  for (const std::size_t k : {0U, 3U}) {
    EXPECT_NEAR(points[k].gap, 0.5, 1e-15);
    EXPECT_NEAR(points[k].curvature_2, 2.0, 1e-14);
  }
  for (const std::size_t k : {1U, 2U, 4U, 5U}) EXPECT_NEAR(points[k].gap, 1.25, 1e-13);
}

// With tilt θ the lowest point is h cos θ + R sin θ below the center. The rule that breaks the tie of an upright
// cylinder lifts it by at most 1e-13 R.
TEST_F(CylinderOnPlane, IsExactAtEveryTiltDownToTheUprightPose) {
  cases::RandomSource random(1);
  for (double angle = 1.5; angle > 1e-17; angle *= 0.3) {
    const double longitude = random.uniform(0.0, 6.0);
    const auto points = tilt(angle, {std::cos(longitude), std::sin(longitude), 0.0});
    EXPECT_NEAR(lowest_gap(points), 1.0 - std::cos(angle) - 0.5 * std::sin(angle), 2e-13) << angle;
    EXPECT_NEAR(points[4].gap, points[5].gap, 2e-13) << angle;
  }
}

// Memory of a contact belongs to its feature: while the cylinder rocks and rolls, no point of it jumps.
TEST_F(CylinderOnPlane, PointsFollowTheMotionSmoothly) {
  auto before = tilt(0.3, Vector3::UnitX());
  for (int i = 1; i <= 1000; ++i) {
    const double t = 1e-3 * i;
    SampleShape turned = cylinder;
    turned.motion.R_WS = matrix_from_axis_angle(Vector3::UnitZ(), 5.0 * t) *
                         matrix_from_axis_angle(Vector3::UnitX(), 0.3 + 2.0 * t) *
                         matrix_from_axis_angle(Vector3::UnitZ(), 7.0 * t);
    const auto now = touch(turned, plane);
    // At most |w| ≤ 14 rad/s, and 5 rad/s of the points around the rim, on arms of up to 1.2 m, for 1 ms.
    for (std::size_t k = 0; k < 6; ++k) EXPECT_LT((now[k].point - before[k].point).norm(), 0.02) << t;
    before = now;
  }
}

}  // namespace
}  // namespace carom
