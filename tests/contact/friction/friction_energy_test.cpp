#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "carom/contact/friction/friction_law.h"
#include "contact/adaptive_motion.h"
#include "contact/friction/sample_laws.h"

namespace carom {
namespace {

// Bristle, dwell state, work done by friction on the body, and the time.
using Account = Eigen::Matrix<double, 5, 1>;

/// Part of a slip: given as a function of the time since its start.
struct Segment {
  std::function<Vector3(double)> slip;  // [m/s]
  double duration{};                    // [s]
};
using Path = std::vector<Segment>;

/// The work that must be put in to lead the contact along a closed path, once it has become periodic. [J]
double calc_cycle_work(const FrictionLaw& law, const Path& path, double normal_force) {
  Account account = Account::Zero(), scale;
  scale << 1e-5, 1e-5, 1.0, 1e-4, 1.0;
  double before = 0.0;
  for (int cycle = 0; cycle < 3; ++cycle) {
    before = account[3];
    for (const Segment& segment : path) {
      const auto rate = [&](const Account& y) {
        const Vector3 slip = segment.slip(y[4]);
        const FrictionForce friction = calc_friction(law, slip, normal_force, {Vector3(y[0], y[1], 0.0), y[2]});
        Account r;
        r << friction.bristle_rate.x(), friction.bristle_rate.y(), friction.dwell_rate, -friction.force.dot(slip), 1.0;
        return r;
      };
      account[4] = 0.0;
      test::AdaptiveMotion<5> motion(account, scale, 1e-6);
      while (motion.time() < segment.duration * (1.0 - 1e-12)) motion.step(rate, segment.duration);
      account = motion.state();
    }
  }
  return account[3] - before;
}

Path make_ellipse(double size, double period, double flatness) {
  const double frequency = 2.0 * std::numbers::pi / period;
  return {{[=](double t) -> Vector3 {
             return Vector3(-std::sin(frequency * t), flatness * std::cos(frequency * t), 0.0) * (size * frequency);
           },
           period}};
}

Segment make_straight(double way, double speed) {
  return {[=](double /*t*/) -> Vector3 { return {std::copysign(speed, way), 0.0, 0.0}; }, std::abs(way) / speed};
}

TEST(FrictionEnergy, ClosedCyclesTakeWork) {
  for (const FrictionLaw& law : test::make_friction_laws()) {
    for (const double size : {1e-6, 1e-4, 1e-3}) {
      for (const double period : {0.05, 1.0}) {
        for (const double flatness : {0.0, 0.3, 1.0}) {
          const double work = calc_cycle_work(law, make_ellipse(size, period, flatness), 10.0);
          // The account is integrated to 1e-6 of its scale of 1e-4 J at each of some hundred steps.
          EXPECT_GE(work, -1e-8) << test::describe(law) << ", size " << size << " m, period " << period << " s";
        }
      }
    }
  }
}

TEST(FrictionEnergy, WideCyclesTakeTheWorkOfKineticFriction) {
  // 1 m/s along a circle of 10 mm, at ω = 100/s. LuGre's bristles of z = 20 µm turn with it, behind by the angle ω z/v,
  // which adds σ1 ω z of that angle to the force: 6e-4 of it. The others follow without damping.
  const friction::Coulomb coulomb{.static_coefficient = 0.3, .kinetic_coefficient = 0.2};
  const friction::LuGre lugre{.static_coefficient = 0.3, .kinetic_coefficient = 0.2};
  const friction::Gonthier gonthier{.static_coefficient = 0.3, .kinetic_coefficient = 0.2, .stribeck_speed = 0.01};
  const Path circle = make_ellipse(0.01, 2.0 * std::numbers::pi * 0.01, 1.0);
  for (const FrictionLaw& law : {FrictionLaw(coulomb), FrictionLaw(lugre), FrictionLaw(gonthier)}) {
    EXPECT_NEAR(calc_cycle_work(law, circle, 10.0) / (2.0 * 2.0 * std::numbers::pi * 0.01), 1.0, 7e-4)
        << test::describe(law);
  }
}

// Sliding draws the bristles of Gonthier et al. to Coulomb's deflection z_C = μ_C f_n/σ0 within a few σ1/σ0, however
// short the way d. To and fro, with the bristles unloaded in stick between: 2 μ_C f_n d is put in and σ0 z_C² = μ_C f_n
// z_C comes out, a gain if d < z_C/2.
TEST(FrictionEnergy, GonthierCanReturnMoreThanItTook) {
  constexpr double kNormalForce = 1000.0, kFast = 0.02, kSlow = 1e-5;
  friction::Gonthier law{.kinetic_coefficient = 0.1, .bristle_damping = 316.2, .stribeck_speed = 5e-3};
  const double deflection = law.kinetic_coefficient * kNormalForce / law.bristle_stiffness;
  const auto work = [&] {
    const double rush = 4.0 * law.bristle_damping / law.bristle_stiffness * kFast;
    return calc_cycle_work(law,
                           {make_straight(rush, kFast), make_straight(-deflection, kSlow), make_straight(-rush, kFast),
                            make_straight(deflection, kSlow)},
                           kNormalForce);
  };
  const double rush = 4.0 * law.bristle_damping / law.bristle_stiffness * kFast;
  const double expected = law.kinetic_coefficient * kNormalForce * (2.0 * rush - deflection);
  // The bristles come within exp(−4) of z_C, and a little is lost while they are unloaded at a finite speed.
  EXPECT_LT(expected, 0.0);
  EXPECT_NEAR(work() / expected, 1.0, 0.3);
  // Slow enough bristles, σ1 = μ_C f_n/(4 v_S): the way in which they follow costs what they store.
  law.bristle_damping = law.kinetic_coefficient * kNormalForce / (4.0 * law.stribeck_speed);
  EXPECT_GT(work(), 0.0);
}

// A slip and a normal force that repeat after a period.
struct LoadedCycle {
  std::function<Vector3(double)> slip;    // [m/s]
  std::function<double(double)> pressed;  // [N]
  double period{};                        // [s]
};

// The work that must be put in along a cycle once it has become periodic, in small equal steps, after each of which
// the bristles are brought back to what they can hold.  [J]
double calc_loaded_work(const FrictionLaw& law, const LoadedCycle& cycle) {
  constexpr int kSteps = 200'000;
  const double h = cycle.period / kSteps;
  FrictionMemory memory;
  double work = 0.0;
  for (int i = 0; i < 2 * kSteps; ++i) {
    if (i == kSteps) work = 0.0;
    const auto evaluate = [&](double t, const FrictionMemory& at) {
      return calc_friction(law, cycle.slip(t), cycle.pressed(t), at);
    };
    const double start = (i % kSteps) * h, middle = start + 0.5 * h;
    const FrictionForce first = evaluate(start, memory);
    const FrictionMemory half{memory.bristle + 0.5 * h * first.bristle_rate, memory.dwell + 0.5 * h * first.dwell_rate};
    const FrictionForce mid = evaluate(middle, half);
    work -= h * mid.force.dot(cycle.slip(middle));
    memory.bristle += h * mid.bristle_rate;
    memory.dwell += h * mid.dwell_rate;
    static_cast<void>(limit_memory(law, memory, cycle.pressed(start + h)));
  }
  return work;
}

// To and fro by 1 mm in 2 s, pressed by 10 N ± 9.9 N twice in that time: with phase 0 most on the way out.
LoadedCycle make_loaded_cycle(double phase) {
  constexpr double kFrequency = std::numbers::pi, kWay = 1e-3;
  return {[](double t) { return Vector3(kWay * kFrequency * std::cos(kFrequency * t), 0.0, 0.0); },
          [=](double t) { return 10.0 + 9.9 * std::sin(2.0 * kFrequency * t + phase); }, 2.0};
}

TEST(FrictionEnergy, CyclesUnderALoadThatVariesTakeWork) {
  for (const FrictionLaw& law : test::make_friction_laws()) {
    if (std::holds_alternative<friction::Gonthier>(law)) continue;  // see below
    for (int part = 0; part < 8; ++part) {
      EXPECT_GT(calc_loaded_work(law, make_loaded_cycle(0.25 * part * std::numbers::pi)), 0.0)
          << test::describe(law) << ", phase " << part << "/8";
    }
  }
}

// Deviation G7: far below the Stribeck speed the bristles of Gonthier et al. follow the slip even where their force is
// at its limit. Stretched at a small load, for little, they pull with a large one on the way back.
TEST(FrictionEnergy, GonthierGainsWhereTheLoadIsLargeOnTheWayBack) {
  const friction::Gonthier law{.static_coefficient = 0.12, .kinetic_coefficient = 0.12, .stribeck_speed = 0.1};
  // z is the displacement, and the force μ f_n against its sign: −4 μ ∫ 9.9 N sin 2ωt dx over a quarter, 2/3 of 9.9 N.
  const double expected = -4.0 * 0.12 * 9.9 * 1e-3 * 2.0 / 3.0;
  const LoadedCycle against = make_loaded_cycle(std::numbers::pi);
  EXPECT_NEAR(calc_loaded_work(law, against) / expected, 1.0, 0.1);
  // With a load that does not vary the same slow slip costs next to nothing: the bristles give back what they took.
  LoadedCycle even = make_loaded_cycle(0.0);
  even.pressed = [](double /*t*/) { return 10.0; };
  const double coulomb = 4.0 * 0.12 * 10.0 * 1e-3;
  EXPECT_LT(calc_loaded_work(law, even), 0.05 * coulomb);
  EXPECT_GT(calc_loaded_work(law, even), 0.0);
  // Bristles that are kept within what they can pull cost what Coulomb's friction does, however the load varies.
  friction::Gonthier limited = law;
  limited.limited_bristles = true;
  EXPECT_NEAR(calc_loaded_work(limited, even) / coulomb, 1.0, 0.02);
  EXPECT_NEAR(calc_loaded_work(limited, against) / coulomb, 1.0, 0.03);
}

}  // namespace
}  // namespace carom
