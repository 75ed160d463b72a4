// Faces that just touch: the distance has no digits left there, and which of all faces touch must be known all the
// same.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "carom/model/shapes/convex_hull.h"
#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::carried;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

// A face at z = 0 and another one, smaller or larger, at z = height.
shapes::ConvexMesh make_wedge(cases::RandomSource& random, const Vector3& half, double height) {
  const Vector3 shift = random.vector(0.1);
  const double factor = random.uniform(0.5, 1.5);
  std::vector<Vector3> corners;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      const Vector3 corner(x * half.x(), y * half.y(), 0.0);
      corners.push_back(corner);
      corners.emplace_back(factor * corner.x() + shift.x(), factor * corner.y() + shift.y(), height);
    }
  }
  return {.file = {}, .hull = std::make_shared<const TriangleMesh>(make_convex_hull(corners, "wedge"))};
}

// The upper wedge is also tilted by as little as a body at rest trembles, which is more than its distance.
TEST(TouchingFaces, WedgesHaveTheGapAndTheNormalOfTheirFaces) {
  WorstPose gaps("gap of wedges that touch"), normals("normal of wedges that touch");
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    cases::RandomSource random(seed);
    const double gap = random.log_uniform(1e-16, 1e-8) * (random.chance(0.5) ? 1.0 : -1.0);
    // Faces of the same size, corner on corner, or not.
    const bool alike = random.chance(0.5);
    const auto half = [&random] { return Vector3(random.uniform(0.05, 0.5), random.uniform(0.05, 0.5), 0.0); };
    const Vector3 half_a = half(), half_b = alike ? half_a : half();
    const double aside = alike ? 0.0 : random.uniform(-0.04, 0.04), tilt = random.log_uniform(1e-14, 1e-9);
    const Matrix3 R = matrix_from_quaternion(random.rotation());
    const Matrix3 tilted = matrix_from_axis_angle(random.direction(), tilt);
    const Vector3 p = random.vector(1.0);
    const SampleShape flat = make_sample(make_wedge(random, half_a, random.uniform(0.1, 0.4)), 1, {aside, 0, gap});
    const SampleShape upper = carried(carried(flat, tilted, Vector3::Zero()), R, p);
    const SampleShape lower = carried(make_sample(make_wedge(random, half_b, -random.uniform(0.1, 0.4)), 2), R, p);
    for (const bool swapped : {false, true}) {
      const std::vector<ContactPoint> points = swapped ? touch(lower, upper) : touch(upper, lower);
      const ContactPoint& nearest = *std::ranges::min_element(points, {}, &ContactPoint::gap);
      // A tilt brings corners nearer by their distance from the axis, less than a metre.
      gaps.note(std::max(std::abs(nearest.gap - gap) - tilt, 0.0), seed);
      const Vector3 off = nearest.normal - (swapped ? -1.0 : 1.0) * R.col(2);
      normals.note(std::max(off.norm() - tilt, 0.0), seed);
      EXPECT_GE(std::ranges::count_if(points, [](const ContactPoint& c) { return c.gap < 1e-7; }), 3) << seed;
    }
  }
  gaps.expect_below(1e-14, 6000);
  normals.expect_below(1e-13, 6000);
}

// A crate in the middle of a larger table stands on its own four corners, however little it is tilted: the plane of its
// bottom is deepest in a corner of the table, where the crate is not.
TEST(TouchingFaces, ACrateStandsOnItsOwnCorners) {
  const Vector3 crate_size(0.1, 0.08, 0.06), table_size(0.9, 0.3, 0.05);
  WorstPose places("distance of points from the corners of a crate");
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    cases::RandomSource random(seed);
    // Bodies are numbered either way round.
    const bool world_last = seed % 2 == 0;
    const SampleShape table = make_sample(shapes::Box{table_size}, world_last ? 2 : 0, {0, 0, -0.025});
    SampleShape crate = make_sample(shapes::Box{crate_size}, 1);
    crate.motion.p_WS = {random.uniform(-0.3, 0.3), random.uniform(-0.05, 0.05), 0.03 - random.log_uniform(1e-9, 1e-5)};
    const double tilt = random.log_uniform(1e-15, 1e-9);
    crate.motion.R_WS = matrix_from_axis_angle(random.direction(), tilt);
    int standing = 0;
    for (const ContactPoint& point : touch(crate, table)) {
      if (point.gap > 1e-3) continue;
      ++standing;
      const Vector3 at = crate.motion.R_WS.transpose() * (point.point - crate.motion.p_WS);
      places.note((at.cwiseAbs() - 0.5 * crate_size).head<2>().norm(), seed);
    }
    EXPECT_EQ(standing, 4) << seed;
  }
  places.expect_below(1e-12, 8000);
}

}  // namespace
}  // namespace carom
