#include "carom/collision/swept.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::moved;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

double least_gap(const SampleShape& a, const SampleShape& b) {
  double least = INFINITY;
  for (const ContactPoint& point : touch(a, b)) least = std::min(least, point.gap);
  return least;
}

// The ball flies through the middle part of the plate from any side, so it must touch, at the time at which the plane
// of the plate's face is reached: exact to the tolerance over the speed along the normal.
TEST(Swept, NoBallPassesThroughAPlate) {
  constexpr double kRadius = 0.005, kHalf = 0.5e-3;
  const SampleShape plate = make_sample(shapes::Box{.size = {1.0, 1.0, 2.0 * kHalf}}, 0);
  cases::RandomSource random(11);
  for (const double speed : {10.0, 1e3, 1e5}) {
    WorstPose worst("time of touch, relative");
    for (std::uint64_t shot = 0; shot < 10000; ++shot) {
      SampleShape ball = make_sample(shapes::Sphere{.radius = kRadius}, 1);
      const Vector3 target(random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), 0.0);
      Vector3 direction = random.direction();
      // Steep enough that the ball meets the face and not the edge.
      direction.z() = std::copysign(std::max(std::abs(direction.z()), 0.2), direction.z());
      direction.normalize();
      const double way = random.uniform(0.3, 0.9);
      ball.motion.p_WS = target - way * direction;
      ball.motion.v_WS = speed * direction;
      ball.motion.w_WB = random.vector(10.0);
      const double duration = 2.0 * way / speed;
      const SweepReport report = find_first_touch(ball.placed(), plate.placed(), {.duration = duration});
      ASSERT_EQ(report.status, SweepStatus::Touch) << "shot " << shot << " at " << speed << " m/s";
      const double expected = (way * std::abs(direction.z()) - kHalf - kRadius) / (speed * std::abs(direction.z()));
      worst.note(std::abs(report.time - expected) * speed, shot);
    }
    // The tolerance of 1e-9 m along the normal, at 0.2 of the speed or more.
    worst.expect_below(6e-9);
  }
}

// The reference samples the whole path: nothing overlaps before the time found.
TEST(Swept, NothingOverlapsBeforeTheTimeFound) {
  using enum ShapeType;
  for (const auto& [type_a, type_b] :
       {std::pair(Box, Box), {Capsule, Cylinder}, {ConvexMesh, Plane}, {Cone, Ellipsoid}}) {
    int touches = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      cases::RandomSource random(seed);
      SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
      a.motion.p_WS += 3.0 * (type_b == Plane ? Vector3(b.motion.R_WS.col(2)) : random.direction());
      a.motion.v_WS = b.motion.p_WS - a.motion.p_WS;
      if (type_b == Plane) b.motion.w_WB.setZero();
      const SweepReport report = find_first_touch(a.placed(), b.placed(), {.duration = 1.0, .tolerance = 1e-7});
      if (report.status == SweepStatus::Touch) {
        ++touches;
        EXPECT_NEAR(least_gap(moved(a, report.time), moved(b, report.time)), 0.0, 2e-7) << seed;
      }
      for (int i = 0; i < 50; ++i) {
        const double t = report.time * i / 50;
        EXPECT_GT(least_gap(moved(a, t), moved(b, t)), 0.0) << name_of(type_a) << ", pose " << seed << " at " << t;
      }
    }
    EXPECT_GT(touches, 50);
  }
}

TEST(Swept, ABallThatPassesByNeverTouches) {
  const SampleShape plate = make_sample(shapes::Box{.size = {1.0, 1.0, 1e-3}}, 0);
  SampleShape ball = make_sample(shapes::Sphere{.radius = 0.01}, 1, {-2.0, 0.0, 0.011});
  ball.motion.v_WS = {1e5, 0.0, 0.0};
  const SweepReport report = find_first_touch(ball.placed(), plate.placed(), {.duration = 1e-4});
  EXPECT_EQ(report.status, SweepStatus::Apart);
}

}  // namespace
}  // namespace carom
