// What is known of single mechanisms beyond their motion: periods, torques, mobility, stability.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/dynamics/projection.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "cases/linkages.h"
#include "cases/pendulums.h"
#include "cases/rolling.h"
#include "cases/tops.h"
#include "simulation/methods.h"

namespace carom {
namespace {

using namespace simulation_tests;

// After 4 K/ω₀ the pendulum is back; swinging, that is far from 2π/ω₀.
TEST(Pendulum, ComesBackAfterItsExactPeriod) {
  for (const double rate : {1.0, 5.0, 6.4}) {
    const cases::SimplePendulum pendulum{.initial_rate = rate};
    const cases::KnownMotion motion = cases::make_simple_pendulum(pendulum);
    const SimulationReport report =
        run(motion.model, motion.initial, make_options(AdaptiveMethod::ArkodeExplicit), pendulum.calc_period());
    EXPECT_NEAR(report.state.q[0], 0.0, 1e-8) << rate;
    EXPECT_NEAR(report.state.v[0], rate, 1e-8) << rate;
    EXPECT_GT(pendulum.calc_period(), 1.001 * 2.0 * std::numbers::pi / pendulum.natural_frequency()) << rate;
  }
}

// Both roots of A cos θ Ω² − C ω₃ Ω + m g l = 0, which the case computes from one another.
TEST(HeavyTop, PrecessesAtBothRootsOfTheQuadratic) {
  for (const cases::Precession root : {cases::Precession::Slow, cases::Precession::Fast}) {
    const cases::HeavyTop top = cases::HeavyTop::precessing(root);
    const double Omega = top.initial_precession;
    const double gravity = top.mass * top.gravity * top.center_height;
    EXPECT_NEAR(
        top.inertia_across * top.initial_cosine * Omega * Omega - top.inertia_about * top.spin * Omega + gravity, 0.0,
        1e-13 * gravity);
    // The axis stays on its cone.
    for (const double time : {0.1, 0.7, 2.0}) {
      EXPECT_NEAR(top.calc_attitude(time).R_WB(2, 2), top.initial_cosine, 1e-14);
    }
  }
}

TEST(FourBar, ClosedFormSatisfiesFreudensteinsEquationAndItsOwnRates) {
  const cases::FourBar linkage;
  for (double angle = 0.0; angle < 7.0; angle += 0.1) {
    const cases::FourBar::Angles now = linkage.calc_angles(angle, 1.0);
    EXPECT_NEAR(linkage.calc_freudenstein_residual(angle, now.rocker), 0.0, 1e-14);
    const cases::FourBar::Angles before = linkage.calc_angles(angle - 1e-6, 1.0);
    const cases::FourBar::Angles after = linkage.calc_angles(angle + 1e-6, 1.0);
    EXPECT_NEAR((after.rocker - before.rocker) / 2e-6, now.rocker_rate, 1e-9);
    EXPECT_NEAR((after.coupler - before.coupler) / 2e-6, now.coupler_rate, 1e-9);
  }
}

class WatchCrank : public Observer {
 public:
  explicit WatchCrank(const cases::SliderCrank& linkage) : linkage_(linkage) {}
  bool observe(const Moment& moment) override {
    const cases::SliderCrank::Motion exact = linkage_.calc_motion(moment.state.time);
    std::vector<double> y(static_cast<std::size_t>(moment.system.size())), rate(y);
    moment.system.pack(moment.state, y);
    EXPECT_EQ(moment.system.calc_rate(moment.state.time, y, rate), RateStatus::Ok);
    torque_error_ = std::max(torque_error_, std::abs(moment.system.drive_efforts()[0] - exact.torque));
    acceleration_error_ = std::max(acceleration_error_, std::abs(rate[5] - exact.acceleration));
    largest_torque_ = std::max(largest_torque_, std::abs(exact.torque));
    return true;
  }
  double torque_error_{}, acceleration_error_{}, largest_torque_{};

 private:
  cases::SliderCrank linkage_;
};

// Positions and velocities are within 1e-12 of the constraints, accelerations of 30 m/s² and the torque follow from
// them.
TEST(SliderCrank, NeedsTheTorqueThatItsPowerSays) {
  const cases::SliderCrank linkage;
  const cases::KnownMotion motion = cases::make_slider_crank(linkage);
  WatchCrank watch(linkage);
  const SimulationReport report =
      run(motion.model, motion.initial, make_options(AdaptiveMethod::ArkodeExplicit), 1.0, &watch, 0.013);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(watch.largest_torque_, 1.0);
  EXPECT_LT(watch.torque_error_, 1e-10 * watch.largest_torque_);
  EXPECT_LT(watch.acceleration_error_, 1e-9);
}

// Where Grübler's count of freedoms gives 6 (6 − 1 − 6) + 6 = 0, the ring closes at every slope.
TEST(Bricard, ClosesAllAroundItsMotion) {
  const cases::KnownMotion motion = cases::make_bricard({});
  Projector projector(motion.model);
  State state = motion.initial;
  for (double slope = -4.0; slope < 4.0; slope += 0.05) {
    const cases::Bricard::Angles angles = cases::Bricard::calc_angles(slope, 3.0);
    for (int i = 0; i < 5; ++i) {
      state.q[i] = i % 2 == 0 ? angles.odd : angles.even;
      state.v[i] = i % 2 == 0 ? angles.odd_rate : angles.even_rate;
    }
    const ConstraintViolation violation = projector.calc_violation(state.q, state.v);
    EXPECT_LT(violation.position, 1e-14) << slope;
    EXPECT_LT(violation.velocity, 1e-13) << slope;
    EXPECT_NEAR(std::remainder(cases::Bricard::calc_slope(angles.odd, angles.even) - slope, 2.0 * std::numbers::pi),
                0.0, 1e-14);
  }
}

class WatchSlope : public Observer {
 public:
  bool observe(const Moment& moment) override {
    const double slope = cases::Bricard::calc_slope(moment.state.q[0], moment.state.q[1]);
    turned_ += std::remainder(slope - slope_, 2.0 * std::numbers::pi);
    slope_ = slope;
    return true;
  }
  double slope_{cases::Bricard{}.initial_slope};
  double turned_{};
};

TEST(Bricard, TurnsInsideOutWithoutEnd) {
  const cases::KnownMotion motion = cases::make_bricard({});
  WatchSlope watch;
  const SimulationReport report = run(motion.model, motion.initial, FixedStepOptions{.step = 2e-3}, 3.0, &watch, 0.01);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(watch.turned_, 4.0 * std::numbers::pi);
  EXPECT_EQ(report.rank_deficit, 1);
}

class WatchDisk : public Observer {
 public:
  explicit WatchDisk(const cases::RollingDisk& disk) : disk_(disk) {}
  bool observe(const Moment& moment) override {
    Kinematics kinematics(moment.system.model());
    calc_kinematics(moment.system.model(), moment.state.q, moment.state.v, kinematics);
    const Matrix3 R_WB = as_eigen(kinematics.body(1).R_WB);
    const Vector3 v = as_eigen(kinematics.body(1).v_WB), w = as_eigen(kinematics.body(1).w_WB);
    const Vector3 axis = R_WB.col(2);
    const Vector3 down = -(Vector3::UnitZ() - axis.z() * axis).normalized();
    sliding_ = std::max(sliding_, (v + w.cross(disk_.radius * down)).norm());
    lean_ = axis.z();
    largest_lean_ = std::max(largest_lean_, std::abs(lean_));
    return true;
  }
  double sliding_{};  // of the touching point  [m/s]
  double lean_{};     // sine of the angle from upright
  double largest_lean_{};

 private:
  cases::RollingDisk disk_;
};

TEST(RollingDisk, TouchingPointDoesNotSlide) {
  const cases::RollingDisk disk;
  const cases::KnownMotion motion = cases::make_rolling_disk(disk);
  for (const FixedMethod method : kFixedMethods) {
    WatchDisk watch(disk);
    const SimulationReport report =
        run(motion.model, motion.initial, FixedStepOptions{.method = method}, 1.0, &watch, 1e-3);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_LT(watch.sliding_, 1e-9) << method_name(method);
  }
}

// δ̈ = −κ² δ from upright with δ̇₀: δ = δ̇₀ sin(κ t)/κ, or sinh where κ² < 0. Lean is odd in δ̇₀, so what the linear
// equation leaves out is of relative size (lean)²: 1e-7 and less here.
TEST(RollingDisk, StraightRollingIsStableAboveTheCriticalSpeedAndFallsBelowIt) {
  const cases::RollingDisk disk;
  EXPECT_NEAR(disk.radius * disk.calc_critical_spin(), std::sqrt(disk.gravity * disk.radius / 3.0), 1e-15);
  constexpr double kLeanRate = 1e-5, kTime = 3.0;
  for (const double part : {0.8, 1.2, 2.0}) {
    const double spin = part * disk.calc_critical_spin();
    const double stiffness = disk.calc_lean_stiffness(spin);
    EXPECT_EQ(stiffness > 0.0, part > 1.0);
    const double kappa = std::sqrt(std::abs(stiffness));
    const double shape = stiffness > 0.0 ? std::sin(kappa * kTime) : std::sinh(kappa * kTime);
    const Model model = disk.make_upright(spin, kLeanRate);
    WatchDisk watch(disk);
    const SimulationReport report = run(model, model.make_initial_state(),
                                        make_options(AdaptiveMethod::ArkodeExplicit, 1e-12), kTime, &watch, 0.05);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_NEAR(std::abs(watch.lean_), kLeanRate / kappa * std::abs(shape), 1e-4 * watch.largest_lean_) << part;
    EXPECT_EQ(watch.largest_lean_ > 1.001 * kLeanRate / kappa, part < 1.0) << part;
  }
}

}  // namespace
}  // namespace carom
