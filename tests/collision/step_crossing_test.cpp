#include "carom/collision/step_crossing.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/collision/pair_list.h"
#include "collision/sample_pairs.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::moved;
using testing_support::SampleShape;
using testing_support::touch;

GapSample sample_gap(const SampleShape& a, const SampleShape& b) {
  const ContactPoint contact = touch(a, b)[0];
  return {contact.gap, calc_gap_rate(contact, a.motion, b.motion)};
}

TEST(StepCrossing, SignsOfTheGapTellTouchDownAndLiftOff) {
  EXPECT_EQ(find_step_crossing({1.0, -1.0}, {-0.1, -1.0}, 1.0), StepCrossing::Closed);
  EXPECT_EQ(find_step_crossing({-0.1, 1.0}, {1.0, 1.0}, 1.0), StepCrossing::Opened);
  EXPECT_EQ(find_step_crossing({-0.1, 1.0}, {-0.1, -1.0}, 1.0), StepCrossing::Kept);
  EXPECT_EQ(find_step_crossing({1.0, -0.5}, {0.5, -0.5}, 1.0), StepCrossing::None);
  EXPECT_EQ(find_step_crossing({1.0, -3.0}, {1.0, 3.0}, 1.0), StepCrossing::MayHavePassed);
}

// The reference samples the whole path.
TEST(StepCrossing, NoPathOfASphereComesCloserThanTheTangentsSay) {
  constexpr double kStep = 2.0;  // [s]
  int hidden = 0;
  for (const ShapeType type : {ShapeType::Sphere, ShapeType::Box, ShapeType::Capsule, ShapeType::Cylinder}) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      cases::RandomSource random(seed);
      SampleShape a = make_random_sample(ShapeType::Sphere, 1, random), b = make_random_sample(type, 2, random);
      a.motion.v_WS *= 3.0;
      a.motion.w_WB = b.motion.w_WB = Vector3::Zero();
      a = moved(a, -0.5 * kStep), b = moved(b, -0.5 * kStep);
      const GapSample before = sample_gap(a, b), after = sample_gap(moved(a, kStep), moved(b, kStep));
      double lowest = before.gap;
      for (int i = 1; i <= 50; ++i)
        lowest = std::min(lowest, touch(moved(a, kStep * i / 50), moved(b, kStep * i / 50))[0].gap);
      if (before.gap <= 0.0 || after.gap <= 0.0) continue;
      EXPECT_LE(bound_gap_within(before, after, kStep), lowest + 1e-14) << name_of(type) << ", pose " << seed;
      if (lowest <= 0.0) {
        ++hidden;
        EXPECT_EQ(find_step_crossing(before, after, kStep), StepCrossing::MayHavePassed)
            << name_of(type) << " " << seed;
      }
    }
  }
  EXPECT_GT(hidden, 20);
}

// A ball of 1 cm at 1e5 m/s against a plate of 1 mm, at 1 kHz: 100 m in one step.
TEST(StepCrossing, ABulletThroughAPlateIsNoticed) {
  const SampleShape plate = make_sample(shapes::Box{.size = {1.0, 1.0, 1e-3}}, 0);
  cases::RandomSource random(7);
  for (int shot = 0; shot < 1000; ++shot) {
    SampleShape ball = make_sample(shapes::Sphere{.radius = 0.01}, 1);
    ball.motion.p_WS = {random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), random.uniform(1.0, 99.0)};
    ball.motion.v_WS = {0.0, 0.0, -1e5};
    const auto crossing = find_step_crossing(sample_gap(ball, plate), sample_gap(moved(ball, 1e-3), plate), 1e-3);
    EXPECT_EQ(crossing, StepCrossing::MayHavePassed);
  }
}

TEST(StepCrossing, PassingByAtADistanceIsNotATouch) {
  const SampleShape plate = make_sample(shapes::Box{.size = {1.0, 1.0, 1e-3}}, 0);
  SampleShape ball = make_sample(shapes::Sphere{.radius = 0.01}, 1, {-1.0, 0.0, 1.0});
  ball.motion.v_WS = {2e3, 0.0, 0.0};
  const auto crossing = find_step_crossing(sample_gap(ball, plate), sample_gap(moved(ball, 1e-3), plate), 1e-3);
  EXPECT_EQ(crossing, StepCrossing::None);
}

}  // namespace
}  // namespace carom
