#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "patch/known_contacts.h"
#include "patch/reference_file.h"

namespace carom::test {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kReach = 1.25;
constexpr double kFriction = 0.4;

/// A ball pressed and then pulled along. With ν = 0 shear has no lateral effect, and the closed forms, which neglect
/// it, are exact: q = μ p − μ p₀ (c/a) √(1 − r²/c²) within c, T = μ P (1 − c³/a³), and a shift of
/// (3 μ P (2 − ν)/(16 G a)) (1 − c²/a²).                                        [johnson1985, section 7.2]
struct PulledBall {
  ElasticMaterial material{.young = 3e6, .poisson = 0.0};
  double radius{0.01}, depth{1e-4};
  int num_across{80};
  [[nodiscard]] double a() const { return std::sqrt(radius * depth); }
  [[nodiscard]] double shear_modulus() const { return material.young / (2.0 * (1.0 + material.poisson)); }
  [[nodiscard]] double force() const {
    return 4.0 / 3.0 * material.young / (1.0 - material.poisson * material.poisson) * std::sqrt(radius) *
           std::pow(depth, 1.5);
  }
  [[nodiscard]] double slip_shift() const {  // at which all slips
    return 3.0 * kFriction * force() * (2.0 - material.poisson) / (16.0 * shear_modulus() * a());
  }
  [[nodiscard]] PatchOptions make(double friction = kFriction) const {
    return make_case({.material = material, .num_across = num_across, .half_width = kReach * a(), .friction = friction},
                     [this](double x, double y) { return (x * x + y * y) / (2.0 * radius); });
  }
};

}  // namespace

TEST(PartialSlip, StickRadiusForceAndTractionOfCattaneoAndMindlin) {
  for (const double stick : {0.3, 0.5, 0.8}) {  // c/a
    PulledBall ball;
    ContactPatch patch(ball.make());
    expect_converged(patch.advance({.depth = ball.depth}, 1.0));
    const PatchReport report =
        patch.advance({.depth = ball.depth, .shift_x = ball.slip_shift() * (1.0 - stick * stick)}, 1.0);
    expect_converged(report);
    EXPECT_NEAR(report.shear_x / (kFriction * ball.force() * (1.0 - std::pow(stick, 3))), 1.0, 0.01) << stick;
    EXPECT_NEAR(report.shear_y, 0.0, 1e-9 * report.shear_x);
    // Whole elements: a ring of them is about 2/64 of the radius.
    EXPECT_NEAR(std::sqrt(report.stick_fraction), stick, 1.0 / 64.0);
    const double a = ball.a(), c = stick * a, p0 = 1.5 * ball.force() / (kPi * a * a);
    for (int i = 0; i < patch.grid().size(); ++i) {
      const double r = std::hypot(patch.grid().x(i), patch.grid().y(i));
      if (r > 0.95 * a || std::abs(r - c) < 0.05 * a) continue;  // infinite slopes
      double exact = kFriction * p0 * std::sqrt(1.0 - r * r / (a * a));
      if (r < c) exact -= kFriction * p0 * stick * std::sqrt(1.0 - r * r / (c * c));
      EXPECT_NEAR(patch.traction().x[i], exact, 0.01 * kFriction * p0) << "r/a = " << r / a;
    }
  }
}

TEST(PartialSlip, BallAgreesWithTheReferenceElementForElement) {
  // The reference keeps traction and slip in one direction; at ν = 0 that is no approximation, at ν = 0.3 it is one of
  // less than 0.1 %.
  for (const auto& sphere : read_patch_reference("quasistatic", "sphere")) {
    const bool exact = sphere.at("nu").get<double>() == 0.0;
    PulledBall ball{.material = {.young = sphere.at("E"), .poisson = sphere.at("nu")},
                    .radius = sphere.at("R"),
                    .depth = sphere.at("exact").at("delta")};
    for (const auto& slip : sphere.at("partial_slip")) {
      for (const auto& row : slip.at("rows")) {
        ball.num_across = row.at("n");
        ContactPatch patch(ball.make(sphere.at("mu")));
        expect_converged(patch.advance({.depth = ball.depth}, 1.0));
        const PatchReport report = patch.advance({.depth = ball.depth, .shift_x = slip.at("delta_t")}, 1.0);
        expect_converged(report);
        EXPECT_NEAR(report.shear_x / row.at("T").get<double>(), 1.0, exact ? 1e-7 : 1e-3);
      }
    }
  }
}

TEST(PartialSlip, CylinderAgreesWithTheReferenceAndConvergesInSecondOrder) {
  for (const auto& line : read_patch_reference("quasistatic", "line_slip")) {
    // P = π E* a²/(4 R) and δ from the datum as in the frictionless case.
    const double young = line.at("E"), poisson = line.at("nu"), radius = line.at("R"), datum = line.at("L");
    const double modulus = young / (1.0 - poisson * poisson), force = line.at("P");
    const double a = std::sqrt(4.0 * force * radius / (kPi * modulus));
    const double depth = force / (kPi * modulus) * (2.0 * std::log(2.0 * datum / a) + 1.0);
    for (const auto& slip : line.at("cases")) {
      std::vector<double> errors;
      for (const auto& row : slip.at("rows")) {
        const ContactCase contact{.material = {.young = young, .poisson = poisson},
                                  .num_across = row.at("n"),
                                  .half_width = kReach * a,
                                  .friction = line.at("mu"),
                                  .tolerance = 1e-11};
        ContactPatch patch(make_plane_case(contact, datum, [&](double x) { return x * x / (2.0 * radius); }));
        expect_converged(patch.advance({.depth = depth}, 1.0));
        const PatchReport report = patch.advance({.depth = depth, .shift_x = slip.at("delta_t")}, 1.0);
        expect_converged(report);
        EXPECT_NEAR(0.5 * report.area * report.stick_fraction / row.at("stick_half_width").get<double>(), 1.0, 0.05);
        errors.push_back(std::abs(report.shear_x / slip.at("T_exact").get<double>() - 1.0));
      }
      EXPECT_LT(errors.back(), 1e-6);
      EXPECT_GT(fit_order(errors), 1.8);
    }
  }
}

// Without slip a ball yields by (2 − ν)/(8 G a) to shear.                        [johnson1985, section 7.2]
TEST(PartialSlip, FirstComplianceIsMindlins) {
  for (const double poisson : {0.0, 0.3, 0.49}) {
    for (const int n : {16, 32, 64, 128}) {  // across the contact
      PulledBall ball{.material = {.young = 3e6, .poisson = poisson}, .num_across = n * 5 / 4};
      ContactPatch patch(ball.make(/*friction=*/1e4));
      expect_converged(patch.advance({.depth = ball.depth}, 1.0));
      const PatchReport report = patch.advance({.depth = ball.depth, .shift_x = 1e-7}, 1.0);
      expect_converged(report);
      const double exact = (2.0 - poisson) / (8.0 * ball.shear_modulus() * ball.a());
      // First order, unevenly, as for a flat punch: without slip the traction is infinite at the rim too.
      EXPECT_NEAR(1e-7 / report.shear_x / exact, 1.0, 0.15 / n) << poisson << ' ' << n;
    }
  }
}

// T(x) = μP (1 − (1 − x/x₁)^(3/2)) on first loading; unloading and reloading follow the same curve at twice the size
// (Masing's rule), so that a full loop between ±x* encloses 8 (∫₀^x* T dx − ½ T(x*) x*).      [johnson1985,
// section 7.4]
TEST(PartialSlip, LoopOfLoadingUnloadingAndReloadingLosesTheEnergyOfMindlinAndDeresiewicz) {
  PulledBall ball;
  const double end = 0.6 * ball.slip_shift(), full = kFriction * ball.force();
  const auto pull = [&](double shift) { return full * (1.0 - std::pow(1.0 - shift / ball.slip_shift(), 1.5)); };
  const double integral = full * (end - 0.4 * ball.slip_shift() * (1.0 - std::pow(1.0 - end / ball.slip_shift(), 2.5)));
  const double loop = 8.0 * (integral - 0.5 * pull(end) * end);

  ContactPatch patch(ball.make());
  expect_converged(patch.advance({.depth = ball.depth}, 1.0));
  const int steps = 20;
  const auto move = [&](double from, double to) {
    PatchReport report;
    for (int i = 1; i <= steps; ++i) {
      report = patch.advance({.depth = ball.depth, .shift_x = from + (to - from) * i / steps}, 1.0);
      expect_converged(report);
    }
    return report.shear_x;
  };
  EXPECT_NEAR(move(0.0, end) / pull(end), 1.0, 0.01);
  const PatchEnergy first = patch.energy();
  EXPECT_NEAR(move(end, 0.0) / (pull(end) - 2.0 * pull(0.5 * end)), 1.0, 0.01);
  EXPECT_NEAR(move(0.0, -end) / pull(-end + 2.0 * end) / -1.0, 1.0, 0.01);
  EXPECT_NEAR(move(-end, end) / pull(end), 1.0, 0.01);
  const PatchEnergy last = patch.energy();
  EXPECT_NEAR((last.friction - first.friction) / loop, 1.0, 0.01);
  // The loop closes: nothing more is stored than before, and the work is the loss.
  EXPECT_NEAR(last.stored, first.stored, 1e-5 * first.stored);
  EXPECT_NEAR((last.work - first.work) / loop, 1.0, 0.01);
}

// All slipping round the middle: M = ∫ μ p r dA = (3π/16) μ P a.
TEST(PartialSlip, SpinningBallFeelsTheTorqueOfFullSlip) {
  PulledBall ball;
  ContactPatch patch(ball.make());
  expect_converged(patch.advance({.depth = ball.depth}, 1.0));
  const double turn = 0.2;
  PatchReport report = patch.advance({.depth = ball.depth, .spin = 0.5 * turn}, 1.0);
  expect_converged(report);
  const double before = patch.energy().friction;
  report = patch.advance({.depth = ball.depth, .spin = turn}, 1.0);
  expect_converged(report);
  const double torque = 3.0 * kPi / 16.0 * kFriction * ball.force() * ball.a();
  EXPECT_NEAR(report.torque / torque, 1.0, 0.01);
  EXPECT_NEAR((patch.energy().friction - before) / (torque * 0.5 * turn), 1.0, 0.01);
}

TEST(PartialSlip, NonlocalFrictionSpreadsTheBoundAndKeepsItsSum) {
  PulledBall ball;
  PatchOptions options = ball.make();
  options.smoothing = 0.1 * ball.a();
  ContactPatch patch(options);
  expect_converged(patch.advance({.depth = ball.depth}, 1.0));
  const PatchReport report = patch.advance({.depth = ball.depth, .shift_x = 3.0 * ball.slip_shift()}, 1.0);
  expect_converged(report);
  const int middle = options.grid.size() / 2 + options.grid.num_x / 2;
  EXPECT_LT(patch.traction().x[middle], 0.999 * kFriction * patch.pressure()[middle]);
  // What the mean carries beyond the rim is lost: a few per cent of the sum.
  EXPECT_NEAR(report.shear_x / (kFriction * report.normal_force), 1.0, 0.05);
}

}  // namespace carom::test
