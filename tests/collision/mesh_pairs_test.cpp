// Surfaces of triangles: against brute force over all triangles, and against shapes that they are made to look like.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/collision/mesh/triangle_tree.h"
#include "carom/model/convex_hull.h"
#include "carom/model/height_field.h"
#include "collision/nearest_by_search.h"
#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

/// The surface of a box, two triangles to a face.
TriangleMesh make_box_surface(const Vector3& size) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(0.5 * Vector3((i & 1) != 0 ? size.x() : -size.x(), (i & 2) != 0 ? size.y() : -size.y(),
                                    (i & 4) != 0 ? size.z() : -size.z()));
  }
  return make_convex_hull(corners, "box");
}

shapes::Mesh as_shape(const TriangleMesh& mesh) {
  return {.file = {}, .surface = std::make_shared<const TriangleMesh>(mesh)};
}

shapes::HeightField make_hills(int columns, int rows) {
  shapes::HeightField field{.columns = columns, .rows = rows, .size = {2.0, 2.0, 0.3}, .heights = {}};
  for (int i = 0; i < columns * rows; ++i) field.heights.push_back(std::sin(1.7 * (i % columns)) * std::cos(0.9 * i));
  return field;
}

TEST(TriangleTree, FindsTheTriangleThatBruteForceFinds) {
  const TriangleTree tree(make_surface(make_hills(20, 30), "hills"));
  WorstPose worst("distance to hills");
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    cases::RandomSource random(seed);
    const Vector3 p = random.vector(1.5);
    double least = INFINITY;
    for (int i = 0; i < tree.num_triangles(); ++i) least = std::min(least, tree.find_nearest_on(i, p).squared);
    worst.note(std::abs(tree.find_nearest(p).squared - least), seed);
  }
  worst.expect_below(1e-300);
}

TEST(MeshPairs, APointSeesTheSurfaceOfABoxAsTheBox) {
  const Vector3 size(1.0, 0.6, 0.4);
  const SampleShape box = make_sample(shapes::Box{.size = size}, 2),
                    mesh = make_sample(as_shape(make_box_surface(size)), 2);
  WorstPose worst("point against a box of triangles");
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape point = make_sample(shapes::Point{}, 1, random.vector(0.8));
    worst.note(std::abs(touch(point, mesh)[0].gap - touch(point, box)[0].gap), seed);
    worst.note((touch(point, mesh)[0].normal - touch(point, box)[0].normal).norm(), seed);
  }
  worst.expect_below(1e-13);
}

TEST(MeshPairs, FlatGroundOfTrianglesIsAPlane) {
  const shapes::HeightField flat{.columns = 5, .rows = 7, .size = {4.0, 4.0, 1.0}, .heights = std::vector(35, 0.25)};
  const SampleShape ground = make_sample(flat, 2);
  SampleShape plane = make_sample(shapes::Plane{}, 2, {0.0, 0.0, 0.25});
  cases::RandomSource shared(1);
  const ShapeGeometry solids[] = {shapes::Point{},
                                  shapes::Sphere{.radius = 0.3},
                                  shapes::Capsule{.radius = 0.2, .length = 0.5},
                                  shapes::Box{.size = {0.5, 0.4, 0.3}},
                                  shapes::Cylinder{.radius = 0.2, .length = 0.5},
                                  shapes::Cone{.radius = 0.2, .length = 0.5},
                                  shapes::Ellipsoid{.semi_axes = {0.3, 0.2, 0.1}},
                                  testing_support::make_random_convex_mesh(shared)};
  for (const ShapeGeometry& solid : solids) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      SampleShape a = make_sample(solid, 1, Vector3(0.0, 0.0, 0.5) + random.vector(0.2));
      a.motion.R_WS = matrix_from_quaternion(random.rotation());
      const auto on_ground = touch(a, ground), on_plane = touch(a, plane);
      for (std::size_t k = 0; k < on_plane.size(); ++k) {
        // What is not in use is farther than any point of the solid.
        if (on_plane[k].gap > 1.5) continue;
        EXPECT_NEAR(on_ground[k].gap, on_plane[k].gap, 1e-14) << seed;
        EXPECT_LT((on_ground[k].normal - on_plane[k].normal).norm(), 1e-14) << seed;
      }
    }
  }
}

TEST(MeshPairs, ABallInAGrooveRestsOnBothWalls) {
  const shapes::HeightField groove{.columns = 3, .rows = 2, .size = {2.0, 2.0, 1.0}, .heights = {1, 0, 1, 1, 0, 1}};
  const SampleShape ground = make_sample(groove, 2);
  const double radius = 0.25;
  const SampleShape ball = make_sample(shapes::Sphere{.radius = radius}, 1, {0.0, 0.1, radius * std::sqrt(2.0) - 0.01});
  const auto points = touch(ball, ground);
  for (const std::size_t k : {0U, 1U}) EXPECT_NEAR(points[k].gap, -0.01 * std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(points[0].normal.dot(points[1].normal), 0.0, 1e-14);
  EXPECT_GT(points[2].gap, 0.0);
}

TEST(MeshPairs, ASpikeUnderABoxTouchesItsFace) {
  const shapes::HeightField spike{
      .columns = 3, .rows = 3, .size = {2.0, 2.0, 1.0}, .heights = {0, 0, 0, 0, 0.5, 0, 0, 0, 0}};
  const SampleShape box = make_sample(shapes::Box{.size = {0.4, 0.4, 0.4}}, 1, {0.05, 0.0, 0.65});
  const auto points = touch(box, make_sample(spike, 2));
  EXPECT_NEAR(points[8].gap, -0.05, 1e-14);
  EXPECT_LT((points[8].normal - Vector3::UnitZ()).norm(), 1e-14);
}

/// Of a point from a triangle: over its face, or from the nearest of its sides.
double calc_distance(const std::array<Vector3, 3>& corners, const Vector3& p) {
  const Vector3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  bool is_over = true;
  double least = INFINITY;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3 &from = corners[k], side = corners[(k + 1) % 3] - from;
    is_over = is_over && normal.dot(side.cross(p - from)) >= 0.0;
    least = std::min(least, (p - from - std::clamp(side.dot(p - from) / side.squaredNorm(), 0.0, 1.0) * side).norm());
  }
  return is_over ? std::abs(normal.dot(p - corners[0])) : least;
}

// Above hills of 18 triangles, not over their border: while apart, no point of the solid is nearer to one of them than
// the contact, and its points are on both surfaces.
TEST(MeshPairs, NoPointOfASolidAboveHillsIsNearerThanTheContact) {
  using enum ShapeType;
  shapes::HeightField field = make_hills(4, 4);
  field.size = {6.0, 6.0, 0.4};
  const TriangleMesh surface = make_surface(field, "hills");
  const SampleShape hills = make_sample(field, 2);
  const auto distance_at = [&](const Vector3& p) {
    double least = INFINITY;
    for (const auto& [a, b, c] : surface.triangles) {
      const auto corner = [&](int i) { return surface.vertices[static_cast<std::size_t>(i)]; };
      least = std::min(least, calc_distance({corner(a), corner(b), corner(c)}, p));
    }
    return least;
  };
  for (const ShapeType type : {Cylinder, Cone, Ellipsoid, ConvexMesh}) {
    WorstPose worst(std::string(name_of(type)) + " above hills");
    for (std::uint64_t seed = 0; seed < testing_support::count_poses(type == ConvexMesh ? 10 : 50); ++seed) {
      cases::RandomSource random(seed);
      SampleShape solid = make_sample(testing_support::make_random_geometry(type, random), 1,
                                      {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(0.5, 2.0)});
      solid.motion.R_WS = matrix_from_quaternion(random.rotation());
      double expected = INFINITY;
      for (const testing_support::SurfacePatch& patch : testing_support::make_patches(solid.shape)) {
        expected = std::min(expected, testing_support::search_least(patch, [&](const Vector3& p) {
                              return distance_at(solid.motion.p_WS + solid.motion.R_WS * p);
                            }));
      }
      const auto points = touch(solid, hills);
      const ContactPoint& nearest = *std::ranges::min_element(points, {}, &ContactPoint::gap);
      worst.note(nearest.gap - expected, seed);
      if (nearest.gap < 0.0) continue;
      worst.note(testing_support::calc_outside(solid, nearest.point_a), seed);
      worst.note(distance_at(nearest.point_b), seed);
    }
    worst.expect_below(1e-9, 25);
  }
}

TEST(MeshPairs, ARidgeUnderACylinderTouchesItsFace) {
  const shapes::HeightField ridge{.columns = 3, .rows = 2, .size = {2.0, 2.0, 1.0}, .heights = {0, 1, 0, 0, 1, 0}};
  const SampleShape drum = make_sample(shapes::Cylinder{.radius = 0.3, .length = 0.5}, 1, {0.05, 0.0, 1.2});
  const auto points = touch(drum, make_sample(ridge, 2));
  EXPECT_NEAR(points[6].gap, -0.05, 1e-14);
  EXPECT_LT((points[6].normal - Vector3::UnitZ()).norm(), 1e-14);
}

TEST(ConvexHull, HoldsAllPointsAndIsClosed) {
  cases::RandomSource random(3);
  std::vector<Vector3> points;
  for (int i = 0; i < 200; ++i) points.push_back(random.vector(1e-3));
  const TriangleMesh hull = make_convex_hull(points, "cloud");
  EXPECT_NO_THROW(validate_closed(hull, "cloud"));
  const Polyhedron solid(hull);
  for (const Polyhedron::Face& face : solid.faces()) {
    for (const Vector3& p : points) {
      EXPECT_LT(face.normal.dot(p - solid.vertex(solid.corners(face)[0])), 1e-15);
    }
  }
}

TEST(ConvexHull, TrianglesOfOnePlaneAreOneFace) {
  const Polyhedron box(make_box_surface({1.0, 2.0, 3.0}));
  EXPECT_EQ(box.faces().size(), 6U);
  EXPECT_EQ(box.vertices().size(), 8U);
  for (const Polyhedron::Face& face : box.faces()) EXPECT_EQ(face.count, 4);
}

TEST(ConvexHull, PointsWithoutVolumeAreRefused) {
  const std::vector<Vector3> few(3, Vector3::Zero());
  const std::vector<Vector3> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}};
  const std::vector<Vector3> wrong{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}};
  EXPECT_THROW((void)make_convex_hull(few, "few"), InputError);
  EXPECT_THROW((void)make_convex_hull(flat, "flat"), InputError);
  EXPECT_THROW((void)make_convex_hull(wrong, "wrong"), InputError);
}

TEST(HeightField, AWrongNumberOfHeightsIsRefused) {
  shapes::HeightField field = make_hills(4, 5);
  field.heights.pop_back();
  EXPECT_THROW((void)make_surface(field, "field"), InputError);
  field = make_hills(1, 5);
  EXPECT_THROW((void)make_surface(field, "field"), InputError);
}

}  // namespace
}  // namespace carom
