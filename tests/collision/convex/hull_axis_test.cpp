#include "carom/collision/convex/hull_axis.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::WorstPose;

/// Every other one flat, with arcs of more than ninety degrees on its Gauss map.
SampleShape make_hull(int body, const Vector3& at, cases::RandomSource& random) {
  TriangleMesh mesh = *testing_support::make_random_convex_mesh(random, 8 + random.pick(30)).hull;
  const double flat = random.chance(0.5) ? 0.3 : 1.0;
  for (Vector3& vertex : mesh.vertices) vertex.z() *= flat;
  const shapes::ConvexMesh solid{.file = {}, .hull = std::make_shared<const TriangleMesh>(std::move(mesh))};
  SampleShape hull = make_sample(solid, body, at);
  hull.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(3.0 * random.direction()));
  return hull;
}

/// The largest gap across all faces and all pairs of edges, wherever their arcs are.
double find_gap_by_all_axes(const CorePair& pair) {
  double best = -1e300;
  const auto consider = [&](const Vector3& n) {
    for (const Vector3& direction : {n, Vector3(-n)}) {
      best = std::max(best, direction.dot(pair.support_against(direction).w));
    }
  };
  const Polyhedron &a = *pair.a().polyhedron, &b = *pair.b().polyhedron;
  for (const Polyhedron::Face& face : b.faces()) consider(face.normal);
  for (const Polyhedron::Face& face : a.faces()) consider(pair.R_BA() * face.normal);
  for (int i = 0; i < static_cast<int>(a.vertices().size()); ++i) {
    for (const Vector3& edge_a : a.edges(i)) {
      for (int j = 0; j < static_cast<int>(b.vertices().size()); ++j) {
        for (const Vector3& edge_b : b.edges(j)) {
          const Vector3 across = (pair.R_BA() * edge_a).cross(edge_b);
          if (across.norm() > 1e-6) consider(across.normalized());
        }
      }
    }
  }
  return best;
}

TEST(HullAxis, IsTheBestOfAllAxes) {
  WorstPose worst("gap less the largest of all axes");
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape a = make_hull(1, random.uniform(0.0, 0.9) * random.direction(), random);
    const SampleShape b = make_hull(2, Vector3::Zero(), random);
    const CorePair pair(a.placed(), b.placed());
    HullAxis axis;
    if (!find_hull_axis(pair, axis)) continue;
    worst.note(std::abs(axis.gap - find_gap_by_all_axes(pair)), seed);
    EXPECT_NEAR(axis.normal.dot(pair.support_against(axis.normal).w), axis.gap, 1e-14) << seed;
  }
  // 1e-12 is what counts as equal, of sizes of up to 0.7 m each.
  worst.expect_below(2e-12, 1500);
}

TEST(HullAxis, HullsThatAreApartHaveNone) {
  cases::RandomSource random(7);
  const SampleShape a = make_hull(1, {2.0, 0.0, 0.0}, random), b = make_hull(2, Vector3::Zero(), random);
  HullAxis axis;
  EXPECT_FALSE(find_hull_axis(CorePair(a.placed(), b.placed()), axis));
}

TEST(HullAxis, AHullInItselfHasTheBestOfAllAxes) {
  cases::RandomSource random(7);
  const SampleShape hull = make_hull(2, Vector3::Zero(), random);
  const CorePair pair(hull.placed(), hull.placed());
  HullAxis axis;
  ASSERT_TRUE(find_hull_axis(pair, axis));
  EXPECT_NEAR(axis.gap, find_gap_by_all_axes(pair), 2e-12);
}

}  // namespace
}  // namespace carom
