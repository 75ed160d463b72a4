#include "carom/collision/broad/bounding_box.h"

#include <cmath>

#include <gtest/gtest.h>

#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::WorstPose;

// The reference reaches along the axes by formulas of its own.
TEST(BoundingBox, HoldsTheShapeAndTouchesItOnAllSides) {
  using enum ShapeType;
  for (const ShapeType type : {Point, Sphere, Capsule, Box, Cylinder, Cone, Ellipsoid, ConvexMesh}) {
    WorstPose worst(std::string("box around ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape sample = make_random_sample(type, 1, random);
      const BoundingBox box = calc_bounding_box(sample.shape, sample.motion);
      for (int axis = 0; axis < 3; ++axis) {
        const double center = sample.motion.p_WS[axis];
        worst.note(std::abs(box.high[axis] - center - calc_reach(sample, Vector3::Unit(axis))), seed);
        worst.note(std::abs(center - box.low[axis] - calc_reach(sample, -Vector3::Unit(axis))), seed);
      }
    }
    worst.expect_below(1e-14);
  }
}

TEST(BoundingBox, OfAPlaneHasNoEnd) {
  const SampleShape plane = make_sample(shapes::Plane{}, 1);
  EXPECT_FALSE(calc_bounding_box(plane.shape, plane.motion).is_finite());
}

TEST(BoundingBox, BoxesThatShareAFaceMeet) {
  const BoundingBox unit{Vector3::Zero(), Vector3::Ones()}, beside{Vector3(1, 0, 0), Vector3(2, 1, 1)};
  const BoundingBox apart{Vector3(1.0 + 1e-15, 0, 0), Vector3(2, 1, 1)};
  EXPECT_TRUE(unit.meets(beside));
  EXPECT_TRUE(beside.meets(unit));
  EXPECT_FALSE(unit.meets(apart));
}

}  // namespace
}  // namespace carom
