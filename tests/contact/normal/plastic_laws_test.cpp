// Laws that load and unload on different curves: what holds for all of them, and the numbers of their papers.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/contact/normal/normal_contact.h"
#include "contact/normal/sample_laws.h"

namespace carom {
namespace {

using test::describe;
using test::make_plastic_laws;

constexpr double kDepths[] = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4};  // [m]; the spheres yield at about 1e-6

TrialContact press(const NormalLaw& law, double depth) {
  TrialContact contact(law, 1.0);
  contact.look(depth, -1.0);
  return contact;
}

TEST(PlasticLaws, ForceAndEnergyGoOnWhereTheContactTurnsRound) {
  for (const NormalLaw& law : make_plastic_laws()) {
    for (const double depth : kDepths) {
      const TrialContact fresh(law, 1.0), turned = press(law, depth);
      const double force = fresh.at_present().evaluate(depth, 1.0).force;
      EXPECT_NEAR(turned.at_present().evaluate(depth, -1.0).force / force, 1.0, 1e-14) << describe(law);
      EXPECT_NEAR(turned.at_present().stored(depth) / fresh.at_present().stored(depth), 1.0, 1e-14) << describe(law);
      EXPECT_GE(fresh.at_present().turn_margin(depth, 1.0), 0.0);
      EXPECT_LT(fresh.at_present().turn_margin(depth, -1.0), 0.0);
      EXPECT_GT(turned.at_present().turn_margin(depth, -1.0), 0.0);
      EXPECT_GT(turned.at_present().turn_margin(0.9 * depth, -1.0), 0.0);
      EXPECT_LT(turned.at_present().turn_margin(1.1 * depth, -1.0), 0.0);
    }
  }
}

// Central differences: h² U'''/6 and ε U/h, both below 1e-8 of the force at h = 1e-5 x.
TEST(PlasticLaws, TheElasticPartIsTheSlopeOfWhatIsStored) {
  for (const NormalLaw& law : make_plastic_laws()) {
    for (const double depth : kDepths) {
      for (const bool unloads : {false, true}) {
        const TrialContact contact = unloads ? press(law, 1.2 * depth) : TrialContact(law, 1.0);
        const NormalContact now = contact.at_present();
        const double h = 1e-5 * depth, force = now.evaluate(depth, 0.0).force;
        const double slope = (now.stored(depth + h) - now.stored(depth - h)) / (2.0 * h);
        EXPECT_NEAR(now.evaluate(depth, 0.0).elastic, slope, 1e-8 * std::max(force, slope)) << describe(law) << depth;
        if (unloads) {
          EXPECT_EQ(now.evaluate(depth, 0.0).elastic, force) << describe(law);
        } else {
          EXPECT_GE(force, slope * (1.0 - 1e-8)) << describe(law);
        }
      }
    }
  }
}

TEST(PlasticLaws, LoadAgainWithoutLossUpToTheDeepestPointAndEndInTheDent) {
  for (const NormalLaw& law : make_plastic_laws()) {
    const TrialContact contact = press(law, 1e-4);
    const NormalContact now = contact.at_present();
    const double dent = now.dent(5e-5);
    EXPECT_GT(dent, 0.0) << describe(law);
    EXPECT_LT(dent, 1e-4) << describe(law);
    EXPECT_EQ(now.evaluate(0.99 * dent, -1.0).force, 0.0);
    EXPECT_EQ(now.stored(0.99 * dent), 0.0);
    EXPECT_LT(now.release_margin(0.99 * dent, -1.0), 0.0);
    EXPECT_GT(now.release_margin(1.01 * dent, -1.0), 0.0);
    for (const double depth : {1.01 * dent, 0.5 * (dent + 1e-4)}) {
      EXPECT_EQ(now.evaluate(depth, 1.0).force, now.evaluate(depth, -1.0).force) << describe(law);
    }
  }
}

TEST(PlasticLaws, WaltonAndBraunHaveTwoStraightLines) {
  const TrialContact contact = press(normal::WaltonBraun{.stiffness = 1e6, .unloading_stiffness = 4e6}, 1e-3);
  EXPECT_NEAR(contact.at_present().dent(1e-3), 0.75e-3, 1e-18);
  EXPECT_NEAR(contact.at_present().evaluate(0.9e-3, -1.0).force, 1e3 - 4e6 * 1e-4, 1e-9);
  EXPECT_THROW((void)validate(NormalLaw(normal::WaltonBraun{.stiffness = 1e6, .unloading_stiffness = 0.9e6})),
               InputError);
}

// Yield where Hertz' pressure 2 E* a/(π R) is p_y; from there with the slope π R p_y.             [thornton1997]
TEST(PlasticLaws, ThorntonYieldsWhereHertzSays) {
  constexpr double kModulus = 1.1e11, kRadius = 0.02, kPressure = 2e9;
  const normal::Thornton law{
      .stiffness = 4.0 / 3.0 * kModulus * std::sqrt(kRadius), .radius = kRadius, .yield_pressure = kPressure};
  const double yield = law.yield_depth();
  EXPECT_NEAR(2.0 * kModulus * std::sqrt(kRadius * yield) / (std::numbers::pi * kRadius) / kPressure, 1.0, 1e-14);
  EXPECT_NEAR(law.load(1.5 * yield).stiffness / (std::numbers::pi * kRadius * kPressure), 1.0, 1e-14);
  EXPECT_NEAR(law.load(yield * (1.0 - 1e-12)).force / law.load(yield * (1.0 + 1e-12)).force, 1.0, 1e-11);
  EXPECT_EQ(law.load(0.9 * yield).dent, 0.0);
  // The larger sphere has R_p = (4 E*/3 F) ((2 F + F_y)/(2 π p_y))^(3/2), and F = 4/3 E* √R_p (X − r)^(3/2).
  const double depth = 20.0 * yield, force = law.load(depth).force, first = law.load(yield).force;
  const double radius =
      4.0 * kModulus / (3.0 * force) * std::pow((2.0 * force + first) / (2.0 * std::numbers::pi * kPressure), 1.5);
  const double way = depth - law.load(depth).dent;
  EXPECT_NEAR(4.0 / 3.0 * kModulus * std::sqrt(radius) * std::pow(way, 1.5) / force, 1.0, 1e-13);
}

// The published fit, written down once more from the paper's own quantities E', S_y and R.          [jackson2005]
double calc_published_force(double modulus, double strength, double radius, double poisson, double depth) {
  const double c = 1.295 * std::exp(0.736 * poisson), strain = strength / modulus;
  const double critical = std::pow(std::numbers::pi * c * strain / 2.0, 2.0) * radius;
  const double unit =
      4.0 / 3.0 * std::pow(radius / modulus, 2.0) * std::pow(c / 2.0 * std::numbers::pi * strength, 3.0);
  const double w = depth / critical, b = 0.14 * std::exp(23.0 * strain);
  const double contact = std::sqrt(w * critical / radius) * std::pow(w / 1.9, b / 2.0);
  const double hardness = 2.84 * (1.0 - std::exp(-0.82 * std::pow(contact, -0.7)));
  return unit * (std::exp(-0.25 * std::pow(w, 5.0 / 12.0)) * std::pow(w, 1.5) +
                 4.0 * hardness / c * (1.0 - std::exp(-std::pow(w, 5.0 / 9.0) / 25.0)) * w);
}

TEST(PlasticLaws, JacksonAndGreenHaveThePublishedForce) {
  constexpr double kModulus = 1.15e11, kStrength = 6e8, kRadius = 0.01;
  for (const double poisson : {0.0, 0.32, 0.5}) {
    const normal::JacksonGreen law{.stiffness = 4.0 / 3.0 * kModulus * std::sqrt(kRadius),
                                   .radius = kRadius,
                                   .yield_strength = kStrength,
                                   .poisson = poisson};
    const double critical = law.critical_depth();
    for (const double w : {5.0, 20.0, 110.0, 300.0}) {
      const double force = calc_published_force(kModulus, kStrength, kRadius, poisson, w * critical);
      EXPECT_NEAR(law.load(w * critical).force / force, 1.0, 1e-12) << "w = " << w;
    }
    // Deviation J1: Hertz' force below, and no jump between the two.
    EXPECT_NEAR(law.load(critical).force / (law.stiffness * std::pow(critical, 1.5)), 1.0, 1e-13);
    double last = law.load(0.9 * critical).force;
    for (double w = 0.901; w < 6.0; w += 0.001) {
      const double force = law.load(w * critical).force;
      EXPECT_GT(force, last);
      EXPECT_LT(force, last * 1.003);
      last = force;
    }
  }
}

TEST(PlasticLaws, RememberOneNumberFromTouchDownOn) {
  for (const NormalLaw& law : make_plastic_laws()) {
    ASSERT_EQ(list_memory(law).size(), 1U);
    double memory[] = {0.0};
    turn_memory(law, 1e-5, -1.0, memory);
    EXPECT_EQ(memory[0], 1e-5);
    turn_memory(law, 1e-6, -1.0, memory);
    EXPECT_EQ(memory[0], 1e-5) << "less deep is no news";
    begin_memory(law, 1.0, memory);
    EXPECT_EQ(memory[0], 0.0);
  }
  EXPECT_TRUE(list_memory(normal::Hertz{}).empty());
}

}  // namespace
}  // namespace carom
