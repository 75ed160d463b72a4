#include "carom/collision/convex/convex_surface.h"

#include <gtest/gtest.h>

#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::WorstPose;

constexpr ShapeType kSolids[] = {ShapeType::Sphere, ShapeType::Capsule,   ShapeType::Box,       ShapeType::Cylinder,
                                 ShapeType::Cone,   ShapeType::Ellipsoid, ShapeType::ConvexMesh};

// The core with its margin reaches as far as the solid, and its point is in the solid.
TEST(ConvexSurface, SupportPointsAreTheFarthestOfTheSolid) {
  for (const ShapeType type : kSolids) {
    WorstPose worst(std::string("reach of a ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      SampleShape sample = make_random_sample(type, 1, random);
      sample.motion = {};
      const Vector3 d = random.direction();
      const double reach = find_support(sample.shape, d).dot(d) + margin_of(sample.shape);
      worst.note(std::abs(reach - testing_support::calc_reach(sample, d)), seed);
      worst.note(testing_support::calc_outside(sample, find_support(sample.shape, d)), seed);
    }
    worst.expect_below(1e-15 * 8, 400);
  }
}

// Radii of curvature are how far the point moves while the normal turns. Central differences: truncation below
// step²/6 · 100, rounding 1e-15/step.
TEST(ConvexSurface, RadiiTellHowThePointMovesWhenTheNormalTurns) {
  constexpr double kStep = 1e-5;
  for (const ShapeType type : {ShapeType::Ellipsoid, ShapeType::Cylinder}) {
    WorstPose worst(std::string("radii of a ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      const CollisionShape shape = make_random_sample(type, 1, random).shape;
      const Vector3 m = random.direction();
      const Vector3 across = m.cross(random.direction()).normalized();
      // Where a cylinder stands its rim turns ever faster.
      if (type == ShapeType::Cylinder && std::hypot(m.x(), m.y()) < 0.3) continue;
      const SurfaceAt surface = find_surface(shape, m, 1e-12, Vector3::Zero());
      const Vector3 ahead = find_support(shape, (m + kStep * across).normalized());
      const Vector3 behind = find_support(shape, (m - kStep * across).normalized());
      worst.note(((ahead - behind) / (2.0 * kStep) - surface.radii * across).norm(), seed);
    }
    worst.expect_below(2e-8, 100);
  }
}

TEST(ConvexSurface, ABoxHasFacesEdgesAndCorners) {
  const CollisionShape box = make_sample(shapes::Box{.size = {1.0, 2.0, 3.0}}, 1).shape;
  const auto look = [&](const Vector3& m) { return find_surface(box, m.normalized(), 1e-9, Vector3::Zero()); };
  EXPECT_EQ(look({0.0, 0.0, -1.0}).flat, 2);
  EXPECT_EQ(look({0.0, 0.0, -1.0}).along, Vector3(0.0, 0.0, -1.0));
  EXPECT_EQ(look({1.0, 0.0, -1.0}).flat, 1);
  EXPECT_EQ(look({1.0, 0.0, -1.0}).along, Vector3(0.0, 1.0, 0.0));
  EXPECT_EQ(look({1.0, -1.0, 1.0}).flat, 0);
  EXPECT_EQ(look({1.0, -1.0, 1.0}).point, Vector3(0.5, -1.0, 1.5));
}

TEST(ConvexSurface, WhatIsFlatWithinTheToleranceCountsAsFlat) {
  const CollisionShape drum = make_sample(shapes::Cylinder{.radius = 0.5, .length = 1.0}, 1).shape;
  const Vector3 tilted = Vector3(1e-3, 0.0, 1.0).normalized();
  EXPECT_EQ(find_surface(drum, tilted, 1e-2, Vector3::Zero()).flat, 2);
  EXPECT_EQ(find_surface(drum, tilted, 1e-4, Vector3::Zero()).flat, 0);
}

// On the slope of a cone a circle at the height of the contact is what bends: its radius is that of the point near it.
TEST(ConvexSurface, TheLineOfAConeIsBentAsTheCircleNearTheContact) {
  const CollisionShape cone = make_sample(shapes::Cone{.radius = 0.5, .length = 1.0}, 1).shape;
  // The slope rises 1 over 0.5: its normal leans by the same.
  const Vector3 m = Vector3(1.0, 0.0, 0.5).normalized();
  const SurfaceAt surface = find_surface(cone, m, 1e-9, {0.25, 0.0, 0.0});
  EXPECT_EQ(surface.flat, 1);
  EXPECT_NEAR(std::abs(surface.along.dot(m)), 0.0, 1e-15);
  EXPECT_NEAR(surface.radii(1, 1), 0.25 / m.x(), 1e-14);
}

TEST(ConvexSurface, TheOutwardDirectionIsDefinedOnTheAxis) {
  EXPECT_EQ(find_outward(Vector3::UnitZ()), Vector3::UnitX());
  EXPECT_LT((find_outward({0.0, -0.3, 0.9}) - Vector3(0.0, -1.0, 0.0)).norm(), 1e-12);
}

}  // namespace
}  // namespace carom
