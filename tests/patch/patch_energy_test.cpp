#include <cmath>

#include <gtest/gtest.h>

#include "patch/known_contacts.h"
#include "support/allocation_counter.h"

namespace carom::test {

namespace {

PatchOptions make_ball(int num_across, double friction) {
  return make_case({.num_across = num_across, .half_width = 1.3e-3, .friction = friction, .coupled = true},
                   [](double x, double y) { return (x * x + y * y) / 0.02; });
}

/// In, along a curve with spin, and out again.
PatchEnergy run_round(ContactPatch& patch, int num_steps, double duration) {
  for (int i = 1; i <= num_steps; ++i) {
    const double s = static_cast<double>(i) / num_steps;
    const PatchReport report = patch.advance(
        {.depth = 4e-4 * s * (1.0 - s), .shift_x = 3e-5 * std::sin(9.0 * s), .shift_y = 2e-5 * s, .spin = 0.05 * s * s},
        duration / num_steps);
    expect_converged(report);
  }
  return patch.energy();
}

}  // namespace

TEST(PatchEnergy, AccountClosesForElasticAndViscousBodies) {
  for (const PatchViscosity& viscosity :
       {PatchViscosity{}, PatchViscosity{.time = 0.02}, PatchViscosity{.time = 0.05, .relaxation = 0.03}}) {
    PatchOptions options = make_ball(32, 0.4);
    options.tolerance = 1e-6;
    options.viscosity = viscosity;
    ContactPatch patch(options);
    const PatchEnergy energy = run_round(patch, 40, 0.4);
    const double moved = energy.friction + energy.viscous;
    EXPECT_GT(energy.friction, 0.0);
    EXPECT_LE(std::abs(energy.residual()), 1e-9 * moved);
    EXPECT_EQ(viscosity.time > 0.0, energy.viscous > 1e-12 * moved);
  }
}

// Elements come and go as wholes; the mean load of a step makes up for it.
TEST(PatchEnergy, WorkOfAnElasticPatchIsWhatItStoresForAnyStep) {
  for (const int num_steps : {1, 3, 10, 50}) {
    ContactPatch patch(make_ball(24, 0.0));
    double work = 0.0;
    for (int i = 1; i <= num_steps; ++i) {
      const PatchReport report = patch.advance({.depth = 1e-4 * i / num_steps}, 1.0);
      expect_converged(report);
      work += report.mean.normal * 1e-4 / num_steps;
    }
    const double stored = patch.energy().stored;
    // Gaps are closed to 1e-9 of the depth.
    EXPECT_NEAR(work / stored, 1.0, 1e-9) << num_steps;
    EXPECT_LE(std::abs(patch.energy().rim), 1e-9 * stored) << num_steps;
  }
}

// Surfaces that lag behind are left early and met late.
TEST(PatchEnergy, WorkOfAViscousPatchIsStoredOrLost) {
  PatchOptions options = make_ball(24, 0.4);
  options.viscosity.time = 1.0;  // overdamped
  ContactPatch patch(options);
  const PatchEnergy energy = run_round(patch, 30, 0.4);
  EXPECT_LE(std::abs(energy.rim), 1e-9 * energy.work);
  EXPECT_NEAR(energy.work, energy.stored + energy.friction + energy.viscous, 1e-9 * energy.work);
}

TEST(PatchEnergy, AFailedStepLeavesThePatchAsItWas) {
  ContactPatch patch(make_ball(32, 0.4));
  expect_converged(patch.advance({.depth = 5e-5, .shift_x = 1e-6}, 1.0));
  const double before = patch.pressure().sum(), work = patch.energy().work;
  const PatchReport report = patch.advance({.depth = 1e-3, .shift_x = 1e-6}, 1.0);
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.sentence.find("edge of the grid"), std::string::npos) << report.sentence;
  EXPECT_EQ(patch.pressure().sum(), before);
  EXPECT_EQ(patch.energy().work, work);
}

TEST(PatchEnergy, WarnsBeforeTheContactReachesTheEdge) {
  ContactPatch patch(make_ball(32, 0.0));
  PatchReport report = patch.advance({.depth = 5e-5}, 1.0);
  EXPECT_FALSE(report.near_edge);
  report = patch.advance({.depth = 1.2e-4}, 1.0);
  expect_converged(report);
  EXPECT_TRUE(report.near_edge);
}

TEST(PatchEnergy, StepsAllocateNothing) {
  if (!testing_support::counts_allocations()) GTEST_SKIP();
  ContactPatch patch(make_ball(24, 0.4));
  expect_converged(patch.advance({.depth = 5e-5, .shift_x = 1e-6}, 1.0));
  const auto before = testing_support::allocation_count();
  const PatchReport report = patch.advance({.depth = 6e-5, .shift_x = 2e-6, .spin = 1e-3}, 1.0);
  EXPECT_EQ(testing_support::allocation_count(), before);
  expect_converged(report);
}

}  // namespace carom::test
