// Pairs of convex solids against a referee that knows only how far solids reach and what is inside of them.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/collision/pair_list.h"
#include "collision/support_referee.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::calc_outside;
using testing_support::ConvexReferee;
using testing_support::count_poses;
using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::name_of_pair;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

std::vector<std::pair<ShapeType, ShapeType>> convex_pairs() {
  using enum ShapeType;
  const ShapeType solids[] = {Point, Sphere, Capsule, Box, Cylinder, Cone, Ellipsoid, ConvexMesh};
  std::vector<std::pair<ShapeType, ShapeType>> pairs;
  for (const ShapeType& a : solids) {
    for (const ShapeType& b : solids) {
      if (&a <= &b && b != Point) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

const ContactPoint& nearest_of(const std::vector<ContactPoint>& points) {
  return *std::ranges::min_element(points, {}, &ContactPoint::gap);
}

/// All that must hold of the contact of two convex solids; returns the worst violation.
///
/// The gap is the largest g(n) of all directions. That found is not larger, because it is g of its own normal; apart it
/// is not smaller either, because it is the distance of two points of the solids; in overlap the search must not find
/// a larger one.
double judge(const SampleShape& a, const SampleShape& b, cases::RandomSource& random, int num_directions) {
  const ConvexReferee referee{a, b};
  const std::vector<ContactPoint> points = touch(a, b);
  const ContactPoint& nearest = nearest_of(points);
  double worst = std::abs(nearest.gap - referee.gap_along(nearest.normal));
  worst = std::max(worst, std::abs(nearest.normal.norm() - 1.0));
  // Where a line lies on a face, its place along the line is known as well as the search found it: to some 1e-8.
  const double outside = std::max(calc_outside(a, nearest.point_a), calc_outside(b, nearest.point_b));
  worst = std::max(worst, nearest.gap > 0.0 ? outside : 1e-2 * outside);
  if (nearest.gap < 0.0) worst = std::max(worst, referee.search_gap(random, num_directions) - nearest.gap);
  for (const ContactPoint& point : points) {
    worst = std::max(worst, (point.point_a - point.point_b - point.gap * point.normal).norm());
    worst = std::max(worst, (point.point - 0.5 * (point.point_a + point.point_b)).norm());
  }
  return std::isfinite(worst) ? worst : INFINITY;
}

// Sizes are about 1 m: 1e-9 of them is asked for where the search is general.
TEST(ConvexPairs, NoDirectionSeparatesBetterThanTheOneFound) {
  for (const auto& [type_a, type_b] : convex_pairs()) {
    WorstPose worst(name_of_pair(type_a, type_b));
    for (std::uint64_t seed = 0; seed < count_poses(1000); ++seed) {
      cases::RandomSource random(seed);
      SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
      // Every third pose overlaps deeply.
      if (seed % 3 == 0) a.motion.p_WS = b.motion.p_WS + 0.2 * (a.motion.p_WS - b.motion.p_WS);
      worst.note(judge(a, b, random, 1000), seed);
    }
    worst.expect_below(1e-9);
  }
}

TEST(ConvexPairs, AnswersScaleWithTheSize) {
  for (const auto& [type_a, type_b] : convex_pairs()) {
    if (type_a == ShapeType::ConvexMesh || type_b == ShapeType::ConvexMesh) continue;
    for (const double scale : {1e-3, 1e3}) {
      WorstPose worst(name_of_pair(type_a, type_b) + ", scaled");
      for (std::uint64_t seed = 0; seed < count_poses(1000); ++seed) {
        cases::RandomSource random(seed);
        SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
        const double gap = nearest_of(touch(a, b)).gap;
        for (SampleShape* sample : {&a, &b}) {
          CollisionShape& s = sample->shape;
          s.radius *= scale, s.half_length *= scale, s.reach *= scale, s.half_size *= scale;
          s.curvature /= scale;
          sample->motion.p_WS *= scale;
        }
        worst.note(std::abs(nearest_of(touch(a, b)).gap / scale - gap), seed);
      }
      worst.expect_below(1e-9);
    }
  }
}

struct PosedPair {
  const char* name;
  ShapeGeometry a, b;
  Vector3 at;                     // of A in B  [m]
  double gap;                     // [m]
  Vector3 turn{Vector3::Zero()};  // of A, rotation vector  [rad]
};

const double kQuarter = 0.25 * std::numbers::pi;

TEST(ConvexPairs, DegeneratePosesHaveExactAnswers) {
  using namespace shapes;
  const Box cube{.size = {1.0, 1.0, 1.0}};
  const Cylinder drum{.radius = 0.5, .length = 1.0};
  const Capsule pill{.radius = 0.25, .length = 1.0};
  const Cone cone{.radius = 0.5, .length = 1.0};
  const Ellipsoid egg{.semi_axes = {0.5, 0.4, 0.3}};
  const double root2 = std::numbers::sqrt2;
  const PosedPair cases[] = {
      {"stacked cubes", cube, cube, {0.0, 0.0, 1.0}, 0.0},
      {"stacked cubes, pressed", cube, cube, {0.0, 0.0, 0.75}, -0.25},
      {"stacked cubes, apart", cube, cube, {0.0, 0.0, 1.25}, 0.25},
      {"cubes corner to corner", cube, cube, {1.0, 1.0, 1.0}, 0.0},
      {"cubes edge to edge", cube, cube, {1.0, 0.0, 1.0}, 0.0},
      {"cubes beside each other's corner", cube, cube, {1.5, 1.5, 1.0}, 0.5 * root2},
      {"cubes with equal centers", cube, cube, {0.0, 0.0, 0.0}, -1.0},
      {"turned cube with equal center", cube, cube, {0.0, 0.0, 0.0}, -1.0, {0.0, 0.0, kQuarter}},
      {"cube on its edge on a cube", cube, cube, {0.0, 0.0, 0.5 + 0.5 * root2 - 0.125}, -0.125, {kQuarter, 0.0, 0.0}},
      {"turned cube on a cube", cube, cube, {0.0, 0.0, 0.875}, -0.125, {0.0, 0.0, kQuarter}},
      {"stacked drums", drum, drum, {0.0, 0.0, 1.0}, 0.0},
      {"stacked drums, pressed", drum, drum, {0.0, 0.0, 0.875}, -0.125},
      {"drums side by side", drum, drum, {1.0, 0.0, 0.0}, 0.0},
      {"drums side by side, pressed", drum, drum, {0.875, 0.0, 0.0}, -0.125},
      {"crossed drums", drum, drum, {0.0, 0.875, 0.0}, -0.125, {0.0, 2.0 * kQuarter, 0.0}},
      {"drums with equal centers", drum, drum, {0.0, 0.0, 0.0}, -1.0},
      {"drum on a cube", drum, cube, {0.0, 0.0, 0.875}, -0.125},
      {"lying drum on a cube", drum, cube, {0.0, 0.0, 0.875}, -0.125, {2.0 * kQuarter, 0.0, 0.0}},
      {"cone on a cube", cone, cube, {0.0, 0.0, 1.0}, 0.0},
      {"cone on its apex on a cube", cone, cube, {0.0, 0.0, 0.875}, -0.125, {4.0 * kQuarter, 0.0, 0.0}},
      {"cones base to base", cone, cone, {0.0, 0.0, -0.875}, -0.125, {4.0 * kQuarter, 0.0, 0.0}},
      {"cones apex to apex", cone, cone, {0.0, 0.0, 1.25}, 0.25, {4.0 * kQuarter, 0.0, 0.0}},
      {"parallel pills", pill, pill, {0.5, 0.0, 0.25}, 0.0},
      {"pills in line", pill, pill, {0.0, 0.0, 1.75}, 0.25},
      {"crossed pills", pill, pill, {0.0, 0.375, 0.0}, -0.125, {0.0, 2.0 * kQuarter, 0.0}},
      {"pills with equal centers", pill, pill, {0.0, 0.0, 0.0}, -0.5},
      {"crossed pills with equal centers", pill, pill, {0.0, 0.0, 0.0}, -0.5, {0.0, 2.0 * kQuarter, 0.0}},
      {"lying pill on a cube", pill, cube, {0.0, 0.0, 0.625}, -0.125, {2.0 * kQuarter, 0.0, 0.0}},
      {"pill in the middle of a cube", pill, cube, {0.0, 0.0, 0.0}, -0.75},
      {"egg on a cube", egg, cube, {0.0, 0.0, 0.75}, -0.05},
      {"eggs on each other", egg, egg, {0.0, 0.0, 0.5}, -0.1},
      {"eggs with equal centers", egg, egg, {0.0, 0.0, 0.0}, -0.6},
      {"point in the middle of an egg", Point{}, egg, {0.0, 0.0, 0.0}, -0.3},
      {"point on an egg's long axis", Point{}, egg, {0.25, 0.0, 0.0}, -std::sqrt(0.09 - 0.0625 * 0.09 / 0.16)},
      {"ball above a cone's apex", Sphere{.radius = 0.25}, cone, {0.0, 0.0, 1.0}, 0.25},
      {"plate in a plate", Box{.size = {1.0, 1.0, 1e-3}}, Box{.size = {1.0, 1.0, 1e-3}}, {0.0, 0.0, 0.0}, -1e-3},
  };
  for (const PosedPair& posed : cases) {
    SampleShape a = make_sample(posed.a, 1, posed.at);
    a.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(posed.turn));
    const SampleShape b = make_sample(posed.b, 2);
    cases::RandomSource random(1);
    EXPECT_NEAR(nearest_of(touch(a, b)).gap, posed.gap, 2e-12) << posed.name;
    EXPECT_LT(judge(a, b, random, 2000), 1e-9) << posed.name;
    // Nothing hangs on the last bit: the same in a world turned and moved anyhow.
    const Matrix3 R = matrix_from_quaternion(random.rotation());
    const Vector3 p = random.vector(1.0);
    const SampleShape a2 = carried(a, R, p), b2 = carried(b, R, p);
    EXPECT_NEAR(nearest_of(touch(a2, b2)).gap, posed.gap, 1e-9) << posed.name << ", carried";
    EXPECT_LT(judge(a2, b2, random, 2000), 1e-9) << posed.name << ", carried";
  }
}

}  // namespace
}  // namespace carom
