// Springs on the contact points of two solids hold Σ ½ d². Along any motion their work must be what they hold, whether
// points move, come or go; else contacts create energy.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "carom/collision/pair_list.h"
#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_sample;
using testing_support::moved;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

struct SpringState {
  double energy{}, power{};  // of what the bodies put into the springs

  SpringState(const SampleShape& a, const SampleShape& b) {
    for (const ContactPoint& point : touch(a, b)) {
      const double depth = std::max(-(point.gap + point.slack), 0.0);
      energy += 0.5 * depth * depth;
      power -= depth * calc_gap_rate(point, a.motion, b.motion);
    }
  }
};

// The largest difference between energy and work on the way, over the largest energy.
double find_open_account(const SampleShape& a, const SampleShape& b, double duration) {
  constexpr int kSteps = 2000;
  const double step = duration / kSteps;
  SpringState last(a, b);
  double work = last.energy, largest = last.energy, open = 0.0;
  for (int i = 1; i <= kSteps; ++i) {
    const SpringState next(moved(a, i * step), moved(b, i * step));
    work += 0.5 * step * (last.power + next.power);
    largest = std::max(largest, next.energy);
    open = std::max(open, std::abs(next.energy - work));
    last = next;
  }
  return open / largest;
}

double find_gap(const SampleShape& a, const SampleShape& b) {
  const std::vector<ContactPoint> points = touch(a, b);
  return std::ranges::min_element(points, {}, &ContactPoint::gap)->gap;
}

void bring_to_depth(double depth, SampleShape& a, const SampleShape& b) {
  for (int i = 0; i < 60; ++i) a.motion.p_WS.y() -= 0.7 * (find_gap(a, b) + depth);
}

// Two rods that overlap, nearly parallel or crossing, each part of what they share anywhere, that slide, yaw and rock
// over each other.
struct RodPair {
  SampleShape a, b;

  RodPair(cases::RandomSource& random, double largest_angle) : a(make_rod(1, random)), b(make_rod(2, random)) {
    const double angle = random.log_uniform(1e-4, largest_angle);
    const Vector3 turn(angle * random.uniform(-0.3, 0.3), angle, 0.0);
    a.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(turn)) * a.motion.R_WS;
    const double lengths = 2.0 * (a.shape.half_length + b.shape.half_length);
    a.motion.p_WS = {0.0, 5.0 * (a.shape.radius + b.shape.radius), random.uniform(-0.5, 0.5) * lengths};
    bring_to_depth(random.log_uniform(1e-5, 2e-3), a, b);
    a.motion.v_WS = 0.05 * Vector3(random.uniform(-1, 1), 0.02 * random.uniform(-1, 1), random.uniform(-3, 3));
    a.motion.w_WB = {0.05 * random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    b.motion.w_WB = {0.0, 0.0, random.uniform(-1, 1)};
  }

 private:
  static SampleShape make_rod(int body, cases::RandomSource& random) {
    return make_sample(shapes::Capsule{.radius = random.uniform(0.01, 0.03), .length = random.uniform(0.03, 0.4)},
                       body);
  }
};

// The trapezoid rule errs by some (1/2000)² of a smooth path, but where a point comes or goes within 1/50 of the path
// its own part counts 40 steps: up to 1/(12 · 40²) of it. A jump counts for all of it.
TEST(WorkOfPoints, CapsulesThatCrossOrLieAlongEachOtherConserveEnergy) {
  for (const double largest_angle : {0.3, 1.5}) {
    WorstPose worst("work less energy of capsules");
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
      cases::RandomSource random(seed);
      const RodPair rods(random, largest_angle);
      if (!(find_gap(rods.a, rods.b) < -1e-6)) continue;
      worst.note(find_open_account(rods.a, rods.b, 0.1), seed);
    }
    worst.expect_below(2e-4, 130);
  }
}

// Two rods at any angle to each other, their axes nearer than one radius at a place of each, mostly near an end: as in
// a chain that folds on a floor.
struct DeepRodPair {
  SampleShape a, b;

  explicit DeepRodPair(cases::RandomSource& random)
      : a(make_sample(shapes::Capsule{.radius = 0.01, .length = random.uniform(0.02, 0.2)}, 1)),
        b(make_sample(shapes::Capsule{.radius = random.uniform(0.008, 0.02), .length = 0.1}, 2)) {
    a.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(random.vector(1.5))) * a.motion.R_WS;
    a.motion.p_WS = find_place(b, random) - find_place(a, random) + random.vector(0.008);
    a.motion.v_WS = random.vector(0.05);
    a.motion.w_WB = random.vector(3.0);
    b.motion.w_WB = random.vector(3.0);
  }

 private:
  // On the axis, from where the shape is now  [m].
  static Vector3 find_place(const SampleShape& rod, cases::RandomSource& random) {
    const double along = std::clamp(random.uniform(-1.5, 1.5), -1.0, 1.0);
    return along * rod.shape.half_length * rod.motion.R_WS.col(2);
  }
};

// Where axes pass by each other closely forces turn at once, and the trapezoid rule errs by a step's work: some 1/2000.
TEST(WorkOfPoints, CapsulesThatAreDeepInEachOtherConserveEnergyAtAnyAngle) {
  WorstPose worst("work less energy of deep capsules");
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    cases::RandomSource random(seed);
    const DeepRodPair rods(random);
    worst.note(find_open_account(rods.a, rods.b, 0.3), seed);
  }
  worst.expect_below(5e-3, 300);
}

}  // namespace
}  // namespace carom
