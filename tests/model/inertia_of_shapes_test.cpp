#include "carom/model/shapes/inertia_of_shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

using std::numbers::pi;

// Volume integrals over a body that is seen whole from the point `eye`, along rays in all directions ω: with R(ω) the
// distance to the surface, ∫dV = ∫R³/3 dω, ∫x dV = ∫ω R⁴/4 dω, ∫x xᵀ dV = ∫ω ωᵀ R⁵/5 dω. R comes from a test of what
// lies inside, by halving.
struct BodySeenFrom {
  Vector3 eye{};
  double reach{};  // no point of the body is further from the eye  [m]
  std::function<bool(const Vector3&)> contains;
};

double find_surface(const BodySeenFrom& body, const Vector3& direction) {
  double inside = 0.0, outside = body.reach;
  for (int i = 0; i < 25; ++i) {
    const double middle = 0.5 * (inside + outside);
    (body.contains(body.eye + middle * direction) ? inside : outside) = middle;
  }
  return inside;
}

// Density one, so the mass is the volume.
MassProperties integrate(const BodySeenFrom& body) {
  constexpr int kLatitudes = 80, kLongitudes = 160;
  double volume = 0.0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
  for (int i = 0; i < kLatitudes; ++i) {
    for (int j = 0; j < kLongitudes; ++j) {
      const double height = (2.0 * i + 1.0) / kLatitudes - 1.0, angle = 2.0 * pi * (j + 0.5) / kLongitudes;
      const double radius = std::sqrt(1.0 - height * height);
      const Vector3 direction(radius * std::cos(angle), radius * std::sin(angle), height);
      const double r = find_surface(body, direction), weight = 4.0 * pi / (kLatitudes * kLongitudes);
      volume += weight * r * r * r / 3.0;
      first += weight * std::pow(r, 4) / 4.0 * direction;
      second += weight * std::pow(r, 5) / 5.0 * direction * direction.transpose();
    }
  }
  const Vector3 center = first / volume;
  const Matrix3 spread = second - volume * center * center.transpose();
  return {volume, body.eye + center, spread.trace() * Matrix3::Identity() - spread};
}

struct Case {
  std::string name;
  Solid solid;
  BodySeenFrom seen;
};

const Vector3 kAxis = Vector3(1.0, -2.0, 2.0) / 3.0;

// Distance from the axis, and position along it.
double across(const Vector3& p) { return (p - kAxis.dot(p) * kAxis).norm(); }
double along(const Vector3& p) { return kAxis.dot(p); }

std::vector<Case> make_cases() {
  const Vector3 origin = Vector3::Zero();
  const Vector3 lengths(0.8, 1.4, 0.6);
  return {
      {"box",
       solids::Box{lengths},
       {origin, 2.0, [=](const Vector3& p) { return (2.0 * p.cwiseAbs() - lengths).maxCoeff() <= 0.0; }}},
      {"sphere", solids::Sphere{0.7}, {origin, 2.0, [](const Vector3& p) { return p.norm() <= 0.7; }}},
      {"ellipsoid",
       solids::Ellipsoid{lengths},
       {origin, 2.0, [=](const Vector3& p) { return p.cwiseQuotient(lengths).norm() <= 1.0; }}},
      {"cylinder",
       solids::Cylinder{2.0 * kAxis, 0.7, 1.1},
       {origin, 2.0, [](const Vector3& p) { return across(p) <= 0.7 && std::abs(along(p)) <= 0.55; }}},
      {"capsule",
       solids::Capsule{2.0 * kAxis, 0.7, 1.1},
       {origin, 2.0,
        [](const Vector3& p) {
          return across(p) <= 0.7 && std::hypot(across(p), std::max(std::abs(along(p)) - 0.55, 0.0)) <= 0.7;
        }}},
      {"cone",
       solids::Cone{2.0 * kAxis, 0.7, 1.1},
       {0.3 * kAxis, 2.0,
        [](const Vector3& p) { return along(p) >= 0.0 && across(p) <= 0.7 * (1.0 - along(p) / 1.1); }}},
  };
}

// The rule of midpoints leaves (1/80)² ≈ 1.6e-4 of the integral times half the relative second derivative of R⁵, which
// is 5 to 10 for these bodies. The least coefficient that could be wrong (of the capsule) counts for several percent.
constexpr double kQuadrature = 2e-3;

TEST(InertiaOfShapes, MatchesVolumeIntegrals) {
  for (const auto& [name, solid, seen] : make_cases()) {
    const MassProperties expected = integrate(seen);
    const MassProperties found = make_mass_properties_of_density(solid, 1.0, name);
    EXPECT_NEAR(found.mass, expected.mass, kQuadrature * expected.mass) << name;
    EXPECT_LE((found.center_of_mass - expected.center_of_mass).norm(), kQuadrature) << name;
    EXPECT_LE((found.inertia_about_center - expected.inertia_about_center).norm(),
              kQuadrature * expected.inertia_about_center.norm())
        << name << "\n"
        << found.inertia_about_center << "\nexpected\n"
        << expected.inertia_about_center;
  }
}

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

TEST(InertiaOfShapes, AHollowSphereAndItsCoreMakeABall) {
  const MassProperties hollow = make_mass_properties_of_density(solids::HollowSphere{0.4, 0.7}, 3.0, "shell");
  const MassProperties core = make_mass_properties_of_density(solids::Sphere{0.4}, 3.0, "core");
  const MassProperties ball = make_mass_properties_of_density(solids::Sphere{0.7}, 3.0, "ball");
  const MassProperties both = combine(hollow, core);
  EXPECT_NEAR(both.mass, ball.mass, 16.0 * kEpsilon * ball.mass);
  EXPECT_LE((both.inertia_about_center - ball.inertia_about_center).norm(), 16.0 * kEpsilon * ball.mass);
}

TEST(InertiaOfShapes, ANeedleKeepsTheDigitsOfItsSmallMoment) {
  // A square rod and a round one, ten thousand times longer than thick.
  const MassProperties square = make_mass_properties(solids::Box{{1e-3, 1e-3, 10.0}}, 1.0, "square");
  const MassProperties round = make_mass_properties(solids::Cylinder{Vector3::UnitZ(), 1e-3, 10.0}, 1.0, "round");
  EXPECT_NEAR(square.inertia_about_center(2, 2), 1e-6 / 6.0, 4.0 * kEpsilon * 1e-6);
  EXPECT_NEAR(round.inertia_about_center(2, 2), 1e-6 / 2.0, 4.0 * kEpsilon * 1e-6);
}

TEST(InertiaOfShapes, AThinShellIsTheLimitOfAHollowSphere) {
  const MassProperties shell = make_mass_properties(solids::HollowSphere{0.5, 0.5}, 6.0, "shell");
  EXPECT_NEAR(shell.inertia_about_center(0, 0), 2.0 / 3.0 * 6.0 * 0.25, 8.0 * kEpsilon);
}

// A rod as a row of n particles: the sum falls short of the integral by 1/n² of it (midpoints of n equal pieces).
TEST(InertiaOfShapes, AThinRodIsARowOfParticles) {
  const Vector3 end(0.3, -0.4, 1.2);
  const int count = 1000;
  MassProperties row;
  for (int i = 0; i < count; ++i) {
    row = combine(row, make_mass_properties(solids::PointMass{(i + 0.5) / count * end}, 2.0 / count, "particle"));
  }
  const MassProperties rod = make_mass_properties(solids::ThinRod{end}, 2.0, "rod");
  EXPECT_LE((rod.center_of_mass - row.center_of_mass).norm(), 1e-12);
  EXPECT_LE((rod.inertia_about_center - row.inertia_about_center).norm(), 1.01e-6 * rod.inertia_about_center.norm());
  // None about its own direction.
  EXPECT_LE((rod.inertia_about_center * end).norm(), 8.0 * kEpsilon);
}

std::string find_refusal(const Solid& solid, double mass) {
  try {
    static_cast<void>(make_mass_properties(solid, mass, "body 'a'"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(InertiaOfShapes, RefusesDimensionsThatNoBodyHas) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(find_refusal(solids::Box{{1.0, -2.0, 3.0}}, 1.0),
            "body 'a': box: size must be finite and above 0 m, found -2 m");
  EXPECT_EQ(find_refusal(solids::Sphere{kNaN}, 1.0),
            "body 'a': sphere: radius must be finite and above 0 m, found nan m");
  EXPECT_EQ(find_refusal(solids::ThinRod{{0.0, 0.0, 0.0}}, 1.0), "body 'a': thin rod: end must not be the zero vector");
  EXPECT_EQ(find_refusal(solids::Cone{{0.0, kNaN, 0.0}, 1.0, 1.0}, 1.0),
            "body 'a': cone: axis must be finite, found a component nan");
  EXPECT_EQ(find_refusal(solids::HollowSphere{2.0, 1.0}, 1.0),
            "body 'a': hollow sphere: inner radius must lie from 0 m to the outer radius 1 m, found 2 m");
  EXPECT_EQ(find_refusal(solids::Sphere{1.0}, 0.0), "body 'a': mass must be finite and above 0 kg, found 0 kg");
}

TEST(InertiaOfShapes, RefusesADensityWhereThereIsNoVolume) {
  EXPECT_THROW(static_cast<void>(make_mass_properties_of_density(solids::ThinRod{}, 1.0, "rod")), InputError);
  EXPECT_THROW(static_cast<void>(make_mass_properties_of_density(solids::Sphere{}, -1.0, "ball")), InputError);
}

}  // namespace
}  // namespace carom
