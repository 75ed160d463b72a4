// Rates of all pairs are compared with differences in rates_test.cpp; here are those that have formulas.
#include "carom/collision/convex/contact_rates.h"

#include <gtest/gtest.h>

#include "collision/sample_pairs.h"

namespace carom {
namespace {

using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;

SampleShape moving(SampleShape sample, const Vector3& v, const Vector3& w) {
  sample.motion.v_WS = v;
  sample.motion.w_WB = w;
  return sample;
}

// Two balls: the line of their centers turns with what of v is across it, over their distance, however they spin.
TEST(ContactRates, TheNormalOfTwoBallsFollowsTheirCenters) {
  const Vector3 at(0.0, 0.0, 0.8), v(0.2, -0.3, 0.4);
  const SampleShape a = moving(make_sample(shapes::Ellipsoid{.semi_axes = {0.5, 0.5, 0.5}}, 1, at), v, {1.0, 2.0, 3.0});
  const SampleShape b = make_sample(shapes::Ellipsoid{.semi_axes = {0.4, 0.4, 0.4}}, 2);
  const ContactPoint contact = touch(a, b)[0];
  EXPECT_LT((contact.normal_rate - Vector3(0.2, -0.3, 0.0) / 0.8).norm(), 1e-12);
  EXPECT_NEAR(contact.curvature_1, 1.0 / 0.5 + 1.0 / 0.4, 1e-12);
  EXPECT_NEAR(contact.curvature_2, 1.0 / 0.5 + 1.0 / 0.4, 1e-12);
}

TEST(ContactRates, AFaceCarriesItsNormalAlong) {
  const SampleShape box =
      moving(make_sample(shapes::Box{.size = {2.0, 2.0, 1.0}}, 2), {0.1, 0.2, 0.3}, {0.5, 0.0, 0.0});
  const SampleShape egg = make_sample(shapes::Ellipsoid{.semi_axes = {0.5, 0.4, 0.3}}, 1, {0.0, 0.0, 0.75});
  const ContactPoint contact = touch(egg, box)[0];
  EXPECT_LT((contact.normal_rate - Vector3(0.0, -0.5, 0.0)).norm(), 1e-14);
  // At the end of its shortest semi-axis: c/a² and c/b², and a face has none.
  EXPECT_NEAR(contact.curvature_1, 0.3 / 0.16, 1e-12);
  EXPECT_NEAR(contact.curvature_2, 0.3 / 0.25, 1e-12);
}

// Edges along x and y: the normal stays across both, and turns with each about the other.
TEST(ContactRates, EdgesThatCrossTurnTheNormalTogether) {
  const double quarter = 0.78539816339744831;
  const shapes::Box bar{.size = {2.0, 0.2, 0.2}};
  SampleShape a = make_sample(bar, 1, {0.0, 0.0, 0.27});
  a.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector({0.0, 0.0, 2.0 * quarter})) *
                  matrix_from_quaternion(quaternion_from_rotation_vector({quarter, 0.0, 0.0}));
  SampleShape b = make_sample(bar, 2);
  b.motion.R_WS = matrix_from_quaternion(quaternion_from_rotation_vector({quarter, 0.0, 0.0}));
  // A's edge is along y and turns about x, B's is along x and turns about y.
  const std::vector<ContactPoint> points = touch(moving(a, {}, {0.3, 0.0, 0.0}), moving(b, {}, {0.0, 0.4, 0.0}));
  const ContactPoint& contact = *std::ranges::min_element(points, {}, &ContactPoint::gap);
  EXPECT_LT((contact.normal - Vector3::UnitZ()).norm(), 1e-14);
  EXPECT_LT((contact.normal_rate - Vector3(0.4, -0.3, 0.0)).norm(), 1e-12);
  EXPECT_EQ(contact.curvature_1, kSharp);
  EXPECT_EQ(contact.curvature_2, kSharp);
}

}  // namespace
}  // namespace carom
