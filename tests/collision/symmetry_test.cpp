// What no pair may depend on: who is called A, and where the world's origin is.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::all_pairs;
using testing_support::carried;
using testing_support::make_random_sample;
using testing_support::name_of_pair;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

bool same_bits(const ContactPoint& p, const ContactPoint& q) {
  return p.gap == q.gap && p.normal == q.normal && p.point == q.point && p.point_a == q.point_a &&
         p.point_b == q.point_b && p.normal_rate == q.normal_rate && p.slide == q.slide &&
         p.curvature_1 == q.curvature_1 && p.curvature_2 == q.curvature_2 && p.feature == q.feature;
}

RC_GTEST_PROP(Symmetry, ExchangingTheShapesMirrorsTheContactsToTheLastBit, (std::uint64_t seed)) {
  cases::RandomSource random(seed);
  for (const auto& [type_a, type_b] : all_pairs()) {
    SampleShape a = make_random_sample(type_a, 1, random);
    const SampleShape b = make_random_sample(type_b, 2, random);
    if (random.chance(0.1)) a.motion.p_WS = b.motion.p_WS;
    const auto contacts = touch(a, b), exchanged = touch(b, a);
    RC_ASSERT(contacts.size() == exchanged.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      RC_ASSERT(contacts[k].feature == static_cast<int>(k));
      RC_ASSERT(same_bits(mirror(exchanged[k]), contacts[k]));
    }
  }
}

// Relative errors of a few roundings on positions of up to 10 m. Curvatures of an edge stay infinite.
TEST(Symmetry, ContactsMoveWithTheWorld) {
  for (const auto& [type_a, type_b] : all_pairs()) {
    if (!testing_support::is_closed_form(type_a, type_b)) continue;
    WorstPose worst("carried along, " + name_of_pair(type_a, type_b));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
      const Matrix3 R = matrix_from_quaternion(random.rotation());
      const Vector3 p = random.vector(10.0);
      const auto here = touch(a, b), there = touch(carried(a, R, p), carried(b, R, p));
      for (std::size_t k = 0; k < here.size(); ++k) {
        const double turning = 1.0 + here[k].normal_rate.norm();
        worst.note(std::abs(there[k].gap - here[k].gap), seed);
        worst.note((there[k].point - (R * here[k].point + p)).norm() / turning, seed);
        worst.note((there[k].normal - R * here[k].normal).norm() / turning, seed);
      }
    }
    worst.expect_below(1e-12);
  }
}

// Of pairs that are found by search the gap; where two directions are equally good, either may be found.
TEST(Symmetry, GapsMoveWithTheWorld) {
  for (const auto& [type_a, type_b] : all_pairs()) {
    WorstPose worst("gap carried along, " + name_of_pair(type_a, type_b));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape a = make_random_sample(type_a, 1, random), b = make_random_sample(type_b, 2, random);
      const Matrix3 R = matrix_from_quaternion(random.rotation());
      const Vector3 p = random.vector(10.0);
      const auto least = [](const std::vector<ContactPoint>& points) {
        return std::ranges::min_element(points, {}, &ContactPoint::gap)->gap;
      };
      worst.note(std::abs(least(touch(a, b)) - least(touch(carried(a, R, p), carried(b, R, p)))), seed);
    }
    worst.expect_below(1e-9);
  }
}

}  // namespace
}  // namespace carom
