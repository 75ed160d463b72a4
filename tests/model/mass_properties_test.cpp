#include "carom/model/mass_properties.h"

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Particle {
  double mass{};
  Vector3 position{};
};

const std::vector<Particle> kCloud{{1.0, {0.3, -0.2, 1.0}}, {2.5, {-0.7, 0.4, 0.1}}, {0.5, {1.2, 0.9, -0.6}},
                                   {3.0, {0.0, -1.1, 0.8}}, {1.5, {0.6, 0.6, 0.6}},  {0.2, {-2.0, 0.3, -0.4}}};

// Sums over particles, written in components: shares nothing with the formulas under test.
MassProperties sum_particles(std::span<const Particle> cloud) {
  MassProperties sum;
  for (const Particle& particle : cloud) sum.mass += particle.mass;
  for (const Particle& particle : cloud) sum.center_of_mass += particle.mass / sum.mass * particle.position;
  for (const Particle& particle : cloud) {
    const double x = particle.position.x() - sum.center_of_mass.x(), y = particle.position.y() - sum.center_of_mass.y();
    const double z = particle.position.z() - sum.center_of_mass.z();
    Matrix3 term;
    term << y * y + z * z, -x * y, -x * z, -x * y, x * x + z * z, -y * z, -x * z, -y * z, x * x + y * y;
    sum.inertia_about_center += particle.mass * term;
  }
  return sum;
}

void expect_same(const MassProperties& found, const MassProperties& expected, double tolerance) {
  EXPECT_NEAR(found.mass, expected.mass, tolerance);
  EXPECT_LE((found.center_of_mass - expected.center_of_mass).norm(), tolerance);
  EXPECT_LE((found.inertia_about_center - expected.inertia_about_center).norm(), tolerance);
}

// Fewer than 50 roundings on numbers up to 20.
constexpr double kRounding = 1000.0 * kEpsilon;

TEST(MassProperties, ParallelAxisTheoremMatchesASumOverParticles) {
  Matrix3 expected = Matrix3::Zero();
  for (const Particle& particle : kCloud) expected += calc_point_inertia(particle.mass, particle.position);
  EXPECT_LE((calc_inertia_about_origin(sum_particles(kCloud)) - expected).norm(), kRounding);
}

TEST(MassProperties, CombiningPartsGivesTheWhole) {
  const std::span<const Particle> cloud(kCloud);
  const MassProperties first = sum_particles(cloud.first(2)), second = sum_particles(cloud.subspan(2));
  expect_same(combine(first, second), sum_particles(cloud), kRounding);
  expect_same(combine(second, first), sum_particles(cloud), kRounding);
}

TEST(MassProperties, AMasslessPartChangesNothing) {
  const MassProperties body = sum_particles(kCloud);
  const MassProperties massless{.center_of_mass = {5.0, 5.0, 5.0}};
  expect_same(combine(body, massless), body, 0.0);
  expect_same(combine(massless, body), body, kRounding);
  EXPECT_EQ(combine(massless, massless).mass, 0.0);
}

TEST(MassProperties, AMovedBodyIsTheSumOfMovedParticles) {
  const Matrix3 R_AB = (Eigen::AngleAxisd(0.7, Vector3::UnitX()) * Eigen::AngleAxisd(-1.9, Vector3::UnitZ())).matrix();
  const Vector3 p_AoBo_A(0.4, -2.0, 1.3);
  std::vector<Particle> moved = kCloud;
  for (Particle& particle : moved) particle.position = p_AoBo_A + R_AB * particle.position;
  expect_same(express_in(R_AB, p_AoBo_A, sum_particles(kCloud)), sum_particles(moved), kRounding);
}

MassProperties make_body(double mass, const Vector3& principal_moments) {
  return {mass, Vector3::Zero(), principal_moments.asDiagonal()};
}

std::string find_refusal(const MassProperties& body, ZeroMass zero_mass = ZeroMass::Refused) {
  try {
    validate(body, "body 'upper'", zero_mass);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MassPropertiesValidation, AcceptsEveryRealBody) {
  EXPECT_EQ(find_refusal(sum_particles(kCloud)), "accepted");
  EXPECT_EQ(find_refusal(make_body(1.0, {0.0, 0.0, 0.0})), "accepted");        // a particle
  EXPECT_EQ(find_refusal(make_body(1.0, {0.3, 0.0, 0.3})), "accepted");        // a rod
  EXPECT_EQ(find_refusal(make_body(1.0, {0.1, 0.2, 0.1 + 0.2})), "accepted");  // a plate
  EXPECT_EQ(find_refusal(MassProperties{}, ZeroMass::Allowed), "accepted");
}

// Rods and plates lie on the border of what is possible: rounding must not push them over it.
TEST(MassPropertiesValidation, AcceptsRodsAndPlatesInEveryOrientation) {
  for (int i = 0; i < 1000; ++i) {
    const Vector3 axis(std::sin(1.0 + i), std::cos(2.0 * i), std::sin(3.0 * i));
    const Matrix3 R_AB = Eigen::AngleAxisd(0.01 * i, axis.normalized()).matrix();
    for (const Vector3& moments : {Vector3(0.7, 0.7, 0.0), Vector3(0.1, 0.2, 0.3), Vector3(1e-9, 1e9, 1e9)}) {
      EXPECT_EQ(find_refusal(express_in(R_AB, Vector3::Zero(), make_body(1.0, moments))), "accepted") << i;
    }
  }
}

TEST(MassPropertiesValidation, RefusesMassesThatAreNotPositive) {
  EXPECT_EQ(find_refusal(make_body(0.0, {0.0, 0.0, 0.0})),
            "body 'upper': mass must be finite and above 0 kg, found 0 kg");
  EXPECT_EQ(find_refusal(make_body(-2.0, {1.0, 1.0, 1.0}), ZeroMass::Allowed),
            "body 'upper': mass must be finite and at least 0 kg, found -2 kg");
  EXPECT_EQ(find_refusal(make_body(kNaN, {1.0, 1.0, 1.0})),
            "body 'upper': mass must be finite and above 0 kg, found nan kg");
  EXPECT_EQ(find_refusal(make_body(kInfinity, {1.0, 1.0, 1.0})),
            "body 'upper': mass must be finite and above 0 kg, found inf kg");
}

TEST(MassPropertiesValidation, RefusesCentersAndInertiasThatAreNotFinite) {
  MassProperties body = make_body(1.0, {1.0, 1.0, 1.0});
  body.center_of_mass.y() = kNaN;
  EXPECT_EQ(find_refusal(body), "body 'upper': center of mass must be finite, found (0, nan, 0) m");
  body = make_body(1.0, {1.0, 1.0, 1.0});
  body.inertia_about_center(0, 2) = kInfinity;
  EXPECT_EQ(find_refusal(body), "body 'upper': inertia must be finite, found Ixz = inf kg·m²");
}

TEST(MassPropertiesValidation, RefusesAnAsymmetricInertia) {
  MassProperties body = make_body(1.0, {1.0, 1.0, 1.0});
  body.inertia_about_center(0, 1) = 0.25;
  EXPECT_EQ(find_refusal(body), "body 'upper': inertia must be symmetric, found Ixy = 0.25 kg·m² and Iyx = 0 kg·m²");
}

TEST(MassPropertiesValidation, RefusesInertiasThatNoMassHas) {
  EXPECT_EQ(find_refusal(make_body(1.0, {1.0, 3.0, 1.0})),
            "body 'upper': principal moments of inertia (1, 1, 3) kg·m² break the triangle inequality 1 + 1 ≥ 3 by 1; "
            "no distribution of mass has them");
  EXPECT_EQ(find_refusal(make_body(1.0, {2.0, 3.0, -1.0})),
            "body 'upper': principal moments of inertia (-1, 2, 3) kg·m² must not be negative; no distribution of mass "
            "has them");
  EXPECT_NE(find_refusal(make_body(1.0, {0.1, 0.2, 0.3 + 1e-13})), "accepted");
}

TEST(MassPropertiesValidation, RefusesInertiaWithoutMass) {
  EXPECT_EQ(find_refusal(make_body(0.0, {1.0, 1.0, 1.0}), ZeroMass::Allowed),
            "body 'upper': inertia must be zero where the mass is 0 kg, found moments up to 1 kg·m²; give the body a "
            "mass");
}

}  // namespace
}  // namespace carom
