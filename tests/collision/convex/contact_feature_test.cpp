#include "carom/collision/convex/contact_feature.h"

#include <set>

#include <gtest/gtest.h>

#include "carom/model/shapes/convex_hull.h"
#include "collision/sample_pairs.h"

namespace carom {
namespace {

using testing_support::make_sample;

ContactFeature feature_of(const ShapeGeometry& geometry, const Vector3& m) {
  ContactFeature feature;
  find_feature(make_sample(geometry, 1).shape, m.normalized(), feature);
  return feature;
}

std::set<int> ids_of(const ContactFeature& feature) {
  std::set<int> ids;
  for (int i = 0; i < feature.num_anchors; ++i) ids.insert(feature.anchors[i].id);
  return ids;
}

/// Twice the area, along the normal: positive if the corners go counterclockwise from outside.
double calc_turn(const ContactFeature& feature) {
  Vector3 sum = Vector3::Zero();
  for (int i = 0; i < feature.count; ++i) sum += feature.corners[i].cross(feature.corners[(i + 1) % feature.count]);
  return sum.dot(feature.normal);
}

TEST(ContactFeature, ABoxHasTheCornersThatAreWithinATenthOfARadian) {
  const shapes::Box box{.size = {1.0, 2.0, 3.0}};
  EXPECT_EQ(ids_of(feature_of(box, {0.05, -0.05, -1.0})), (std::set{1, 3, 5, 7}));
  EXPECT_EQ(ids_of(feature_of(box, {0.5, 0.05, -1.0})), (std::set{1, 3}));
  EXPECT_EQ(ids_of(feature_of(box, {0.5, 0.5, -1.0})), (std::set{1}));
}

TEST(ContactFeature, CornersOfFacesGoCounterclockwiseFromOutside) {
  const shapes::Box box{.size = {1.0, 2.0, 3.0}};
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const ContactFeature face = feature_of(box, side * Vector3::Unit(axis));
      ASSERT_EQ(face.count, 4);
      EXPECT_NEAR(calc_turn(face), 2.0 * 6.0 / box.size[axis], 1e-14) << axis << " " << side;
    }
  }
  for (const double side : {-1.0, 1.0}) {
    EXPECT_GT(calc_turn(feature_of(shapes::Cylinder{.radius = 0.5, .length = 1.0}, side * Vector3::UnitZ())), 0.0);
  }
}

TEST(ContactFeature, ACylinderStandsOnThreePointsOfARimAndLiesOnBoth) {
  const shapes::Cylinder drum{.radius = 0.5, .length = 1.0};
  EXPECT_EQ(ids_of(feature_of(drum, {0.01, 0.0, -1.0})), (std::set{3, 4, 5}));
  EXPECT_EQ(ids_of(feature_of(drum, {1.0, 0.0, 0.01})), (std::set{0, 3}));
  EXPECT_EQ(ids_of(feature_of(drum, {1.0, 0.0, 1.0})), (std::set{0}));
}

TEST(ContactFeature, AConeLiesOnItsLineFromRimToApex) {
  const shapes::Cone cone{.radius = 0.5, .length = 1.0};
  EXPECT_EQ(ids_of(feature_of(cone, {1.0, 0.0, 0.5})), (std::set{0, 3}));
  EXPECT_EQ(ids_of(feature_of(cone, {0.0, 0.0, 1.0})), (std::set{3}));
  EXPECT_EQ(ids_of(feature_of(cone, {0.0, 0.0, -1.0})), (std::set{0, 1, 2}));
}

TEST(ContactFeature, FacesOfAPolyhedronHaveAnchorsOfTheirOwn) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back((i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5);
  const shapes::ConvexMesh cube{.file = {},
                                .hull = std::make_shared<const TriangleMesh>(make_convex_hull(corners, "cube"))};
  const ContactFeature face = feature_of(cube, {0.0, 0.03, 1.0});
  EXPECT_EQ(face.count, 4);
  EXPECT_EQ(ids_of(face).size(), 4U);
  EXPECT_EQ(feature_of(cube, {0.0, 1.0, 1.0}).count, 2);
  EXPECT_EQ(feature_of(cube, {1.0, 1.0, 1.0}).count, 1);
}

TEST(ContactFeature, NoIdIsBeyondThoseOfTheType) {
  for (const ShapeType type : {ShapeType::Capsule, ShapeType::Box, ShapeType::Cylinder, ShapeType::Cone,
                               ShapeType::Ellipsoid, ShapeType::ConvexMesh}) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      const ContactFeature feature =
          feature_of(testing_support::make_random_geometry(type, random), random.direction());
      ASSERT_GE(feature.num_anchors, 1) << name_of(type) << " " << seed;
      for (const int id : ids_of(feature)) EXPECT_LT(id, count_anchors(type)) << name_of(type) << " " << seed;
    }
  }
}

}  // namespace
}  // namespace carom
