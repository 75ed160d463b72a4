#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/contact/friction/friction_law.h"
#include "contact/adaptive_motion.h"
#include "contact/friction/sample_laws.h"
#include "contact/reference.h"

namespace carom {
namespace {

using test::AdaptiveMotion;
using test::Reference;

// A block on a plane: position x, y, velocity, bristle x, y, dwell state.
using Block = Eigen::Matrix<double, 7, 1>;

Vector3 in_plane(double x, double y) { return {x, y, 0.0}; }

FrictionForce calc_block_friction(const FrictionLaw& law, const Block& y, const Vector3& plate, double normal_force) {
  return calc_friction(law, in_plane(y[2], y[3]) - plate, normal_force, {in_plane(y[4], y[5]), y[6]});
}

Block calc_block_rate(const Block& y, const Vector3& force, double mass, const FrictionForce& friction) {
  const Vector3 acceleration = (force + friction.force) / mass;
  Block rate;
  rate << y[2], y[3], acceleration.x(), acceleration.y(), friction.bristle_rate.x(), friction.bristle_rate.y(),
      friction.dwell_rate;
  return rate;
}

// Bowden and Leben: a block on a moving plate, held by a spring.
struct StickSlip {
  explicit StickSlip(const Reference& p)
      : law{.static_coefficient = p["muS"].number(),
            .kinetic_coefficient = p["muC"].number(),
            .bristle_stiffness = p["s0"].number(),
            .bristle_damping = p["s1"].number(),
            .viscous = p["s2"].number(),
            .stribeck_speed = p["vS"].number(),
            .dwell_time = p["tdw"].number()},
        spring(p["k"].number()),
        mass(p["m"].number()),
        normal_force(p["f_n"].number()),
        plate(p["V"].number() * Vector3(std::sqrt(0.5), std::sqrt(0.5), 0.0)) {}

  friction::Gonthier law;
  double spring, mass, normal_force;
  Vector3 plate;

  [[nodiscard]] FrictionForce friction(const Block& y) const {
    return calc_block_friction(law, y, plate, normal_force);
  }
  [[nodiscard]] Block rate(const Block& y) const {
    return calc_block_rate(y, -spring * in_plane(y[0], y[1]), mass, friction(y));
  }
  [[nodiscard]] double slip_margin(const Block& y) const {
    return (in_plane(y[2], y[3]) - plate).norm() - law.stribeck_speed;
  }
};

struct Cycle {
  double slip_time{}, slip_distance{}, stick_time{}, stick_distance{}, peak_force{};
};

std::vector<Cycle> run_cycles(const StickSlip& system, std::size_t count, double tolerance) {
  Block start = Block::Zero(), scale;
  start[2] = system.plate.x();
  start[3] = system.plate.y();
  start[6] = 1.0;
  scale << 1.0, 1.0, 0.1, 0.1, 1e-5, 1e-5, 1.0;
  AdaptiveMotion<7> motion(start, scale, tolerance);
  const auto rate = [&](const Block& y) { return system.rate(y); };
  const auto margin = [&](const Block& y) { return system.slip_margin(y); };
  std::vector<Cycle> cycles(1);
  bool slides = false;
  while (cycles.size() <= count) {
    motion.step(rate, 1e3);
    Cycle& cycle = cycles.back();
    if (!slides) cycle.peak_force = std::max(cycle.peak_force, system.friction(motion.state()).force.norm());
    if (!motion.crossed(margin)) continue;
    slides = !slides;
    double when{};
    const Block y = motion.locate(rate, margin, when);
    (slides ? cycle.slip_time : cycle.stick_time) = when;
    (slides ? cycle.slip_distance : cycle.stick_distance) = std::hypot(y[0], y[1]);
    if (!slides) cycles.emplace_back();
  }
  cycles.pop_back();
  return cycles;
}

TEST(BlockMotion, StickSlipOfBowdenAndLebenMatchesThreeSpeeds) {
  const Reference cases = Reference::open("gonthier_stick_slip.json")["cases"];
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const StickSlip system(cases[i]["parameters"]);
    const std::vector<Cycle> found = run_cycles(system, 3, 1e-11);
    for (std::size_t j = 0; j < found.size(); ++j) {
      const Reference expected = cases[i]["cycles"][j];
      const std::string what = "plate " + std::to_string(system.plate.norm()) + " m/s, cycle " + std::to_string(j);
      const auto near = [&](double value, const char* key, double tolerance) {
        EXPECT_NEAR(value, expected[key].value(), expected[key].error() + tolerance) << what << ", " << key;
      };
      // 1e-11 at each of some ten thousand steps, at a speed of the plate of 0.05 m/s and more.
      near(found[j].slip_time, "t_slip", 2e-8);
      near(found[j].slip_distance, "x_slip", 2e-9);
      near(found[j].stick_time, "t_stick", 2e-8);
      near(found[j].stick_distance, "x_stick", 2e-9);
      // The largest of the accepted steps, not of the motion between.
      near(found[j].peak_force, "f_peak", 2e-8);
    }
  }
}

TEST(BlockMotion, PrintedDirectionHardlyMovesTheFirstSlip) {
  StickSlip system(Reference::open("gonthier_stick_slip.json")["cases"][1]["parameters"]);
  const double smooth = run_cycles(system, 1, 1e-12).front().slip_time;
  system.law.printed_direction = true;
  // An independent integration of both gave 3.40e-7 s earlier, each time with an error of 6e-9 s.
  EXPECT_NEAR(run_cycles(system, 1, 1e-12).front().slip_time - smooth, -3.40e-7, 1.5e-8);
}

// A block of 1 kg on a slope, pulled with half of what friction holds: it rings down and then stands.
TEST(BlockMotion, BristleLawsHoldABlockOnASlopeWithoutCreep) {
  constexpr double kNormalForce = 10.0;
  for (const FrictionLaw& law : test::make_friction_laws()) {
    constexpr double kLeastDamping = 10.0;  // with less it swings for longer than a fifth of a second  [N·s/m]
    if (!has_bristle(law) || calc_gradient(law, kNormalForce, 0.0).damping < kLeastDamping) continue;
    const Vector3 pull = in_plane(0.4, 0.3);  // 0.5 N; the weakest of the laws holds 1 N
    const auto rate = [&](const Block& y) {
      return calc_block_rate(y, pull, 1.0, calc_block_friction(law, y, Vector3::Zero(), kNormalForce));
    };
    Block scale;
    scale << 1e-6, 1e-6, 1e-4, 1e-4, 1e-6, 1e-6, 1.0;
    AdaptiveMotion<7> motion(Block::Zero(), scale, 1e-8);
    while (motion.time() < 0.5) motion.step(rate, 0.5);
    const Block settled = motion.state();
    while (motion.time() < 3.0) motion.step(rate, 3.0);
    // One newton at 1e5 N/m is 1e-5 m; steps at the edge of stability leave noise of the tolerance, which has no drift.
    EXPECT_NEAR((motion.state() - settled).head<2>().norm(), 0.0, 1e-12) << test::describe(law);
    EXPECT_NEAR(motion.state().segment<2>(2).norm(), 0.0, 1e-10) << test::describe(law);
  }
}

// At equilibrium the state of every bristle law is a fixed point to the last bit: no creep in any length of time.
TEST(BlockMotion, EquilibriumOfBristleLawsIsAFixedPoint) {
  for (const FrictionLaw& law : test::make_friction_laws()) {
    if (!has_bristle(law)) continue;
    const double stiffness = calc_gradient(law, 10.0, 0.0).stiffness;
    const FrictionMemory held{in_plane(0.5 / stiffness, 0.0), 1.0};
    const FrictionForce friction = calc_friction(law, Vector3::Zero(), 10.0, held);
    EXPECT_DOUBLE_EQ(friction.force.x(), -0.5) << test::describe(law);
    EXPECT_EQ(friction.bristle_rate.norm(), 0.0) << test::describe(law);
    EXPECT_EQ(friction.dwell_rate, 0.0) << test::describe(law);
  }
}

}  // namespace
}  // namespace carom
