#include "carom/collision/convex/gjk.h"

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

TEST(Gjk, DistanceOfTwoCubesBesideEachOthersCorner) {
  const shapes::Box cube{.size = {1.0, 1.0, 1.0}};
  const SampleShape a = make_sample(cube, 1, {1.5, 1.5, 1.5}), b = make_sample(cube, 2);
  const CoreDistance distance = find_core_distance(CorePair(a.placed(), b.placed()), Vector3::UnitX());
  EXPECT_FALSE(distance.overlap);
  // The corners at (1, 1, 1) and (0.5, 0.5, 0.5); a few roundings.
  EXPECT_LT((distance.nearest - Vector3(0.5, 0.5, 0.5)).norm(), 1e-15);
}

TEST(Gjk, CubesInEachOtherOverlap) {
  const shapes::Box cube{.size = {1.0, 1.0, 1.0}};
  const SampleShape a = make_sample(cube, 1, {0.3, 0.2, 0.1}), b = make_sample(cube, 2);
  EXPECT_TRUE(find_core_distance(CorePair(a.placed(), b.placed()), Vector3::UnitX()).overlap);
}

// Polyhedra: the distance is that along its own direction, which no distance of two convex sets exceeds. It does not
// depend on where the search begins.
TEST(Gjk, TheDistanceSeparatesAndDoesNotDependOnTheGuess) {
  WorstPose separates("distance less that along its direction"), depends("distance from another guess");
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape a = make_random_sample(ShapeType::ConvexMesh, 1, random);
    SampleShape b = make_random_sample(ShapeType::Box, 2, random);
    b.motion.p_WS = a.motion.p_WS + 3.0 * random.direction();
    const CorePair pair(a.placed(), b.placed());
    const CoreDistance distance = find_core_distance(pair, random.direction());
    ASSERT_FALSE(distance.overlap) << seed;
    const Vector3 n_W = b.motion.R_WS * distance.nearest.normalized();
    const testing_support::ConvexReferee referee{a, b};
    separates.note(std::abs(distance.nearest.norm() - referee.gap_along(n_W)), seed);
    depends.note((distance.nearest - find_core_distance(pair, random.direction()).nearest).norm(), seed);
  }
  separates.expect_below(1e-13);
  depends.expect_below(1e-12);
}

}  // namespace
}  // namespace carom
