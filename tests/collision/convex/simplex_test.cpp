#include "carom/collision/convex/simplex.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cases/random_source.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::WorstPose;

Simplex make_simplex(std::initializer_list<Vector3> points) {
  Simplex simplex;
  for (const Vector3& w : points) simplex.points[simplex.count++] = {w, w, Vector3::Zero()};
  return simplex;
}

TEST(Simplex, KeepsOnlyThePointsThatTheNearestOneNeeds) {
  // The origin projects onto the edge between the first two; the third is farther away.
  Simplex simplex = make_simplex({{-1.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 3.0, 0.0}});
  EXPECT_EQ(simplex.reduce_to_nearest(), Vector3(0.0, 1.0, 0.0));
  EXPECT_EQ(simplex.count, 2);
  EXPECT_EQ(simplex.mean_a(), Vector3(0.0, 1.0, 0.0));
}

TEST(Simplex, ATetrahedronAroundTheOriginKeepsAllFour) {
  Simplex simplex = make_simplex({{1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}});
  EXPECT_EQ(simplex.reduce_to_nearest(), Vector3(Vector3::Zero()));
  EXPECT_EQ(simplex.count, 4);
}

TEST(Simplex, PointsInALineAndPointsTwiceHaveAnAnswer) {
  Simplex line = make_simplex({{1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {3.0, 0.0, 0.0}});
  EXPECT_EQ(line.reduce_to_nearest(), Vector3(1.0, 0.0, 0.0));
  Simplex twice = make_simplex({{1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}});
  EXPECT_EQ(twice.reduce_to_nearest(), Vector3(1.0, 2.0, 3.0));
}

// No point of the hull is nearer than the one found: w · p ≥ p · p for all corners w. Corners are within 2 m.
TEST(Simplex, NoPointOfTheHullIsNearer) {
  WorstPose worst("how much nearer");
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    cases::RandomSource random(seed);
    Simplex simplex;
    simplex.count = 1 + random.pick(4);
    for (int i = 0; i < simplex.count; ++i) simplex.points[i].w = random.vector(1.0) + Vector3(0.5, 0.0, 0.0);
    const Simplex whole = simplex;
    const Vector3 p = simplex.reduce_to_nearest();
    double excess = 0.0, sum = 0.0;
    for (int i = 0; i < whole.count; ++i) excess = std::max(excess, p.squaredNorm() - whole.points[i].w.dot(p));
    for (int i = 0; i < simplex.count; ++i) sum += simplex.weights[i];
    worst.note(excess, seed);
    worst.note(std::abs(sum - 1.0), seed);
  }
  // Thin simplices lose some digits.
  worst.expect_below(1e-12);
}

}  // namespace
}  // namespace carom
