// Spheres and points against everything else: against a search over the surfaces, and at the places where a nearest
// point is not unique.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "collision/nearest_by_search.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

constexpr std::array kSurfaces{ShapeType::Sphere, ShapeType::Box, ShapeType::Capsule, ShapeType::Cylinder,
                               ShapeType::Tube};
// A few dozen roundings on coordinates of order 1 m.
constexpr double kExact = 2e-14;  // [m]

// The search ends with windows 1e-13 of a patch wide, 16 samples to each; a patch is at most 10 m wide.
TEST(SpherePairs, TheGapIsTheDistanceToTheNearestPointOfTheSurface) {
  for (const ShapeType ball : {ShapeType::Point, ShapeType::Sphere}) {
    for (const ShapeType type : kSurfaces) {
      WorstPose worst(testing_support::name_of_pair(ball, type));
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        cases::RandomSource random(seed);
        const SampleShape a = make_random_sample(ball, 1, random), b = make_random_sample(type, 2, random);
        const double expected = search_distance(b, a.motion.p_WS) - a.shape.radius;
        worst.note(std::abs(touch(a, b)[0].gap - expected), seed);
      }
      worst.expect_below(1e-12);
    }
  }
}

TEST(SpherePairs, PointsLieOnBothSurfacesAGapApartAlongTheNormal) {
  for (const ShapeType type : kSurfaces) {
    WorstPose worst(std::string("points of sphere and ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape a = make_random_sample(ShapeType::Sphere, 1, random), b = make_random_sample(type, 2, random);
      const ContactPoint contact = touch(a, b)[0];
      worst.note(std::abs(contact.normal.norm() - 1.0), seed);
      worst.note(std::abs((contact.point_a - a.motion.p_WS).norm() - a.shape.radius), seed);
      worst.note((contact.point_a - contact.point_b - contact.gap * contact.normal).norm(), seed);
      // A point that lies on B is no distance from it.
      SampleShape on_b = make_sample(shapes::Point{}, 1, contact.point_b);
      worst.note(std::abs(touch(on_b, b)[0].gap), seed);
      const Vector3 acts_at = type == ShapeType::Tube ? contact.point_a : 0.5 * (contact.point_a + contact.point_b);
      worst.note((contact.point - acts_at).norm(), seed);
    }
    worst.expect_below(kExact);
  }
}

// Distances change by no more than the way that was gone, in the solid as well as outside of it and across its edges.
TEST(SpherePairs, TheGapIsContinuousOnEveryPath) {
  for (const ShapeType type : kSurfaces) {
    WorstPose worst(std::string("change of the gap per way, past ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      cases::RandomSource random(seed);
      SampleShape a = make_random_sample(ShapeType::Sphere, 1, random);
      const SampleShape b = make_random_sample(type, 2, random);
      const Vector3 from = b.motion.p_WS + random.vector(1.5), to = b.motion.p_WS + random.vector(1.5);
      constexpr int kSteps = 100;
      a.motion.p_WS = from;
      double gap = touch(a, b)[0].gap;
      for (int i = 1; i <= kSteps; ++i) {
        a.motion.p_WS = from + (to - from) * i / kSteps;
        const double next = touch(a, b)[0].gap;
        worst.note(std::abs(next - gap) / ((to - from).norm() / kSteps), seed);
        gap = next;
      }
    }
    worst.expect_below(1.0 + 1e-11);
  }
}

TEST(SpherePairs, EqualCentersPushTheBodyWithTheHigherNumberUp) {
  const Vector3 center(0.3, -0.2, 0.1);
  const SampleShape a = make_sample(shapes::Sphere{.radius = 0.5}, 1, center);
  SampleShape b = make_sample(shapes::Sphere{.radius = 0.25}, 2, center);
  b.motion.v_WS = Vector3::UnitX();
  const ContactPoint contact = touch(a, b)[0];
  EXPECT_EQ(contact.gap, -0.75);
  EXPECT_EQ(contact.normal, Vector3(-Vector3::UnitZ()));
  EXPECT_EQ(contact.normal_rate, Vector3::Zero());
  EXPECT_EQ(touch(b, a)[0].normal, Vector3(Vector3::UnitZ()));
}

struct DeepCase {
  const char* name;
  ShapeGeometry geometry;
  Vector3 center;  // of the sphere with radius 0.1, in the shape's axes  [m]
  double gap;      // [m]
  Vector3 normal;
};

TEST(SpherePairs, WhereNoPointIsNearestTheAnswerIsDefined) {
  const auto up = Vector3::UnitZ(), out = Vector3::UnitX();
  const DeepCase cases[] = {
      {"center of a cube", shapes::Box{.size = {1.0, 1.0, 1.0}}, {0.0, 0.0, 0.0}, -0.6, out},
      {"center of a plate", shapes::Box{.size = {1.0, 1.0, 0.5}}, {0.0, 0.0, 0.0}, -0.35, up},
      {"lower half of a plate", shapes::Box{.size = {1.0, 1.0, 0.5}}, {0.0, 0.0, -0.125}, -0.225, -up},
      {"on a corner", shapes::Box{.size = {1.0, 1.0, 1.0}}, {0.5, 0.5, 0.5}, -0.1, out},
      {"axis of a capsule", shapes::Capsule{.radius = 0.5, .length = 2.0}, {0.0, 0.0, 0.25}, -0.6, out},
      {"end of a capsule's axis", shapes::Capsule{.radius = 0.5, .length = 2.0}, {0.0, 0.0, 1.0}, -0.6, out},
      {"center of a long cylinder", shapes::Cylinder{.radius = 0.5, .length = 2.0}, {0.0, 0.0, 0.0}, -0.6, out},
      {"center of a disc", shapes::Cylinder{.radius = 0.5, .length = 0.5}, {0.0, 0.0, 0.0}, -0.35, up},
      {"on a rim", shapes::Cylinder{.radius = 0.5, .length = 2.0}, {0.5, 0.0, 1.0}, -0.1, out},
      {"axis of a tube", shapes::Tube{.radius = 0.5, .length = 2.0}, {0.0, 0.0, 0.5}, 0.4, -out},
  };
  for (const DeepCase& deep : cases) {
    const SampleShape sphere = make_sample(shapes::Sphere{.radius = 0.1}, 1, deep.center);
    const SampleShape shape = make_sample(deep.geometry, 2);
    const ContactPoint contact = touch(sphere, shape)[0];
    EXPECT_NEAR(contact.gap, deep.gap, 1e-16) << deep.name;
    EXPECT_EQ(contact.normal, deep.normal) << deep.name;
    EXPECT_TRUE(contact.normal_rate.isZero()) << deep.name;
  }
}

// At ρ from the axis, moving around it at v, the normal turns at v/ρ; the wall takes 1/R off one curvature.
TEST(SpherePairs, ABallInATubeTurnsItsNormalAndFitsIntoTheWall) {
  SampleShape ball = make_sample(shapes::Sphere{.radius = 0.2}, 1, {0.75, 0.0, 0.1});
  ball.motion.v_WS = {0.0, 3.0, 1.0};
  const SampleShape tube = make_sample(shapes::Tube{.radius = 1.0, .length = 4.0}, 0);
  const ContactPoint contact = touch(ball, tube)[0];
  EXPECT_NEAR(contact.gap, 0.05, 1e-16);
  EXPECT_EQ(contact.normal, Vector3(-1.0, 0.0, 0.0));
  EXPECT_LT((contact.normal_rate - Vector3(0.0, -4.0, 0.0)).norm(), 1e-15);
  EXPECT_NEAR(contact.curvature_1, 5.0, 1e-15);
  EXPECT_NEAR(contact.curvature_2, 4.0, 1e-15);
  EXPECT_NEAR(calc_equivalent_radius(contact), 1.0 / std::sqrt(20.0), 1e-16);
}

TEST(SpherePairs, BeyondTheEndOfATubeThereAreItsRimAndTheFaceOfThePlate) {
  const SampleShape tube = make_sample(shapes::Tube{.radius = 1.0, .length = 2.0}, 0);
  const ContactPoint rim = touch(make_sample(shapes::Sphere{.radius = 0.5}, 1, {0.7, 0.0, 1.4}), tube)[0];
  EXPECT_NEAR(rim.gap, 0.0, 1e-15);
  EXPECT_LT((rim.normal - Vector3(-0.6, 0.0, 0.8)).norm(), 1e-15);
  EXPECT_LT((rim.point_b - Vector3(1.0, 0.0, 1.0)).norm(), 1e-15);
  const ContactPoint face = touch(make_sample(shapes::Sphere{.radius = 0.5}, 1, {1.5, 0.0, -1.25}), tube)[0];
  EXPECT_EQ(face.gap, -0.25);
  EXPECT_EQ(face.normal, Vector3(0.0, 0.0, -1.0));
}

}  // namespace
}  // namespace carom
