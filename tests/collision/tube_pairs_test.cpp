// Convex solids in a tube and about its ends, against dense sampling of their surfaces.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "collision/nearest_by_search.h"
#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::calc_outside;
using testing_support::count_poses;
using testing_support::make_patches;
using testing_support::make_random_geometry;
using testing_support::make_sample;
using testing_support::name_of_pair;
using testing_support::SampleShape;
using testing_support::search_least;
using testing_support::SurfacePatch;
using testing_support::touch;
using testing_support::WorstPose;

constexpr ShapeType kSolids[] = {ShapeType::Capsule, ShapeType::Box,       ShapeType::Cylinder,
                                 ShapeType::Cone,    ShapeType::Ellipsoid, ShapeType::ConvexMesh};

/// Of a point from the plate with the hole, in the tube's axes, negative in it.
double calc_distance(const CollisionShape& tube, const Vector3& p) {
  const double in_hole = tube.radius - std::hypot(p.x(), p.y()), above = std::abs(p.z()) - tube.half_length;
  if (in_hole < 0.0) return above < 0.0 ? -std::min(-in_hole, -above) : above;
  return above < 0.0 ? in_hole : std::hypot(in_hole, above);
}

struct SolidAndTube {
  SampleShape solid, tube;

  [[nodiscard]] double distance_at(const Vector3& p_W) const {
    return calc_distance(tube.shape, tube.motion.R_WS.transpose() * (p_W - tube.motion.p_WS));
  }
  [[nodiscard]] double search_gap() const {
    double best = INFINITY;
    for (const SurfacePatch& patch : make_patches(solid.shape)) {
      best = std::min(best, search_least(patch, [&](const Vector3& p) {
                        return distance_at(solid.motion.p_WS + solid.motion.R_WS * p);
                      }));
    }
    return best;
  }
};

/// Half of the poses are inside, half about an end.
SolidAndTube make_pair(ShapeType type, std::uint64_t seed) {
  cases::RandomSource random(seed);
  SolidAndTube pair{
      make_sample(make_random_geometry(type, random), 1),
      make_sample(shapes::Tube{.radius = random.uniform(0.8, 2.0), .length = random.uniform(0.5, 4.0)}, 2)};
  const double z = seed % 2 == 0 ? 0.0 : std::copysign(pair.tube.shape.half_length, random.uniform(-1.0, 1.0));
  pair.tube.motion.R_WS = matrix_from_quaternion(random.rotation());
  pair.tube.motion.p_WS = random.vector(1.0);
  pair.solid.motion.R_WS = matrix_from_quaternion(random.rotation());
  pair.solid.motion.p_WS = pair.tube.motion.p_WS + pair.tube.motion.R_WS * (Vector3(0.0, 0.0, z) + random.vector(0.8));
  return pair;
}

const ContactPoint& nearest_of(const std::vector<ContactPoint>& points) {
  return *std::ranges::min_element(points, {}, &ContactPoint::gap);
}

// While apart the gap is the distance: no point of the solid is nearer, and two points are that near. In overlap both
// say so. Returns whether they are apart.
bool compare(ShapeType type, std::uint64_t seed, WorstPose& worst) {
  const SolidAndTube pair = make_pair(type, seed);
  const ContactPoint contact = nearest_of(touch(pair.solid, pair.tube));
  const double expected = pair.search_gap();
  if (expected < 0.0) {
    worst.note(std::min(-expected, std::max(contact.gap, 0.0)), seed);
    return false;
  }
  worst.note(contact.gap - expected, seed);
  worst.note(calc_outside(pair.solid, contact.point_a), seed);
  worst.note(std::abs(pair.distance_at(contact.point_b)), seed);
  worst.note((contact.point_a - contact.point_b - contact.gap * contact.normal).norm(), seed);
  return true;
}

TEST(TubePairs, NoPointOfTheSolidIsNearerThanTheContact) {
  for (const ShapeType type : kSolids) {
    WorstPose worst(name_of_pair(type, ShapeType::Tube));
    std::uint64_t apart = 0;
    const std::uint64_t poses = count_poses(200);
    for (std::uint64_t seed = 0; seed < poses; ++seed) apart += compare(type, seed, worst) ? 1 : 0;
    worst.expect_below(1e-9, 50);
    EXPECT_GT(apart, 20U) << name_of(type);
    EXPECT_GT(poses - apart, 20U) << name_of(type);
  }
}

// Rare ones: an ellipsoid that is farthest from the axis below the tube, and nearest to the wall across from there; a
// hull with two edges almost equally near to a rim.
TEST(TubePairs, PosesThatAreEasilyMissed) {
  WorstPose ellipsoid("ellipsoid, in a tube with one end"), hull("two edges near a rim");
  for (const std::uint64_t seed : {6507, 7836}) EXPECT_TRUE(compare(ShapeType::Ellipsoid, seed, ellipsoid));
  EXPECT_TRUE(compare(ShapeType::ConvexMesh, 1544, hull));
  ellipsoid.expect_below(1e-9, 1);
  hull.expect_below(1e-9, 1);
}

// A shaft in its bearing, a plug in a hole, a rod through a ring: known by hand.
TEST(TubePairs, PlainCasesHaveExactAnswers) {
  using namespace shapes;
  const SampleShape tube = make_sample(Tube{.radius = 0.5, .length = 1.0}, 2);
  const auto gap = [&](const ShapeGeometry& solid, const Vector3& at) {
    return nearest_of(touch(make_sample(solid, 1, at), tube)).gap;
  };
  EXPECT_NEAR(gap(Cylinder{.radius = 0.4, .length = 0.5}, {0.0, 0.0, 0.0}), 0.1, 1e-15);
  EXPECT_NEAR(gap(Cylinder{.radius = 0.4, .length = 0.5}, {0.125, 0.0, 0.0}), -0.025, 1e-15);
  EXPECT_NEAR(gap(Cylinder{.radius = 0.25, .length = 4.0}, {0.125, 0.0, 0.0}), 0.125, 1e-15) << "rod through the hole";
  EXPECT_NEAR(gap(Capsule{.radius = 0.25, .length = 4.0}, {0.25, 0.0, 0.0}), 0.0, 1e-15);
  EXPECT_NEAR(gap(Ellipsoid{.semi_axes = {0.4, 0.2, 0.3}}, {0.0, 0.0, 0.0}), 0.1, 1e-15);
  EXPECT_NEAR(gap(Ellipsoid{.semi_axes = {0.4, 0.2, 0.3}}, {2.0, 0.0, 0.75}), -0.05, 1e-15) << "on the plate";
  EXPECT_NEAR(gap(Box{.size = {0.6, 0.8, 0.5}}, {0.0, 0.0, 0.0}), 0.0, 1e-15) << "corners at a radius of 0.5";
  // The side of a cone standing on its apex, 45° steep, over the rim.
  SampleShape plug = make_sample(Cone{.radius = 1.0, .length = 1.0}, 1, {0.0, 0.0, 0.625});
  plug.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector({M_PI, 0.0, 0.0}));
  EXPECT_NEAR(nearest_of(touch(plug, tube)).gap, 0.125 * std::sqrt(0.5), 1e-12) << "plug";
}

TEST(TubePairs, AnEllipsoidAcrossATubeTouchesBothSides) {
  const SampleShape tube = make_sample(shapes::Tube{.radius = 0.5, .length = 4.0}, 2);
  const auto points = touch(make_sample(shapes::Ellipsoid{.semi_axes = {0.51, 0.2, 0.3}}, 1), tube);
  EXPECT_NEAR(points[0].gap, -0.01, 1e-15);
  EXPECT_NEAR(points[1].gap, -0.01, 1e-15);
  EXPECT_NEAR(points[0].normal.dot(points[1].normal), -1.0, 1e-12);
  // In the plane across the axis: of the ellipse a/b² = 12.75 less 1/R = 2, along the axis a/c².
  EXPECT_NEAR(points[0].curvature_1, 0.51 / 0.04 - 2.0, 1e-9);
  EXPECT_NEAR(points[0].curvature_2, 0.51 / 0.09, 1e-9);
}

}  // namespace
}  // namespace carom
