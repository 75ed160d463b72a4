// Every motion of cases/ that is known in closed form, followed by every method.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/dynamics/projection.h"
#include "carom/model/joints/joint_coordinates.h"
#include "cases/known_motion.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using namespace simulation_tests;
using cases::KnownMotion;

const std::vector<KnownMotion>& known_motions() {
  static const std::vector<KnownMotion> kMotions = cases::make_known_motions();
  return kMotions;
}

class WatchMotion : public Observer {
 public:
  explicit WatchMotion(const KnownMotion& motion) : motion_(motion), projector_(motion.model) {}

  bool observe(const Moment& moment) override {
    error_ = std::max(error_, cases::calc_error(motion_, moment.state));
    drift_ = std::max(drift_, projector_.calc_violation(moment.state.q, moment.state.v).largest());
    return true;
  }
  double error_{};
  double drift_{};  // [m] or [rad], and per second

 private:
  const KnownMotion& motion_;
  Projector projector_;
};

// By how much a small change of the state at the start has grown at the end: what an error made on the way can become.
double calc_growth(const KnownMotion& motion) {
  constexpr double kChange = 1e-5;
  const AdaptiveOptions options = make_options(AdaptiveMethod::ArkodeExplicit, 1e-8);
  const auto observe_end = [&](const State& initial) {
    const SimulationReport report = run(motion.model, initial, options, motion.duration);
    Kinematics kinematics(motion.model);
    calc_kinematics(motion.model, report.state.q, report.state.v, kinematics);
    return VectorX(motion.observed(report.state, kinematics));
  };
  const VectorX unchanged = observe_end(motion.initial);
  double growth = 1.0;
  for (int k = 0; k < motion.initial.v.size(); ++k) {
    const VectorX direction = VectorX::Unit(motion.initial.v.size(), k);
    State faster = motion.initial, moved = motion.initial;
    faster.v += kChange * direction;
    move_positions(motion.model, direction, kChange, moved.q);
    for (const State& changed : {faster, moved}) {
      growth = std::max(growth, (observe_end(changed) - unchanged).cwiseAbs().maxCoeff() / kChange);
    }
  }
  return growth;
}

TEST(KnownMotions, StateAtTheStartIsThatOfTheClosedForm) {
  for (const KnownMotion& motion : known_motions()) {
    // A few roundings of numbers of order one to a hundred.
    EXPECT_LT(cases::calc_error(motion, motion.initial), 1e-13) << motion.name;
    Projector projector(motion.model);
    EXPECT_LT(projector.calc_violation(motion.initial.q, motion.initial.v).largest(), 1e-13) << motion.name;
  }
}

// The closed forms themselves: their rates are the derivatives of their positions, by central differences of 1e-5 s
// (truncation x‴ h²/6 ≤ 1e-10 · x‴, round-off 1e-11 · x).
TEST(KnownMotions, PendulumsAndTopsAreSmoothInTime) {
  for (const KnownMotion& motion : known_motions()) {
    if (motion.expected(0.0).size() != 18) continue;
    for (const double time : {0.1, 0.35, 0.8}) {
      constexpr double kStep = 1e-5;
      const VectorX rate = (motion.expected(time + kStep) - motion.expected(time - kStep)) / (2.0 * kStep);
      const VectorX now = motion.expected(time);
      const Matrix3 R_WB = now.head<9>().reshaped(3, 3);
      const Matrix3 turning = skew(now.segment<3>(12)) * R_WB;
      const double third = std::pow(now.segment<3>(12).norm(), 3) + 10.0;
      EXPECT_LT((rate.head<9>().reshaped(3, 3) - turning).cwiseAbs().maxCoeff(), 1e-10 * third) << motion.name;
      EXPECT_LT((rate.segment<3>(9) - now.segment<3>(15)).cwiseAbs().maxCoeff(), 1e-9 * third) << motion.name;
    }
  }
}

struct Budget {
  double error{};   // of the motion
  double energy{};  // residual of the ledger, relative
};

// The error control lets each step err by √n (rtol |y| + atol) in a component; all steps together, grown as small
// changes grow, make √n · steps · tolerance · (1 + |y|) · growth. The explicit method goes on with the higher of its
// two orders, so that the error it controls is not the one it makes: measured 1/200 of the budget at most. The account
// of every method closes to 1e-9 of the energy scale at this tolerance.
Budget calc_budget(AdaptiveMethod method, const SimulationReport& report, double growth) {
  const double n = std::sqrt(static_cast<double>(report.state.q.size() + report.state.v.size()));
  const double all_steps = n * static_cast<double>(report.statistics.steps) * kTolerance;
  const double share = method == AdaptiveMethod::ArkodeExplicit ? 0.01 : 1.0;
  const double size = 1.0 + std::max(report.state.q.cwiseAbs().maxCoeff(), report.state.v.cwiseAbs().maxCoeff());
  return {share * all_steps * size * growth + 1e-12, 1e-9};
}

TEST(KnownMotions, EveryAdaptiveMethodFollowsTheClosedFormAndClosesTheLedger) {
  double worst = 0.0;
  std::string offender;
  for (const KnownMotion& motion : known_motions()) {
    const double growth = calc_growth(motion);
    for (const AdaptiveMethod method : kAdaptiveMethods) {
      const std::string what = fmt::format("{}, {}", motion.name, method_name(method));
      WatchMotion watch(motion);
      const SimulationReport report =
          run(motion.model, motion.initial, make_options(method), motion.duration, &watch, motion.duration / 37.0);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << what << ": " << report.sentence;
      const Budget budget = calc_budget(method, report, growth);
      EXPECT_LT(watch.error_, budget.error) << what;
      EXPECT_LT(watch.drift_, 1e-11) << what;
      EXPECT_EQ(report.rank_deficit, motion.rank_deficit) << what;
      const double residual = report.ledger.relative_residual();
      EXPECT_LT(residual, budget.energy) << what << "\n" << format_ledger(report.ledger);
      if (residual > worst) {
        worst = residual;
        offender = what;
      }
    }
  }
  fmt::print("largest residual of a ledger: {:.1e} ({})\n", worst, offender);
}

// Fixed steps of a millisecond: whatever the error of the motion, constraints hold.
TEST(KnownMotions, ConstraintsHoldWithEveryFixedStepMethod) {
  for (const KnownMotion& motion : known_motions()) {
    if (motion.model.num_constraint_rows() == 0) continue;
    for (const FixedMethod method : kFixedMethods) {
      WatchMotion watch(motion);
      const SimulationReport report = run(motion.model, motion.initial, FixedStepOptions{.method = method}, 0.5, &watch,
                                          /*record_every=*/0.7e-3);
      ASSERT_EQ(report.status, SimulationStatus::Finished) << motion.name << ": " << report.sentence;
      EXPECT_LT(watch.drift_, 1e-9) << motion.name << ", " << method_name(method);
      EXPECT_EQ(report.rank_deficit, motion.rank_deficit) << motion.name << ", " << method_name(method);
    }
  }
}

}  // namespace
}  // namespace carom
