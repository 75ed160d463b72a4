#include <cmath>

#include <gtest/gtest.h>

#include "patch/known_contacts.h"

namespace carom::test {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PatchOptions make_punch(const PatchViscosity& viscosity) {
  PatchOptions options = make_plane_case({.num_across = 40, .half_width = 1.25e-3}, 0.1,
                                         [](double x) { return std::abs(x) < 1e-3 ? 0.0 : kInfinity; });
  options.viscosity = viscosity;
  return options;
}

/// Force of the elastic punch at a depth of 10 µm.
double calc_elastic_force() {
  ContactPatch patch(make_punch({}));
  return patch.advance({.depth = 1e-5}, 1.0).normal_force;
}

}  // namespace

// A punch keeps its area, so that it answers as one element of the material does: F = k (x + T₁ ẋ).
TEST(Viscosity, PunchPressedSteadilyIntoKelvinAndVoigtsMaterial) {
  const double time = 0.02, speed = 1e-3, end = 0.01, stiffness = calc_elastic_force() / 1e-5;
  ContactPatch patch(make_punch({.time = time}));
  PatchReport report;
  for (int i = 1; i <= 50; ++i) {
    report = patch.advance({.depth = speed * end * i / 50.0}, end / 50.0);
    expect_converged(report);
  }
  // Implicit steps are exact for a steady speed.
  EXPECT_NEAR(report.normal_force / (stiffness * (speed * end + time * speed)), 1.0, 1e-6);
  // Lost: k T₁ ẋ² t.
  EXPECT_NEAR(patch.energy().viscous / (stiffness * time * speed * speed * end), 1.0, 0.02);
}

// Held after a jump, the force of a standard linear solid falls from k (1 + T₁/T_r) x to k x as exp(−t/T_r).
TEST(Viscosity, PunchHeldInAStandardLinearSolidRelaxes) {
  const double time = 0.03, relaxation = 0.02, depth = 1e-5, force = calc_elastic_force();
  std::vector<double> errors;
  for (const int num_steps : {50, 100, 200, 400}) {
    ContactPatch patch(make_punch({.time = time, .relaxation = relaxation}));
    const double dt = 2.0 * relaxation / num_steps;
    PatchReport report = patch.advance({.depth = depth}, 1e-9 * relaxation);
    expect_converged(report);
    EXPECT_NEAR(report.normal_force / (force * (1.0 + time / relaxation)), 1.0, 1e-6);
    for (int i = 0; i < num_steps; ++i) {
      report = patch.advance({.depth = depth}, dt);
      expect_converged(report);
    }
    errors.push_back(std::abs(report.normal_force / (force * (1.0 + time / relaxation * std::exp(-2.0))) - 1.0));
  }
  EXPECT_NEAR(fit_order(errors), 1.0, 0.1);  // of the implicit steps
  EXPECT_LT(errors.back(), 1e-3);
}

}  // namespace carom::test
