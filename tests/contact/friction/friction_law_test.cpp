#include "carom/contact/friction/friction_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contact/friction/sample_laws.h"

namespace carom {
namespace {

using test::describe;
using test::make_friction_laws;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct Coefficients {
  double largest, kinetic, viscous;
};

Coefficients coefficients_of(const FrictionLaw& law) {
  return std::visit(
      [](const auto& x) -> Coefficients {
        if constexpr (requires { x.static_coefficient; }) {
          return {std::max(x.static_coefficient, x.kinetic_coefficient), x.kinetic_coefficient, x.viscous};
        } else if constexpr (requires { x.friction; }) {
          return {x.friction, x.friction, x.viscous};
        } else {
          return {};
        }
      },
      law);
}

double pick(double low, double high) { return low + (high - low) * 1e-6 * *rc::gen::inRange(0, 1000001); }

struct Moment {
  FrictionLaw law;
  Vector3 slip;
  double normal_force;
  FrictionMemory memory;
};

// Slips from 1e-7 to 1 m/s, bristles to beyond what the cone holds, all in the plane z = 0.
Moment make_moment() {
  const auto laws = make_friction_laws();
  const FrictionLaw law = laws[*rc::gen::inRange<std::size_t>(0, laws.size())];
  const double force = pick(0.0, 100.0), speed = std::pow(10.0, pick(-7.0, 0.0));
  const double angle = pick(0.0, 2.0 * std::numbers::pi), other = pick(0.0, 2.0 * std::numbers::pi);
  const double stretch = pick(0.0, 1e-3);
  return {law, Vector3(speed * std::cos(angle), speed * std::sin(angle), 0.0), force,
          FrictionMemory{Vector3(stretch * std::cos(other), stretch * std::sin(other), 0.0), pick(0.0, 1.0)}};
}

RC_GTEST_PROP(FrictionLaws, StayInTheConeAndTheTangentPlane, ()) {
  const auto [law, slip, normal_force, memory] = make_moment();
  const FrictionForce friction = calc_friction(law, slip, normal_force, memory);
  const Coefficients mu = coefficients_of(law);
  const double bound = mu.largest * normal_force + mu.viscous * slip.norm();
  RC_ASSERT(friction.force.norm() <= bound * (1.0 + 4.0 * kEpsilon));
  RC_ASSERT(friction.force.z() == 0.0);
  RC_ASSERT(friction.bristle_rate.z() == 0.0);
}

RC_GTEST_PROP(FrictionLaws, TurnAndMirrorWithTheirArguments, ()) {
  const auto [law, slip, normal_force, memory] = make_moment();
  const Vector3 axis = Vector3(pick(-1.0, 1.0), pick(-1.0, 1.0), 1.0).normalized();
  Matrix3 turn = Eigen::AngleAxisd(pick(0.0, 6.0), axis).toRotationMatrix();
  if (*rc::gen::arbitrary<bool>()) turn.col(0) = -turn.col(0);
  const FrictionForce here = calc_friction(law, slip, normal_force, memory);
  const FrictionForce there = calc_friction(law, turn * slip, normal_force, {turn * memory.bristle, memory.dwell});
  // Rounding the turned arguments is the largest error: ε of the stiffest terms, and the stick function is as steep as
  // 2 (v/v_S)² in the relative error of v where it is not negligible (below 40 there).
  const FrictionGradient steep = calc_gradient(law, normal_force, slip.norm());
  const double size = steep.stiffness * memory.bristle.norm() + steep.damping * slip.norm() + normal_force;
  RC_ASSERT((there.force - turn * here.force).norm() <= 200.0 * kEpsilon * size);
  RC_ASSERT(std::abs(there.dwell_rate - here.dwell_rate) <= 200.0 * kEpsilon * std::max(1.0, steep.relaxation));
  RC_ASSERT(std::abs(there.stored - here.stored) <= 16.0 * kEpsilon * here.stored);
}

RC_GTEST_PROP(FrictionLaws, VanishWithTheNormalForce, ()) {
  const auto [law, slip, normal_force, memory] = make_moment();
  RC_ASSERT(calc_friction(law, slip, 0.0, memory).force.norm() == 0.0);
  FrictionMemory limited = memory;
  const double cut = limit_memory(law, limited, 0.0);
  RC_ASSERT(cut >= 0.0);
  RC_ASSERT(calc_friction(law, slip, 0.0, memory).stored == 0.0);
  if (!has_dwell(law)) RC_ASSERT(limited.bristle.norm() <= 1.0001 * friction::kShortest || !has_bristle(law));
}

RC_GTEST_PROP(FrictionLaws, LimitingTheMemoryChangesNoForceAndStoresNoMore, ()) {
  const auto [law, slip, normal_force, memory] = make_moment();
  FrictionMemory limited = memory;
  const double cut = limit_memory(law, limited, normal_force);
  const FrictionForce before = calc_friction(law, slip, normal_force, memory);
  const FrictionForce after = calc_friction(law, slip, normal_force, limited);
  RC_ASSERT(std::abs(limited.bristle.squaredNorm() - (1.0 - cut) * memory.bristle.squaredNorm()) <=
            8.0 * kEpsilon * memory.bristle.squaredNorm());
  RC_ASSERT(after.stored <= before.stored * (1.0 + 4.0 * kEpsilon));
  RC_ASSERT((before.force - after.force).norm() <= 16.0 * kEpsilon * (normal_force + before.force.norm()));
}

// By central differences along the bristles' own rate; the energy has a bounded second derivative.  [W]
double calc_storing_rate(const FrictionLaw& law, const Vector3& slip, double normal_force,
                         const FrictionMemory& memory) {
  const Vector3 rate = calc_friction(law, slip, normal_force, memory).bristle_rate;
  const double h = 1e-5 * memory.bristle.norm() / (rate.norm() + 1e-12);
  const auto stored = [&](double at) {
    return calc_friction(law, slip, normal_force, {memory.bristle + at * rate, memory.dwell}).stored;
  };
  return h > 0.0 ? (stored(h) - stored(-h)) / (2.0 * h) : 0.0;
}

// Laws that are passive at every moment with the energy of their bristles as the storage; the others:
// friction_energy_test.
RC_GTEST_PROP(FrictionLaws, CoulombAndElasticLimitLawsLoseEnergyAtEveryMoment, ()) {
  auto [law, slip, normal_force, memory] = make_moment();
  if (std::holds_alternative<friction::LuGre>(law) || std::holds_alternative<friction::Gonthier>(law)) return;
  RC_ASSERT(limit_memory(law, memory, normal_force) >= 0.0);
  const FrictionForce friction = calc_friction(law, slip, normal_force, memory);
  const double taken = -friction.force.dot(slip);
  RC_ASSERT(taken >= calc_storing_rate(law, slip, normal_force, memory) - 1e-5 * normal_force * slip.norm());
}

// What the bristles give back on the way from z to zero, summed up over the force that they then have at rest.
RC_GTEST_PROP(FrictionLaws, StoreWhatTheirForceReturnsOnTheWayBack, ()) {
  const auto [law, slip, normal_force, memory] = make_moment();
  if (!has_bristle(law)) return;
  constexpr int kParts = 2000;
  double work = 0.0;
  for (int i = 0; i < kParts; ++i) {
    const FrictionMemory there{(i + 0.5) / kParts * memory.bristle, memory.dwell};
    work -= calc_friction(law, Vector3::Zero(), normal_force, there).force.dot(memory.bristle) / kParts;
  }
  // The force is a line with a corner: the midpoints miss at most that of one part.
  const double stored = calc_friction(law, Vector3::Zero(), normal_force, memory).stored;
  RC_ASSERT(std::abs(work - stored) <= (work + stored) / kParts + 1e-30);
}

// Forward differences along a random direction. The bounds hold for infinitesimal ones; what a finite one adds is of
// the relative size 1e-5, and rounding ε f/h is far below.
RC_GTEST_PROP(FrictionLaws, GradientBoundsTheDerivatives, ()) {
  auto [law, slip, normal_force, memory] = make_moment();
  normal_force += 1.0;
  RC_ASSERT(limit_memory(law, memory, normal_force) >= 0.0);
  if (has_dwell(law)) {
    const double longest = coefficients_of(law).largest * normal_force / 1e5;
    memory.bristle = friction::saturate(memory.bristle, longest);
  }
  const FrictionGradient bound = calc_gradient(law, normal_force, 1.01 * slip.norm());
  const double angle = pick(0.0, 2.0 * std::numbers::pi);
  const Vector3 direction(std::cos(angle), std::sin(angle), 0.0);
  const FrictionForce here = calc_friction(law, slip, normal_force, memory);
  const double dv = 1e-5 * slip.norm(), dz = 1e-10;
  const FrictionForce faster = calc_friction(law, slip + dv * direction, normal_force, memory);
  RC_ASSERT((faster.force - here.force).norm() / dv <= bound.damping * 1.001 + 1e-9 * normal_force / dv);
  if (!has_bristle(law)) return;
  const FrictionForce longer = calc_friction(law, slip, normal_force, {memory.bristle + dz * direction, memory.dwell});
  RC_ASSERT((longer.force - here.force).norm() / dz <= bound.stiffness * 1.001 + 1e-9 * normal_force / dz);
}

TEST(FrictionLaws, OpposeSteadySlidingWithTheKineticForce) {
  const Vector3 direction = Vector3(0.6, 0.8, 0.0);
  constexpr double kSpeed = 0.5, kNormalForce = 20.0, kStep = 1e-6;
  for (const FrictionLaw& law : make_friction_laws()) {
    FrictionMemory memory;
    FrictionForce friction;
    // 20 ms of sliding: six of Gonthier's time constants of 3 ms … and the stretch of the others is 1e-4 m at most.
    for (int i = 0; i < 100000; ++i) {
      friction = calc_friction(law, kSpeed * direction, kNormalForce, memory);
      memory.bristle += kStep * friction.bristle_rate;
      memory.dwell += kStep * friction.dwell_rate;
      static_cast<void>(limit_memory(law, memory, kNormalForce));
    }
    const Coefficients mu = coefficients_of(law);
    const Vector3 expected = -(mu.kinetic * kNormalForce + mu.viscous * kSpeed) * direction;
    // Laws with a smooth elastic limit take √(z̄² + (10 nm)²) for z̄ (deviation L1): off by ½ (10 nm/z̄)² < 1e-8.
    EXPECT_NEAR((friction.force - expected).norm(), 0.0, 1e-8 * kNormalForce) << describe(law);
    EXPECT_GE(calc_slide_ratio(law, kSpeed * direction, kNormalForce, memory), 1.0) << describe(law);
    EXPECT_EQ(calc_slide_ratio(law, Vector3::Zero(), kNormalForce, {}), 0.0) << describe(law);
  }
}

TEST(FrictionLaws, BristlesAtTheirLimitTurnButDoNotGrow) {
  const Vector3 slip(0.3, 0.4, 0.0);
  const auto rate_at = [&](const FrictionLaw& law, const Vector3& bristle) {
    return calc_friction(law, slip, 10.0, {bristle, 0.0}).bristle_rate;
  };
  // μ f_n/σ0 = 3e-5 m for both.
  for (const FrictionLaw& law : {FrictionLaw(friction::CundallStrack{.friction = 0.3, .bristle_stiffness = 1e5}),
                                 FrictionLaw(friction::Liang{.friction = 0.3, .bristle_stiffness = 1e5})}) {
    EXPECT_EQ(rate_at(law, Vector3(2.9e-5, 0.0, 0.0)), slip) << describe(law);
    EXPECT_EQ(rate_at(law, Vector3(-3e-5, 0.0, 0.0)), slip) << describe(law) << ", unloading";
    EXPECT_NEAR((rate_at(law, Vector3(friction::calc_reach(3e-5), 0.0, 0.0)) - Vector3(0.0, 0.4, 0.0)).norm(), 0.0,
                1e-15)
        << describe(law);
  }
}

// A step that ends at the corner of a law takes one side of it as a whole: there it is the law itself.
RC_GTEST_PROP(FrictionLaws, EachSideOfTheCutIsTheLawWhereItHolds, ()) {
  const auto [law, slip, normal_force, memory] = make_moment();
  const double margin = calc_cut_margin(law, slip, normal_force, memory);
  RC_ASSERT(margin >= -1.0 && margin <= 1.0);
  RC_PRE(std::abs(margin) > 1e-9);  // at the corner both sides are the same but for its offset
  const Vector3 force = calc_friction(law, slip, normal_force, memory).force;
  const ForceCut side = margin > 0.0 ? ForceCut::Always : ForceCut::Never;
  RC_ASSERT((calc_friction(law, slip, normal_force, memory, side).force - force).norm() <= 8 * kEpsilon * force.norm());
}

TEST(FrictionLaws, GonthierGoesOnSmoothlyPastTheCut) {
  const friction::Gonthier law{.static_coefficient = 0.2, .kinetic_coefficient = 0.2};
  const auto force = [&](double stretch, ForceCut cut) {
    return -law.evaluate(Vector3::Zero(), 10.0, {Vector3(stretch, 0.0, 0.0), 0.0}, cut).force.x();
  };
  // The bristles pull with σ0 z = 1e5 z, the limit is μ f_n = 2 N.
  EXPECT_NEAR(force(3e-5, ForceCut::AsNeeded), 2.0, 1e-14);
  EXPECT_NEAR(force(3e-5, ForceCut::Never), 3.0, 1e-14);
  EXPECT_NEAR(force(1e-5, ForceCut::AsNeeded), 1.0, 1e-14);
  EXPECT_NEAR(force(1e-5, ForceCut::Always), 2.0, 1e-14);
}

TEST(FrictionLaws, GonthierHasNoLagInFullSliding) {
  const friction::Gonthier law{.static_coefficient = 0.3, .kinetic_coefficient = 0.2, .stribeck_speed = 1e-3};
  // The bristles still point the other way, but s = exp(−10⁴) = 0: f = s (σ0 z + σ1 v) + (1 − s) f_C.
  const FrictionForce friction = law.evaluate(Vector3(0.1, 0.0, 0.0), 10.0, {Vector3(-5e-4, 1e-4, 0.0), 0.0});
  EXPECT_NEAR(friction.force.x(), -2.0, 1e-12);
  EXPECT_NEAR(friction.force.y(), 0.0, 1e-12);
}

TEST(FrictionLaws, SmoothDirectionHasNoCornerAndThePrintedOneHas) {
  const double v = 0.01;
  const auto slope = [&](auto direction, double at) {
    return (direction(at + 1e-9) - direction(at - 1e-9)) / 2e-9 * v;
  };
  const auto smooth = [&](double speed) { return friction::calc_direction(Vector3(speed, 0.0, 0.0), v).x(); };
  EXPECT_EQ(smooth(v), 1.0);
  EXPECT_NEAR(slope(smooth, v), 0.0, 1e-6);
  EXPECT_NEAR(slope(smooth, 0.0), 1.5, 1e-6);
  // Deviation G2: the printed form has slope 1 before v_ε and 0 after.
  friction::Gonthier printed{.kinetic_coefficient = 1.0, .smoothing_speed = v, .printed_direction = true};
  printed.stribeck_speed = 1e-6;  // full sliding at all speeds here: the force is the direction
  const auto literal = [&](double speed) { return -printed.evaluate(Vector3(speed, 0.0, 0.0), 1.0, {}).force.x(); };
  EXPECT_NEAR((literal(v) - literal(v - 1e-7)) / 1e-7 * v, 1.0, 1e-4);
}

TEST(FrictionLaws, StaticFrictionGrowsWithTheDwellTime) {
  const friction::Gonthier law{.static_coefficient = 0.5, .kinetic_coefficient = 0.2, .dwell_time = 2.0};
  const Vector3 stretched(1e-3, 0.0, 0.0);
  EXPECT_NEAR(law.evaluate(Vector3::Zero(), 10.0, {stretched, 0.0}).force.x(), -2.0, 1e-14);
  EXPECT_NEAR(law.evaluate(Vector3::Zero(), 10.0, {stretched, 0.5}).force.x(), -3.5, 1e-14);
  EXPECT_NEAR(law.evaluate(Vector3::Zero(), 10.0, {stretched, 1.0}).force.x(), -5.0, 1e-14);
  EXPECT_DOUBLE_EQ(law.evaluate(Vector3::Zero(), 10.0, {}).dwell_rate, 0.5);
  // Sliding breaks the bonds with the bristles' time constant.
  const double rate = law.evaluate(Vector3(10.0, 0.0, 0.0), 10.0, {Vector3::Zero(), 1.0}).dwell_rate;
  EXPECT_DOUBLE_EQ(rate, -law.bristle_stiffness / law.bristle_damping);
}

// Far above the Stribeck speed.
TEST(FrictionLaws, BristlesRelaxInFlightWithTheirTimeConstant) {
  const FrictionMemory before{Vector3(1e-4, 0.0, 0.0), 0.7};
  const friction::Gonthier law{};
  const FrictionForce flight = law.evaluate(Vector3(0.0, 5.0, 0.0), 0.0, before);
  EXPECT_NEAR(flight.bristle_rate.x() / (-law.bristle_stiffness / law.bristle_damping * 1e-4), 1.0, 4.0 * kEpsilon);
  EXPECT_EQ(flight.force.norm(), 0.0);
}

// Carried around a circle of latitude, where normals make the angle θ with its axis, a vector in the tangent plane
// comes back turned by 2π (1 − cos θ).
TEST(FrictionLaws, TransportOnACurvedSurfaceTurnsBristlesAsGeometrySays) {
  constexpr double kLatitude = 0.6;
  constexpr int kSteps = 4000;
  const auto normal = [](double phi) {
    return Vector3(std::sin(kLatitude) * std::cos(phi), std::sin(kLatitude) * std::sin(phi), std::cos(kLatitude));
  };
  const auto normal_rate = [](double phi) {
    return Vector3(-std::sin(kLatitude) * std::sin(phi), std::sin(kLatitude) * std::cos(phi), 0.0);
  };
  const Vector3 east(0.0, 1.0, 0.0), south(std::cos(kLatitude), 0.0, -std::sin(kLatitude));
  Vector3 bristle = south;
  const double h = 2.0 * std::numbers::pi / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    // The midpoint rule: error of order h².
    const double phi = i * h;
    const Vector3 half = bristle + 0.5 * h * calc_transport_rate(bristle, normal(phi), normal_rate(phi));
    bristle += h * calc_transport_rate(half, normal(phi + 0.5 * h), normal_rate(phi + 0.5 * h));
  }
  const double turned = std::atan2(bristle.dot(east), bristle.dot(south));
  const double expected = 2.0 * std::numbers::pi * (1.0 - std::cos(kLatitude));
  EXPECT_NEAR(std::remainder(std::abs(turned) - expected, 2.0 * std::numbers::pi), 0.0, 1e-5);
  EXPECT_NEAR(bristle.norm(), 1.0, 1e-5);
  EXPECT_NEAR(bristle.dot(normal(0.0)), 0.0, 1e-5);
}

TEST(FrictionLaws, AreListedWithDifferentNames) {
  std::set<std::string_view> names;
  for (const LawInfo& law : list_friction_laws()) {
    names.insert(law.name);
    EXPECT_FALSE(law.summary.empty() || law.formula.empty() || law.source.empty()) << law.name;
  }
  EXPECT_EQ(names.size(), std::variant_size_v<FrictionLaw> - 1) << "all but programs' own";
  EXPECT_EQ(info(FrictionLaw(friction::LuGre{})).name, "lugre");
}

}  // namespace
}  // namespace carom
