// Rates of gaps and normals against central differences, for all pairs in both orders.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "carom/collision/pair_list.h"
#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::all_pairs;
using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::moved;
using testing_support::name_of_pair;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

constexpr double kStep = 1e-5;  // [s]
constexpr std::uint64_t kPoses = 500;

/// Points and spheres meet the rim of a tube with their one point.
bool has_rim_of_tube(ShapeType a, ShapeType b) {
  return (a == ShapeType::Tube || b == ShapeType::Tube) && max_points(a, b) > 1;
}

/// Contacts at three moments.
struct Passage {
  Passage(const SampleShape& a, const SampleShape& b)
      : before(touch(moved(a, -kStep), moved(b, -kStep))),
        now(touch(a, b)),
        after(touch(moved(a, kStep), moved(b, kStep))) {}

  /// Whether the same part of the surface is touched throughout, far enough from centers, axes and edges for
  /// differences to tell something: there the normal turns at v/d and ever faster. With a second derivative of 2 (v/d)²
  /// below 20 s⁻² the third, 6 (v/d)³, is below 200 s⁻³.
  [[nodiscard]] bool is_smooth(std::size_t k) const {
    const auto same = [&](const ContactPoint& p) {
      return std::isinf(p.curvature_1) == std::isinf(now[k].curvature_1) &&
             std::isinf(p.curvature_2) == std::isinf(now[k].curvature_2) && (p.normal - now[k].normal).norm() < 0.1;
    };
    const Vector3 turn = (after[k].normal_rate - before[k].normal_rate) / (2.0 * kStep);
    // 20 s⁻² bend the normal by 2e-9 within kStep; where it goes from one edge to the next it has a kink.
    const Vector3 bend = after[k].normal - 2.0 * now[k].normal + before[k].normal;
    return same(before[k]) && same(after[k]) && turn.norm() < 20.0 && bend.norm() < 1e-7;
  }

  /// Where faces meet, a contact point may slide along an edge; the nearest one moves with both bodies.
  [[nodiscard]] bool is_followed(std::size_t k, ShapeType a, ShapeType b) const {
    if (a == ShapeType::Plane || b == ShapeType::Plane || now.size() == 1) return true;
    // The rim of a tube is deepest in a solid where two sides of it are equally far. A gap of 1 m is that of no use.
    if (has_rim_of_tube(a, b) && (now[k].gap < 0.0 || now[k].gap > 1.0)) return false;
    const auto nearest = [](const std::vector<ContactPoint>& points) {
      return std::ranges::min_element(points, {}, &ContactPoint::gap)->feature;
    };
    const int feature = static_cast<int>(k);
    return nearest(before) == feature && nearest(now) == feature && nearest(after) == feature;
  }

  std::vector<ContactPoint> before, now, after;
};

// Truncation: kStep²/6 times the third derivative, 4e-9. Rounding: a few 1e-16 over kStep, 1e-10.
constexpr double kTolerance = 1e-8;

TEST(Rates, TheNormalTurnsAsItsDifferencesSay) {
  for (const auto& [type_a, type_b] : all_pairs()) {
    WorstPose worst("normal rate, " + name_of_pair(type_a, type_b));
    for (std::uint64_t seed = 0; seed < kPoses; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
      const Passage passage(a, b);
      for (std::size_t k = 0; k < passage.now.size(); ++k) {
        if (!passage.is_smooth(k) || !passage.is_followed(k, type_a, type_b)) continue;
        const Vector3 difference = (passage.after[k].normal - passage.before[k].normal) / (2.0 * kStep);
        worst.note((difference - passage.now[k].normal_rate).norm(), seed);
      }
    }
    // Normals found by search are exact to 1e-12: over kStep 1e-7.
    worst.expect_below(testing_support::is_closed_form(type_a, type_b) ? kTolerance : 1e-6,
                       has_rim_of_tube(type_a, type_b) ? kPoses / 100 : kPoses / 2);
  }
}

/// The other point of a rim that follows its lowest point; itself for all others.
std::size_t find_partner(ShapeType a, ShapeType b, std::size_t k) {
  const auto has_rim = [](ShapeType type) { return type == ShapeType::Cylinder || type == ShapeType::Cone; };
  const bool follows = (has_rim(a) && b == ShapeType::Plane) || (has_rim(b) && a == ShapeType::Plane);
  if (!follows || k % 3 == 0) return k;
  return k % 3 == 1 ? k + 1 : k - 1;
}

// The lowest point of a cylinder goes around its rim quickly while it is nearly upright: at 0.05 rad from there the
// third derivative is R ω³/0.05² = 400 m/s³, which makes 1e-8 m/s.
TEST(Rates, TheGapChangesWithTheVelocityOfTheContactPointsAlongTheNormal) {
  for (const auto& [type_a, type_b] : all_pairs()) {
    WorstPose worst("gap rate, " + name_of_pair(type_a, type_b));
    for (std::uint64_t seed = 0; seed < kPoses; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
      const Passage passage(a, b);
      const auto rate = [&](std::size_t k) { return calc_gap_rate(passage.now[k], a.motion, b.motion); };
      for (std::size_t k = 0; k < passage.now.size(); ++k) {
        if (!passage.is_smooth(k) || !passage.is_followed(k, type_a, type_b)) continue;
        const double difference = (passage.after[k].gap - passage.before[k].gap) / (2.0 * kStep);
        const double mean = 0.5 * (rate(k) + rate(find_partner(type_a, type_b, k)));
        worst.note(std::abs(difference - mean), seed);
      }
    }
    const bool is_rare = has_rim_of_tube(type_a, type_b);
    worst.expect_below(is_rare ? 1e-6 : 1e-7, is_rare ? kPoses / 100 : kPoses / 2);
  }
}

// A crate that is turned and tilted and reaches beyond edges and corners of a table: its points slide along them. Where
// a point passes a corner its gap has a kink; 5 m/s² bend it by 5e-10 m within kStep.
TEST(Rates, PointsThatSlideAlongAnEdgeHaveTheRateOfTheirGap) {
  WorstPose worst("gap rate of a crate over an edge");
  int num_sliding = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape table = make_sample(shapes::Box{{0.9, 0.3, 0.05}}, 2, {0.0, 0.0, -0.025});
    const Vector3 place(random.uniform(0.40, 0.48), random.uniform(-0.17, 0.17), 0.0297);
    SampleShape crate = make_sample(shapes::Box{{0.1, 0.08, 0.06}}, 1, place);
    const Vector3 turn(random.uniform(-0.004, 0.004), random.uniform(-0.004, 0.004), random.uniform(-3.0, 3.0));
    crate.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector(turn));
    crate.motion.v_WS = random.vector(1.0);
    crate.motion.w_WB = random.vector(1.0);
    const bool table_is_a = random.chance(0.5);
    const SampleShape &a = table_is_a ? table : crate, &b = table_is_a ? crate : table;
    const Passage passage(a, b);
    for (std::size_t k = 0; k < passage.now.size(); ++k) {
      const double bend = passage.after[k].gap - 2.0 * passage.now[k].gap + passage.before[k].gap;
      if (passage.now[k].gap > 0.01 || std::abs(bend) > 5e-10) continue;
      const double difference = (passage.after[k].gap - passage.before[k].gap) / (2.0 * kStep);
      worst.note(std::abs(difference - calc_gap_rate(passage.now[k], a.motion, b.motion)), seed);
      if (!passage.now[k].slide.isZero()) ++num_sliding;
    }
  }
  worst.expect_below(1e-7, 4000);
  EXPECT_GT(num_sliding, 1000);
}

// Springs −k gap on all points of a pair store Σ ½ k gap². The work they do on the bodies must be just that, or
// contacts would create energy: here with the points that follow the lowest one of a rim.
TEST(Rates, SpringsOnTheRimsOfACylinderConserveEnergy) {
  WorstPose worst("power of springs less the rate of their energy");
  for (std::uint64_t seed = 0; seed < kPoses; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape a = make_random_sample(ShapeType::Cylinder, 1, random);
    const SampleShape b = make_random_sample(ShapeType::Plane, 2, random);
    const Passage passage(a, b);
    const auto energy = [](const std::vector<ContactPoint>& points) {
      double sum = 0.0;
      for (const ContactPoint& contact : points) sum += 0.5 * contact.gap * contact.gap;
      return sum;
    };
    double power = 0.0;
    for (const ContactPoint& contact : passage.now) power += contact.gap * calc_gap_rate(contact, a.motion, b.motion);
    worst.note(std::abs((energy(passage.after) - energy(passage.before)) / (2.0 * kStep) - power), seed);
  }
  worst.expect_below(kTolerance);
}

}  // namespace
}  // namespace carom
