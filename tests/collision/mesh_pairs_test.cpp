// Surfaces of triangles: against brute force over all triangles, and against shapes that they are made to look like.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/collision/mesh/triangle_tree.h"
#include "carom/model/shapes/convex_hull.h"
#include "carom/model/shapes/height_field.h"
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

/// A triangle for brute force, with all that does not depend on the point.
class BruteTriangle {
 public:
  BruteTriangle(const Vector3& a, const Vector3& b, const Vector3& c)
      : corners_{a, b, c}, normal_((b - a).cross(c - a).normalized()), middle_((a + b + c) / 3.0) {
    for (std::size_t k = 0; k < 3; ++k) {
      sides_[k] = corners_[(k + 1) % 3] - corners_[k];
      inwards_[k] = normal_.cross(sides_[k]);
      reach_ = std::max(reach_, (corners_[k] - middle_).norm());
    }
  }

  /// Of a point, if it is less than `known`: over the face, or from the nearest of the sides.
  [[nodiscard]] double find_less(const Vector3& p, double known) const {
    const double far = known + reach_;
    if ((p - middle_).squaredNorm() > far * far) return known;
    bool is_over = true;
    double least = INFINITY;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3 way = p - corners_[k];
      is_over = is_over && inwards_[k].dot(way) >= 0.0;
      const double part = std::clamp(sides_[k].dot(way) / sides_[k].squaredNorm(), 0.0, 1.0);
      least = std::min(least, (way - part * sides_[k]).squaredNorm());
    }
    return std::min(known, is_over ? std::abs(normal_.dot(p - corners_[0])) : std::sqrt(least));
  }

 private:
  std::array<Vector3, 3> corners_, sides_, inwards_;
  Vector3 normal_, middle_;
  double reach_{};  // [m]
};

/// Hills of 18 triangles, and the distance from them by brute force.
class BruteHills {
 public:
  BruteHills() : field_(make_hills(4, 4)) {
    field_.size = {6.0, 6.0, 0.4};
    const TriangleMesh surface = make_surface(field_, "hills");
    for (const auto& [a, b, c] : surface.triangles) {
      const auto corner = [&](int i) { return surface.vertices[static_cast<std::size_t>(i)]; };
      triangles_.emplace_back(corner(a), corner(b), corner(c));
    }
  }

  [[nodiscard]] SampleShape make_shape() const { return make_sample(field_, 2); }

  [[nodiscard]] double find_distance(const Vector3& p) {
    // The nearest of the point before is asked first: most others are farther than that.
    double least = triangles_[nearest_before_].find_less(p, INFINITY);
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const double there = triangles_[i].find_less(p, least);
      if (there < least) least = there, nearest_before_ = i;
    }
    return least;
  }

  /// Of any point of a solid.
  [[nodiscard]] double find_distance(const SampleShape& solid) {
    double least = INFINITY;
    for (const testing_support::SurfacePatch& patch : testing_support::make_patches(solid.shape)) {
      const auto distance = [&](const Vector3& p) { return find_distance(solid.motion.p_WS + solid.motion.R_WS * p); };
      least = std::min(least, testing_support::search_least(patch, distance, least));
    }
    return least;
  }

 private:
  shapes::HeightField field_;
  std::vector<BruteTriangle> triangles_;
  std::size_t nearest_before_{};
};

// Not over the border: while apart, no point of the solid is nearer to the hills than the contact, and its points are
// on both surfaces.
void expect_that_no_point_above_hills_is_nearer(ShapeType type, std::uint64_t first, std::uint64_t last) {
  BruteHills brute;
  const SampleShape hills = brute.make_shape();
  WorstPose worst(std::string(name_of(type)) + " above hills");
  for (std::uint64_t seed = first; seed < last; ++seed) {
    cases::RandomSource random(seed);
    SampleShape solid = make_sample(testing_support::make_random_geometry(type, random), 1,
                                    {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(0.5, 2.0)});
    solid.motion.R_WS = matrix_from_quaternion(random.rotation());
    const auto points = touch(solid, hills);
    const ContactPoint& nearest = *std::ranges::min_element(points, {}, &ContactPoint::gap);
    worst.note(nearest.gap - brute.find_distance(solid), seed);
    if (nearest.gap < 0.0) continue;
    worst.note(testing_support::calc_outside(solid, nearest.point_a), seed);
    worst.note(brute.find_distance(nearest.point_b), seed);
  }
  worst.expect_below(1e-9, static_cast<long>(last - first));
}

void expect_that_no_point_above_hills_is_nearer(ShapeType type, std::uint64_t poses) {
  expect_that_no_point_above_hills_is_nearer(type, 0, testing_support::count_poses(poses));
}

TEST(MeshPairs, NoPointOfASphereAboveHillsIsNearer) {
  expect_that_no_point_above_hills_is_nearer(ShapeType::Sphere, 50);
}
TEST(MeshPairs, NoPointOfACapsuleAboveHillsIsNearer) {
  expect_that_no_point_above_hills_is_nearer(ShapeType::Capsule, 100);
}
TEST(MeshPairs, NoPointOfABoxAboveHillsIsNearer) { expect_that_no_point_above_hills_is_nearer(ShapeType::Box, 100); }
TEST(MeshPairs, NoPointOfACylinderAboveHillsIsNearer) {
  expect_that_no_point_above_hills_is_nearer(ShapeType::Cylinder, 100);
}
TEST(MeshPairs, NoPointOfAConeAboveHillsIsNearer) { expect_that_no_point_above_hills_is_nearer(ShapeType::Cone, 100); }
TEST(MeshPairs, NoPointOfAnEllipsoidAboveHillsIsNearer) {
  expect_that_no_point_above_hills_is_nearer(ShapeType::Ellipsoid, 100);
}
TEST(MeshPairs, NoPointOfAConvexMeshAboveHillsIsNearer) {
  expect_that_no_point_above_hills_is_nearer(ShapeType::ConvexMesh, 50);
}

// Rare ones: a ridge that is buried near an edge of the solid, to whose other side it is nearer.
TEST(MeshPairs, RidgesThatAreEasilyMissed) {
  expect_that_no_point_above_hills_is_nearer(ShapeType::Box, 6295, 6296);
  expect_that_no_point_above_hills_is_nearer(ShapeType::Cylinder, 5597, 5598);
  expect_that_no_point_above_hills_is_nearer(ShapeType::ConvexMesh, 6605, 6606);
}

TEST(MeshPairs, ARidgeUnderACylinderTouchesItsFace) {
  const shapes::HeightField ridge{.columns = 3, .rows = 2, .size = {2.0, 2.0, 1.0}, .heights = {0, 1, 0, 0, 1, 0}};
  const SampleShape drum = make_sample(shapes::Cylinder{.radius = 0.3, .length = 0.5}, 1, {0.05, 0.0, 1.2});
  const auto points = touch(drum, make_sample(ridge, 2));
  EXPECT_NEAR(points[6].gap, -0.05, 1e-14);
  EXPECT_LT((points[6].normal - Vector3::UnitZ()).norm(), 1e-14);
}

// None of the ridge's corners is in the box.
TEST(MeshPairs, ARidgeUnderABoxTouchesItsFace) {
  const shapes::HeightField ridge{.columns = 3, .rows = 2, .size = {2.0, 2.0, 1.0}, .heights = {0, 1, 0, 0, 1, 0}};
  const SampleShape box = make_sample(shapes::Box{.size = {0.5, 0.4, 0.4}}, 1, {0.05, 0.0, 1.15});
  const auto points = touch(box, make_sample(ridge, 2));
  EXPECT_NEAR(points[8].gap, -0.05, 1e-14);
  EXPECT_LT((points[8].normal - Vector3::UnitZ()).norm(), 1e-14);
}

// Edge across edge, with no corner of the one in the other: both are at 45° to the vertical.
TEST(MeshPairs, AnEdgeOfABoxAcrossARidgeTouchesIt) {
  const shapes::HeightField ridge{.columns = 3, .rows = 2, .size = {2.0, 2.0, 1.0}, .heights = {0, 1, 0, 0, 1, 0}};
  const double half = 0.2, height = 1.0 + half * std::sqrt(2.0);
  for (const double gap : {-0.02, 0.0, 0.3}) {
    SampleShape box = make_sample(shapes::Box{.size = {1.0, 2.0 * half, 2.0 * half}}, 1, {0.1, 0.2, height + gap});
    box.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector({0.25 * std::numbers::pi, 0.0, 0.0}));
    const auto points = touch(box, make_sample(ridge, 2));
    const ContactPoint& nearest = *std::ranges::min_element(points, {}, &ContactPoint::gap);
    EXPECT_EQ(nearest.feature, 8);
    // In overlap along the sides of the box, which are at 45° to the ridge.
    EXPECT_NEAR(nearest.gap, gap < 0.0 ? gap * std::sqrt(0.5) : gap, 1e-14);
  }
}

// A plate of two triangles has no edge that is higher than the faces beside it, but a border.
TEST(MeshPairs, SolidsAcrossTheBorderOfAPlateTouchIt) {
  const shapes::HeightField plate{.columns = 2, .rows = 2, .size = {2.0, 2.0, 1.0}, .heights = {0, 0, 0, 0}};
  const SampleShape ground = make_sample(plate, 2);
  const double radius = 0.1, depth = 0.01;
  for (const ShapeGeometry& solid : {ShapeGeometry(shapes::Capsule{.radius = radius, .length = 1.0}),
                                     ShapeGeometry(shapes::Cylinder{.radius = radius, .length = 1.0})}) {
    // On the border at x = ±1 m, its axis a little down towards the outside.
    for (const double side : {-1.0, 1.0}) {
      SampleShape rod = make_sample(solid, 1);
      const Vector3 along = Vector3(std::cos(0.2) * side, 0.0, -std::sin(0.2)),
                    across(std::sin(0.2) * side, 0.0, std::cos(0.2));
      rod.motion.R_WS.col(2) = along;
      rod.motion.R_WS.col(1) = Vector3::UnitY();
      rod.motion.R_WS.col(0) = Vector3::UnitY().cross(along);
      rod.motion.p_WS = side * Vector3::UnitX() + (radius - depth) * across;
      const auto points = touch(rod, ground);
      EXPECT_NEAR(points.back().gap, -depth, 1e-14);
      EXPECT_LT((points.back().normal - across).norm(), 1e-14);
    }
  }
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
