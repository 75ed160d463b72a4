#include "carom/collision/collision_shape.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "collision/support_referee.h"

namespace carom {
namespace {

using testing_support::make_sample;
using testing_support::SampleShape;

TEST(CollisionShape, NamesAreThoseOfScenesInTheOrderOfGeometries) {
  EXPECT_STREQ(name_of(type_of(shapes::Point{})), "point");
  EXPECT_STREQ(name_of(type_of(shapes::Capsule{})), "capsule");
  EXPECT_STREQ(name_of(type_of(shapes::HeightField{})), "height-field");
  EXPECT_EQ(describe({.name = "crate", .body = "cart", .geometry = shapes::Box{}}), "box 'crate' of body 'cart'");
  EXPECT_EQ(describe({.name = "", .body = "cart", .geometry = shapes::Box{}}), "box of body 'cart'");
}

// The farthest point from the origin: no direction reaches farther, and the one to it reaches as far.
TEST(CollisionShape, ReachIsTheDistanceOfTheFarthestPoint) {
  EXPECT_DOUBLE_EQ(make_sample(shapes::Box{.size = {2.0, 4.0, 4.0}}, 1).shape.reach, 3.0);
  EXPECT_DOUBLE_EQ(make_sample(shapes::Capsule{.radius = 0.5, .length = 2.0}, 1).shape.reach, 1.5);
  EXPECT_DOUBLE_EQ(make_sample(shapes::Cylinder{.radius = 3.0, .length = 8.0}, 1).shape.reach, 5.0);
  EXPECT_DOUBLE_EQ(make_sample(shapes::Ellipsoid{.semi_axes = {1.0, 3.0, 2.0}}, 1).shape.reach, 3.0);
  EXPECT_EQ(make_sample(shapes::Plane{}, 1).shape.reach, std::numeric_limits<double>::infinity());
  for (const ShapeType type : {ShapeType::Sphere, ShapeType::Capsule, ShapeType::Box, ShapeType::Cylinder,
                               ShapeType::Cone, ShapeType::Ellipsoid, ShapeType::ConvexMesh}) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape sample = testing_support::make_random_sample(type, 1, random);
      EXPECT_LE(testing_support::calc_reach(sample, random.direction()), sample.shape.reach + 1e-15) << seed;
    }
  }
}

TEST(CollisionShape, ThePlanesNormalIsItsZAxis) {
  const CollisionShape plane = make_sample(shapes::Plane{.normal = {3.0, 0.0, 4.0}}, 1).shape;
  EXPECT_LT((plane.R_BS.col(2) - Vector3(0.6, 0.0, 0.8)).norm(), 1e-15);
  EXPECT_LT((plane.R_BS.transpose() * plane.R_BS - Matrix3::Identity()).norm(), 1e-15);
}

TEST(CollisionShape, APointHasInfiniteCurvature) {
  EXPECT_EQ(make_sample(shapes::Point{}, 1).shape.curvature, std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(make_sample(shapes::Sphere{.radius = 0.25}, 1).shape.curvature, 4.0);
}

TEST(CollisionShape, SizesThatAreNoneAreRefusedByNameAndValue) {
  try {
    (void)make_collision_shape({.name = "ball", .body = "cart", .geometry = shapes::Sphere{.radius = -1.0}},
                               BodyIndex(1));
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "sphere 'ball' of body 'cart': expected a radius above zero, found -1 m");
  }
}

}  // namespace
}  // namespace carom
