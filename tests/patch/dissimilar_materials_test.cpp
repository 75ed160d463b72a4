#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "patch/known_contacts.h"

namespace carom::test {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

// A rigid punch that does not slip on a half-plane: p = 2 (1 − ν)/√(3 − 4ν) · P/(π √(a² − x²)) · cos(η ln((a+x)/(a−x)))
// with η = ln(3 − 4ν)/(2π).                                                      [johnson1985, section 2.8]
TEST(DissimilarMaterials, PunchThatDoesNotSlipInThePlane) {
  const double a = 1e-3, datum = 0.1;
  for (const double nu : {0.0, 0.3}) {
    const ContactCase contact{.material = {.young = 3e6, .poisson = nu},
                              .num_across = 160,
                              .half_width = 1.25 * a,
                              .friction = 100.0,
                              .coupled = true};
    ContactPatch patch(make_plane_case(contact, datum, [&](double x) { return std::abs(x) < a ? 0.0 : kInfinity; }));
    const PatchReport report = patch.advance({.depth = 1e-5}, 1.0);
    expect_converged(report);
    const double eta = std::log(3.0 - 4.0 * nu) / (2.0 * kPi);
    for (int i = 0; i < patch.grid().size(); ++i) {
      const double x = patch.grid().x(i);
      if (std::abs(x) > 0.8 * a) continue;
      const double exact = 2.0 * (1.0 - nu) / std::sqrt(3.0 - 4.0 * nu) * report.normal_force /
                           (kPi * std::sqrt(a * a - x * x)) * std::cos(eta * std::log((a + x) / (a - x)));
      EXPECT_NEAR(patch.pressure()[i] / exact, 1.0, 0.015) << nu << " at x/a = " << x / a;
    }
  }
}

// A round punch that does not slip carries (1 − ν) ln(3 − 4ν)/(1 − 2ν) times as much as a smooth one: P = 4 G a δ ln(3
// − 4ν)/(1 − 2ν) against 4 G a δ/(1 − ν). The ratio is free of the error that both have in their rims.  [spence1968]
TEST(DissimilarMaterials, RoundPunchThatDoesNotSlipIsStifferThanASmoothOne) {
  const double a = 1e-3;
  for (const double nu : {0.0, 0.3}) {
    double force[2] = {};
    for (const bool rough : {false, true}) {
      const ContactCase contact{.material = {.young = 3e6, .poisson = nu},
                                .num_across = 80,
                                .half_width = 1.25 * a,
                                .friction = rough ? 100.0 : 0.0,
                                .coupled = true};
      ContactPatch patch(
          make_case(contact, [&](double x, double y) { return std::hypot(x, y) < a ? 0.0 : kInfinity; }));
      const PatchReport report = patch.advance({.depth = 1e-5}, 1.0);
      expect_converged(report);
      force[rough ? 1 : 0] = report.normal_force;
    }
    EXPECT_NEAR(force[1] / force[0], (1.0 - nu) * std::log(3.0 - 4.0 * nu) / (1.0 - 2.0 * nu), 0.01) << nu;
  }
}

TEST(DissimilarMaterials, AlikeOnesDoNotShearEachOther) {
  const ElasticMaterial steel{.young = 210e9, .poisson = 0.3};
  EXPECT_EQ(make_pair_compliance(steel, steel).coupling, 0.0);
  // Neither does an incompressible one a rigid one.
  EXPECT_EQ(make_pair_compliance(ElasticMaterial{.young = 1e6, .poisson = 0.5}, std::nullopt).coupling, 0.0);
}

TEST(DissimilarMaterials, FrictionOfAPressedBallPointsInwardsWhereTheSofterSurfaceIsDrawnIn) {
  const double radius = 0.01, depth = 1e-4, a = std::sqrt(radius * depth);
  const ContactCase contact{.num_across = 40, .half_width = 1.3 * a, .friction = 0.2, .coupled = true};
  ContactPatch patch(make_case(contact, [&](double x, double y) { return (x * x + y * y) / (2.0 * radius); }));
  // Step by step, for the slip of each ring depends on when it came into contact.
  for (int i = 1; i <= 10; ++i) expect_converged(patch.advance({.depth = depth * i / 10.0}, 1.0));
  for (int i = 0; i < patch.grid().size(); ++i) {
    if (patch.pressure()[i] <= 0.0) continue;
    const double x = patch.grid().x(i), y = patch.grid().y(i);
    // The surface wants to move inwards under pressure: the rigid ball holds it back, outwards on the surface.
    EXPECT_GE(x * patch.traction().x[i] + y * patch.traction().y[i], -1e-6 * patch.pressure()[i] * a);
  }
}

}  // namespace carom::test
