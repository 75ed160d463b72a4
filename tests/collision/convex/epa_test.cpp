#include "carom/collision/convex/epa.h"

#include <gtest/gtest.h>

#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::WorstPose;

CoreOverlap overlap_of(const SampleShape& a, const SampleShape& b) {
  const CorePair pair(a.placed(), b.placed());
  const CoreDistance distance = find_core_distance(pair, Vector3::UnitX());
  EXPECT_TRUE(distance.overlap);
  return find_core_overlap(pair, distance.simplex);
}

TEST(Epa, TwoCubesPartAlongTheShortestWay) {
  const shapes::Box cube{.size = {1.0, 1.0, 1.0}};
  const CoreOverlap overlap = overlap_of(make_sample(cube, 1, {0.5, 0.25, -0.75}), make_sample(cube, 2));
  ASSERT_TRUE(overlap.exact);
  EXPECT_LT((overlap.candidates[0].normal + Vector3::UnitZ()).norm(), 1e-14);
  EXPECT_NEAR(overlap.candidates[0].least_depth, 0.25, 1e-14);
}

// The depth of polyhedra is that along its own direction, and no direction of many has less.
TEST(Epa, OverlapOfPolyhedraIsExact) {
  WorstPose exact("depth less that along its direction"), best("depth more than that of the best direction");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    cases::RandomSource random(seed);
    SampleShape a = make_random_sample(ShapeType::ConvexMesh, 1, random);
    SampleShape b = make_random_sample(ShapeType::Box, 2, random);
    a.motion.p_WS = b.motion.p_WS + 0.3 * (a.motion.p_WS - b.motion.p_WS);
    const CorePair pair(a.placed(), b.placed());
    const CoreDistance distance = find_core_distance(pair, Vector3::UnitX());
    if (!distance.overlap) continue;
    const CoreOverlap overlap = find_core_overlap(pair, distance.simplex);
    ASSERT_TRUE(overlap.exact) << seed;
    const testing_support::ConvexReferee referee{a, b};
    const double depth = overlap.candidates[0].least_depth;
    exact.note(std::abs(depth + referee.gap_along(b.motion.R_WS * overlap.candidates[0].normal)), seed);
    best.note(depth + referee.search_gap(random, 500), seed);
  }
  exact.expect_below(1e-13, 100);
  best.expect_below(1e-13, 100);
}

// No polytope with few corners is a ball: what is found is from below, and the truth is not far.
TEST(Epa, CandidatesOfCurvedSurfacesAreNotDeeperThanTheLeastDepth) {
  const shapes::Ellipsoid egg{.semi_axes = {0.5, 0.4, 0.3}};
  const CoreOverlap overlap = overlap_of(make_sample(egg, 1, {0.0, 0.0, 0.5}), make_sample(egg, 2));
  EXPECT_FALSE(overlap.exact);
  ASSERT_GT(overlap.count, 0);
  EXPECT_LE(overlap.candidates[0].least_depth, 0.1 + 1e-15);
  EXPECT_GT(overlap.candidates[0].least_depth, 0.09);
  EXPECT_GT(overlap.candidates[0].normal.z(), 0.9);
}

// The axes of two capsules that cross have a parallelogram for a difference, without an inside.
TEST(Epa, AFlatDifferenceHasNoCandidates) {
  const shapes::Capsule pill{.radius = 0.25, .length = 1.0};
  SampleShape a = make_sample(pill, 1);
  a.motion.R_WS.col(0) = Vector3::UnitZ();
  a.motion.R_WS.col(2) = -Vector3::UnitX();
  EXPECT_EQ(overlap_of(a, make_sample(pill, 2)).count, 0);
}

}  // namespace
}  // namespace carom
