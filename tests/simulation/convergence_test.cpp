// The order of each fixed-step method on mechanisms: halving the step divides the error by 2 to the order.
#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "cases/linkages.h"
#include "cases/pendulums.h"
#include "cases/rolling.h"
#include "cases/tops.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using namespace simulation_tests;
using cases::KnownMotion;

struct Claim {
  FixedMethod method;
  double order;
  double steps_per_second;  // so many that the next term of the error changes the observed order by less than 0.1
};
constexpr std::array<Claim, 4> kClaims{{{FixedMethod::Euler, 1.0, 4096},
                                        {FixedMethod::SemiImplicitEuler, 1.0, 4096},
                                        {FixedMethod::BogackiShampine, 3.0, 512},
                                        {FixedMethod::Rk4, 4.0, 256}}};

SimulationReport run_fixed(const KnownMotion& motion, FixedMethod method, double step, double duration) {
  SimulationReport report =
      run(motion.model, motion.initial, FixedStepOptions{.method = method, .step = step}, duration);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << motion.name << ": " << report.sentence;
  return report;
}

void expect_claimed_orders(const KnownMotion& motion, double duration) {
  for (const Claim& claim : kClaims) {
    const double step = 1.0 / claim.steps_per_second;
    const double coarse = cases::calc_error(motion, run_fixed(motion, claim.method, step, duration).state);
    const double fine = cases::calc_error(motion, run_fixed(motion, claim.method, 0.5 * step, duration).state);
    EXPECT_NEAR(std::log2(coarse / fine), claim.order, 0.1)
        << motion.name << ", " << method_name(claim.method) << ": " << coarse << ", " << fine;
  }
}

// Without a closed form: three steps h, h/2, h/4, whose results differ by (1 − 2⁻ᵖ) C hᵖ and 2⁻ᵖ of that.
void expect_claimed_orders_by_halving(const KnownMotion& motion, double duration, double finer) {
  for (const Claim& claim : kClaims) {
    const double step = 1.0 / (finer * claim.steps_per_second);
    const auto end = [&](double h) { return run_fixed(motion, claim.method, h, duration).state.q; };
    const VectorX middle = end(0.5 * step);
    const double coarse = (end(step) - middle).norm(), fine = (middle - end(0.25 * step)).norm();
    EXPECT_NEAR(std::log2(coarse / fine), claim.order, 0.1)
        << motion.name << ", " << method_name(claim.method) << ": " << coarse << ", " << fine;
  }
}

TEST(Convergence, OfAPendulum) { expect_claimed_orders(cases::make_simple_pendulum({.initial_rate = 5.0}), 1.0); }

TEST(Convergence, OfAFreeTopOnUnitQuaternions) {
  expect_claimed_orders(cases::make_free_top(cases::FreeTop::about_greatest_axis()), 1.0);
}

TEST(Convergence, OfASphericalPendulum) {
  expect_claimed_orders(cases::make_spherical_pendulum(cases::PendulumJoint::Spherical), 0.6);
}

TEST(Convergence, OfABodyHeldByAPointConstraint) {
  expect_claimed_orders(cases::make_pendulum_held_by_point({.initial_rate = 4.0}), 0.6);
}

TEST(Convergence, OfABodyHeldByADistanceConstraint) {
  expect_claimed_orders(cases::make_pendulum_held_by_distance({.initial_rate = 4.0}), 0.6);
}

TEST(Convergence, OfARollingDisk) { expect_claimed_orders(cases::make_rolling_disk({}), 0.5); }

TEST(Convergence, OfASkate) { expect_claimed_orders(cases::make_skate({}), 0.5); }

TEST(Convergence, OfAFourBarLinkageWithRedundantRows) {
  expect_claimed_orders_by_halving(cases::make_four_bar({}, cases::Drive::None), 1.0, 2.0);
}

TEST(Convergence, OfAnOverconstrainedBricardLinkage) {
  expect_claimed_orders_by_halving(cases::make_bricard({}), 0.2, 1.0);
}

// Energy that a method creates or loses: the residual of the ledger falls at least with the order.
TEST(Convergence, LedgerResidualFallsWithTheStep) {
  const KnownMotion motion = cases::make_simple_pendulum({.initial_rate = 5.0});
  for (const Claim& claim : kClaims) {
    const double step = 1.0 / claim.steps_per_second;
    const double coarse = run_fixed(motion, claim.method, step, 1.0).ledger.relative_residual();
    const double fine = run_fixed(motion, claim.method, 0.5 * step, 1.0).ledger.relative_residual();
    EXPECT_GT(std::log2(coarse / fine), claim.order - 0.1) << method_name(claim.method) << coarse << ", " << fine;
  }
}

class WatchEnergy : public Observer {
 public:
  bool observe(const Moment& moment) override {
    const double residual = moment.ledger.residual();
    (moment.state.time < 20.0 ? early_ : late_) =
        std::max(moment.state.time < 20.0 ? early_ : late_, std::abs(residual));
    return true;
  }
  double early_{};  // largest in the first half  [J]
  double late_{};   // largest in the second half  [J]
};

// The semi-implicit method is symplectic for a pendulum: its energy swings within O(h) and does not run away, while
// that of the explicit one grows without end.
TEST(Convergence, SemiImplicitEulerKeepsTheEnergyOfAPendulumWithinBounds) {
  const KnownMotion motion = cases::make_simple_pendulum({.initial_rate = 4.0});
  const auto watch = [&](FixedMethod method) {
    WatchEnergy energy;
    const SimulationReport report =
        run(motion.model, motion.initial, FixedStepOptions{.method = method, .step = 1e-4}, 40.0, &energy, 1e-3);
    // Explicit Euler gains more than its account may: its run is judged so.
    EXPECT_EQ(report.state.time, 40.0);
    return energy;
  };
  const WatchEnergy symplectic = watch(FixedMethod::SemiImplicitEuler);
  EXPECT_LT(symplectic.late_, 1.01 * symplectic.early_);
  const WatchEnergy plain = watch(FixedMethod::Euler);
  EXPECT_GT(plain.late_, 1.5 * plain.early_);
  EXPECT_GT(plain.early_, 5.0 * symplectic.late_);
}

}  // namespace
}  // namespace carom
