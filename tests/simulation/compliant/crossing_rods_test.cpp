// Long capsules that strike each other, crossing at any angle or nearly parallel: their contact goes from one point to
// two and back, and the account stays closed.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "carom/math/rotation.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

struct Rods {
  double radius[2], length[2], mass[2];  // [m], [m], [kg]
  double angle{}, tilt{};                // between them, about the normal and against it  [rad]
  double along{}, aside{};               // of the upper one  [m]
  double speed{};                        // [m/s]
  double depth{};                        // that the impact of both masses reaches, without turning  [m]
  double friction{}, damping{};          // [-]

  explicit Rods(std::mt19937& random) {
    const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
    for (const int i : {0, 1}) {
      radius[i] = between(0.01, 0.03);
      length[i] = between(0.05, 0.4);
      mass[i] = between(0.05, 1.0);
    }
    angle = std::pow(10.0, between(-5.0, -0.4));
    tilt = angle * between(-0.5, 0.5);
    along = between(-0.2, 0.2) * (length[0] + length[1]);
    aside = between(-0.3, 0.3) * radius[0];
    speed = between(0.3, 3.0);
    depth = std::pow(10.0, between(-4.5, -2.7));
    friction = between(0.0, 1.0) < 0.5 ? 0.0 : 0.4;
    damping = between(0.0, 1.0) < 0.5 ? 0.0 : 0.3;
  }

  [[nodiscard]] std::string describe() const {
    return fmt::format("angle {:g}, tilt {:g}, lengths {:g} and {:g}, depth {:g}, friction {:g}, damping {:g}", angle,
                       tilt, length[0], length[1], depth, friction, damping);
  }

  // m v² = k x²: what both masses have, each at rest against their center.
  [[nodiscard]] double calc_stiffness() const {
    return mass[0] * mass[1] / (mass[0] + mass[1]) * speed * speed / (depth * depth);
  }
  [[nodiscard]] double calc_height() const {
    return radius[0] + radius[1] + 0.3 * std::max(angle, 2.0 * std::abs(tilt)) * std::max(length[0], length[1]) + 1e-3;
  }
  [[nodiscard]] double calc_duration() const { return 6.0 * calc_height() / speed; }
};

// Both axes along x; the upper rod falls on the lower one, which floats.
Model make_model(const Rods& rods, const std::vector<double>& velocity) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  for (const int i : {0, 1}) {
    BodySpec body;
    body.name = fmt::format("rod{}", i);
    const double mass = rods.mass[i], across = 0.5 * mass * rods.radius[i] * rods.radius[i];
    body.mass.mass = mass;
    body.mass.inertia_about_center = Vector3(across, 1.0, 1.0).asDiagonal();
    body.mass.inertia_about_center(1, 1) = body.mass.inertia_about_center(2, 2) =
        mass * rods.length[i] * rods.length[i] / 12.0 + 0.5 * across;
    body.joint.type = JointType::Free;
    body.joint.position = {1, 0, 0, 0, 0, 0, 0};
    if (i == 1) {
      // Turned about z by the angle, and about y by the tilt: both small.
      const Eigen::Quaterniond turn = Eigen::Quaterniond(Eigen::AngleAxisd(rods.angle, Vector3::UnitZ())) *
                                      Eigen::Quaterniond(Eigen::AngleAxisd(rods.tilt, Vector3::UnitY()));
      body.joint.position = {turn.w(), turn.x(), turn.y(), turn.z(), rods.along, rods.aside, rods.calc_height()};
      body.joint.velocity = velocity;
    }
    builder.add_body(body);
  }
  return builder.build();
}

Model make_model(const Rods& rods) { return make_model(rods, {1.0, -0.5, 1.5, 0.2 * rods.speed, 0.0, -rods.speed}); }

ContactSetup make_contacts(const Rods& rods) {
  ContactSetup setup;
  for (const int i : {0, 1}) {
    ShapeSpec shape{.body = fmt::format("rod{}", i),
                    .geometry = shapes::Capsule{.radius = rods.radius[i], .length = rods.length[i]},
                    .surface = fmt::format("s{}", i)};
    shape.rotation = quaternion_from_rotation_vector(0.5 * std::numbers::pi * Vector3::UnitY());
    setup.shapes.push_back(shape);
  }
  setup.rules = {
      {.surface_a = "s0",
       .surface_b = "s1",
       .normal = normal::HuntCrossley{.stiffness = rods.calc_stiffness(), .exponent = 1.0, .alpha = rods.damping}}};
  if (rods.friction > 0.0) {
    setup.rules[0].friction =
        friction::Coulomb{.static_coefficient = rods.friction, .kinetic_coefficient = rods.friction};
  }
  return setup;
}

TEST(CrossingRods, CloseTheirAccountWhetherTheyTouchAtOnePointOrTwo) {
  std::mt19937 random(22);
  double worst = 0.0;
  std::string offender;
  int struck = 0;
  for (int i = 0; i < 60; ++i) {
    const Rods rods(random);
    const Model model = make_model(rods);
    const SimulationReport report =
        test::simulate(model, test::make_adaptive(make_contacts(rods), rods.calc_duration(), 1e-8));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << rods.describe() << ": " << report.sentence;
    for (const ContactReport& contact : report.contacts) struck += contact.episodes > 0 ? 1 : 0;
    const double open = std::abs(report.ledger.residual()) / report.ledger.scale;
    if (open > worst) worst = open, offender = rods.describe();
  }
  // Some hundred steps, each of which errs by less than a tolerance of 2e-10 within impacts.
  EXPECT_LT(worst, 1e-7) << offender;
  EXPECT_GT(struck, 60);
  RecordProperty("worst_residual", fmt::format("{:g}: {}", worst, offender));
}

// A rod in the plane of another one on which it lies: rounding, or hardly more, makes them cross while they touch, and
// the contact changes its slot. It goes on as it was: the account closes, and the motion is the same as without.
TEST(CrossingRods, ContactsGoOnWhereRodsThatLieAlongEachOtherBeginToCross) {
  for (const double angular_speed : {0.0, 1e-13, 1e-12, 1e-11, 1e-10}) {
    std::mt19937 random(3);
    Rods rods(random);
    rods.angle = 0.0;
    rods.tilt = 0.1;
    rods.aside = 0.0;
    rods.friction = 0.4;
    rods.damping = 0.3;
    const Model model = make_model(rods, {0.0, -0.5, angular_speed, 0.2 * rods.speed, 0.0, -rods.speed});
    const SimulationReport report =
        test::simulate(model, test::make_adaptive(make_contacts(rods), rods.calc_duration(), 1e-8));
    ASSERT_EQ(report.status, SimulationStatus::Finished) << angular_speed << ": " << report.sentence;
    EXPECT_LT(std::abs(report.ledger.residual()) / report.ledger.scale, 1e-7) << angular_speed;
    EXPECT_LT(report.statistics.rate_evaluations, 20'000) << angular_speed;
  }
}

}  // namespace
}  // namespace carom
