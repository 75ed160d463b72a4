// Curvatures against second differences of distances, which know nothing of the formulas.
#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "collision/sample_pairs.h"
#include "collision/worst_pose.h"

namespace carom {
namespace {

using testing_support::make_random_sample;
using testing_support::make_sample;
using testing_support::SampleShape;
using testing_support::touch;
using testing_support::WorstPose;

constexpr double kStep = 1e-4;  // [m] or [rad]

/// Eigenvalues, larger first, of the second derivatives of f(s, t) at 0 by central differences.
template <class Function>
std::pair<double, double> calc_second_derivatives(const Function& f) {
  const double h = kStep, middle = f(0.0, 0.0);
  const double ss = (f(h, 0.0) - 2.0 * middle + f(-h, 0.0)) / (h * h);
  const double tt = (f(0.0, h) - 2.0 * middle + f(0.0, -h)) / (h * h);
  const double st = (f(h, h) - f(h, -h) - f(-h, h) + f(-h, -h)) / (4.0 * h * h);
  const Eigen::Vector2d values =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>((Eigen::Matrix2d() << ss, st, st, tt).finished()).eigenvalues();
  return {values[1], values[0]};
}

// At a distance d from a surface with curvature κ the distance itself is curved by k = κ/(1 + κ d) across its gradient:
// κ = k/(1 − k d). Sharp edges have k d = 1.
TEST(Curvature, ASphereAddsItsOwnToThatOfTheSurface) {
  for (const ShapeType type :
       {ShapeType::Sphere, ShapeType::Box, ShapeType::Capsule, ShapeType::Cylinder, ShapeType::Tube}) {
    WorstPose worst(std::string("curvature of ") + name_of(type));
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      cases::RandomSource random(seed);
      const SampleShape ball = make_random_sample(ShapeType::Sphere, 1, random),
                        b = make_random_sample(type, 2, random);
      const ContactPoint contact = touch(ball, b)[0];
      const double d = contact.gap + ball.shape.radius;
      if (std::abs(d) < 0.1) continue;
      const Vector3 s = find_perpendicular(contact.normal), t = contact.normal.cross(s);
      double turned = 0.0;
      const auto field = calc_second_derivatives([&](double x, double y) {
        SampleShape shifted = ball;
        shifted.motion.p_WS += x * s + y * t;
        const ContactPoint there = touch(shifted, b)[0];
        turned = std::max(turned, (there.normal - contact.normal).norm());
        return there.gap;
      });
      // Over an edge between two parts of the surface.
      if (turned > 1e-2) continue;
      for (const auto& [k, found] :
           {std::pair(field.first, contact.curvature_1), {field.second, contact.curvature_2}}) {
        const double surface = found - ball.shape.curvature;
        const double expected_k = std::isinf(surface) ? 1.0 / d : surface / (1.0 + surface * d);
        worst.note(std::abs(k - expected_k), seed);
      }
    }
    // Truncation kStep²/12 · 24/d³ ≤ 2e-5 for d ≥ 0.1, rounding 4e-16/kStep² = 4e-8.
    worst.expect_below(1e-4, 600);
  }
}

// Tilting the plane by a small angle along a great circle changes the support function h of the ellipsoid by
// h″ = (radius of curvature) − h.
TEST(Curvature, AnEllipsoidRollsOverItsPrincipalRadii) {
  WorstPose worst("radii of ellipsoids");
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    cases::RandomSource random(seed);
    const SampleShape ellipsoid = make_random_sample(ShapeType::Ellipsoid, 1, random);
    SampleShape plane = make_sample(shapes::Plane{}, 2, ellipsoid.motion.p_WS);
    const Matrix3 R = matrix_from_quaternion(random.rotation());
    const auto support = [&](double x, double y) {
      plane.motion.R_WS = R * matrix_from_quaternion(quaternion_from_rotation_vector({x, y, 0.0}));
      return -touch(ellipsoid, plane)[0].gap;
    };
    const auto [larger, smaller] = calc_second_derivatives(support);
    const double h = support(0.0, 0.0);
    const ContactPoint contact = touch(ellipsoid, plane)[0];
    worst.note(std::abs(1.0 / contact.curvature_2 - (larger + h)), seed);
    worst.note(std::abs(1.0 / contact.curvature_1 - (smaller + h)), seed);
  }
  // Semi-axes from 0.2 to 1: fourth derivatives up to some 10³; times kStep²/12.
  worst.expect_below(1e-5);
}

TEST(Curvature, AtThePolesOfAnEllipsoidTheRadiiAreThoseOfItsEllipses) {
  const SampleShape plane = make_sample(shapes::Plane{}, 0);
  for (const double c : {1e-3, 0.5, 1.0, 1e3}) {
    const SampleShape ellipsoid = make_sample(shapes::Ellipsoid{.semi_axes = {2.0, 1.0, c}}, 1);
    const ContactPoint contact = touch(ellipsoid, plane)[0];
    EXPECT_NEAR(contact.curvature_1, c, 1e-15 * c);         // b²/c = 1/c
    EXPECT_NEAR(contact.curvature_2, 0.25 * c, 1e-15 * c);  // a²/c = 4/c
    EXPECT_NEAR(calc_equivalent_radius(contact), 2.0 / c, 1e-15 * 2.0 / c);
  }
}

TEST(Curvature, ABallShapedEllipsoidIsASphere) {
  cases::RandomSource random(3);
  const SampleShape plane = make_sample(shapes::Plane{}, 0);
  SampleShape ball = make_sample(shapes::Ellipsoid{.semi_axes = {0.3, 0.3, 0.3}}, 1);
  for (int i = 0; i < 100; ++i) {
    ball.motion.R_WS = matrix_from_quaternion(random.rotation());
    const ContactPoint contact = touch(ball, plane)[0];
    EXPECT_NEAR(contact.curvature_1 * 0.3, 1.0, 4e-15);
    EXPECT_NEAR(contact.curvature_2 * 0.3, 1.0, 4e-15);
  }
}

}  // namespace
}  // namespace carom
