// Stiffness from materials, and what a contact without one is told.
#include "carom/simulation/compliant/contact_stiffness.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

constexpr ElasticMaterial kSteel{.young = 210e9, .poisson = 0.3}, kRubber{.young = 5e6, .poisson = 0.49};

ContactSetup with_materials(ContactSetup setup, const ElasticMaterial& a = kSteel, const ElasticMaterial& b = kRubber) {
  setup.rules.front().normal = normal::Gonthier{.stiffness = 0.0, .restitution = 0.8};
  setup.materials = {{"ball", a}, {"ground", b}};
  return setup;
}

std::string message_of(const Model& model, const ContactSetup& setup) {
  try {
    const CompliantContacts contacts(model, setup);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// k = 4/3 E* √R, and the impact that follows from it.                        [azad2014, Eqs. (5), (6), (10)]
TEST(ContactStiffness, BallOnAPlaneHasHertzStiffness) {
  constexpr double kRadius = 0.02, kSpeed = 0.5, kMass = 0.3;
  const double modulus = 1.0 / ((1.0 - 0.09) / 210e9 + (1.0 - 0.49 * 0.49) / 5e6);
  const double stiffness = 4.0 / 3.0 * modulus * std::sqrt(kRadius);
  const Model model = test::make_model({.mass = kMass,
                                        .radius = kRadius,
                                        .position = Vector3(0, 0, kRadius + 1e-3),
                                        .velocity = Vector3(0, 0, -kSpeed)});
  ContactSetup setup = with_materials(test::make_contact(kRadius, test::make_plane(), normal::Hertz{}));
  setup.rules.front().normal = normal::Hertz{.stiffness = 0.0};
  const Simulation check(model, model.make_initial_state(), test::make_adaptive(setup, 0.2, 1e-9));
  EXPECT_NEAR(check.material_stiffnesses().front().stiffness / stiffness, 1.0, 1e-13);
  const SimulationReport report = test::simulate(model, test::make_adaptive(setup, 0.2, 1e-9));
  const double depth = std::pow(1.25 * kMass * kSpeed * kSpeed / stiffness, 0.4);
  EXPECT_NEAR(report.contacts.front().impacts.front().peak_depth / depth, 1.0, 1e-8);
  EXPECT_LT(report.ledger.relative_residual(), 1e-8);
}

// A ball in a tube touches with an ellipse, and between two balls the curvatures add.
TEST(ContactStiffness, FollowsTheCurvaturesOfBothBodies) {
  constexpr double kRadius = 0.02;
  const double modulus = calc_contact_modulus(kSteel, kRubber);
  const Model model = test::make_model({.radius = kRadius, .position = Vector3(0.05, 0, 0)});
  const auto calc = [&](const ShapeSpec& other) {
    const ContactSetup setup = with_materials(test::make_contact(kRadius, other, normal::Hertz{}));
    SimulationOptions options = test::make_adaptive(setup, 1.0, 1e-6);
    options.contacts.deepest_start = 1.0;
    return Simulation(model, model.make_initial_state(), options).material_stiffnesses().front().stiffness;
  };
  EXPECT_NEAR(calc({.geometry = shapes::Tube{.radius = 0.1, .length = 1.0}}) /
                  calc_hertz_ellipse(modulus, 50.0, 40.0).stiffness,
              1.0, 1e-13);
  EXPECT_NEAR(calc({.geometry = shapes::Sphere{.radius = 0.01}}) / calc_hertz_stiffness(modulus, 1.0 / 150.0), 1.0,
              1e-13);
  // Beside a capsule: flat along it.
  EXPECT_NEAR(calc({.geometry = shapes::Capsule{.radius = 0.01, .length = 1.0}}) /
                  calc_hertz_ellipse(modulus, 150.0, 50.0).stiffness,
              1.0, 1e-13);
  // An edge has no curvature that Hertz could use: the stiffness of the face beside it.
  const ShapeSpec edge{.geometry = shapes::Box{.size = Vector3(0.1, 0.1, 0.1)}, .at = Vector3(-0.01, 0, -0.06)};
  EXPECT_NEAR(calc(edge) / calc_hertz_stiffness(modulus, kRadius), 1.0, 1e-13);
}

// An egg that touches with its pole, rolls over, and is as stiff as at its pole until it leaves the ground.
TEST(ContactStiffness, IsKeptFromTouchDownToLiftOff) {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -10.0));
  BodySpec egg;
  egg.name = "ball";
  egg.mass.mass = 1.0;
  egg.mass.inertia_about_center = Vector3(5e-3, 4e-3, 2e-3).asDiagonal();
  egg.joint.type = JointType::Free;
  egg.joint.position = {std::cos(0.2), 0, std::sin(0.2), 0, 0, 0, 0.21};
  builder.add_body(egg);
  const Model model = builder.build();
  const ShapeSpec shape{
      .body = "ball", .geometry = shapes::Ellipsoid{.semi_axes = Vector3(0.08, 0.1, 0.2)}, .surface = "ball"};
  ShapeSpec ground = test::make_plane();
  ground.surface = "ground";
  const ContactSetup setup = with_materials(
      {.shapes = {shape, ground},
       .rules = {{.surface_a = "ball",
                  .surface_b = "ground",
                  .friction = friction::Coulomb{.static_coefficient = 0.4, .kinetic_coefficient = 0.4}}}},
      {.young = 1e6, .poisson = 0.3}, kSteel);
  SimulationOptions options = test::make_adaptive(setup, 1.0, 1e-8);
  options.record_every = 1e-3;
  struct Watcher : Observer {
    std::vector<double> kept, now;  // [N/m^1.5]
    [[nodiscard]] bool observe(const Moment& moment) override {
      moment.system.calc_contact_motion(moment.state.time, moment.y);
      const auto state = test::compliant_part(moment.system).state(moment.y);
      if (!CompliantContacts::is_touching(state, 0)) return true;
      kept.push_back(CompliantContacts::passive(state, 0, CompliantContacts::kStiffness));
      now.push_back(test::compliant_part(moment.system).contacts().calc_stiffness(0));
      return true;
    }
  } watcher;
  const SimulationReport report = test::simulate(model, options, &watcher);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_GT(watcher.kept.size(), 100U);
  // It has turned to where it is less curved, and so would be stiffer.
  EXPECT_GT(watcher.now.back(), 1.2 * watcher.now.front());
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

TEST(ContactStiffness, AContactWithoutOneIsToldWhatIsMissing) {
  constexpr double kRadius = 0.1;
  const Model model = test::make_model({.radius = kRadius, .position = Vector3(0, 0, 1)});
  const ContactSetup good = with_materials(test::make_contact(kRadius, test::make_plane(), normal::Hertz{}));
  EXPECT_EQ(message_of(model, good), "");

  ContactSetup setup = good;
  setup.materials.pop_back();
  EXPECT_EQ(message_of(model, setup),
            "contact ball/ground: has no stiffness, and surface 'ground' has no material; give a stiffness");
  setup = good;
  setup.materials.front().material.poisson = 0.6;
  EXPECT_NE(message_of(model, setup).find("material of surface 'ball': poisson must be"), std::string::npos);
  setup = good;
  setup.rules.front().normal = normal::KelvinVoigt{.stiffness = 0.0};
  EXPECT_NE(message_of(model, setup).find("the exponent 1.5 (Hertz), not 1"), std::string::npos);
  setup = good;
  setup.shapes.front().geometry = shapes::Box{.size = Vector3(1, 1, 1)};
  EXPECT_NE(message_of(model, setup).find("a box and a plane do not touch with round surfaces"), std::string::npos);
  setup = good;
  setup.shapes.back().geometry = shapes::Tube{.radius = 0.1, .length = 1.0};
  EXPECT_NE(message_of(model, setup).find("a ball as wide as its tube"), std::string::npos);
}

// The constructor is the last to see what a program has put together without a scene.
TEST(CompliantContacts, RefuseParametersThatMakeNoSense) {
  constexpr double kRadius = 0.1;
  const Model model = test::make_model({.radius = kRadius, .position = Vector3(0, 0, 1)});
  const ContactSetup good = test::make_contact(kRadius, test::make_plane(), normal::Hertz{.stiffness = 1e6});
  EXPECT_EQ(message_of(model, good), "");
  const auto refuses = [&](auto&& change, const std::string& words) {
    ContactSetup setup = good;
    change(setup.rules.front());
    EXPECT_NE(message_of(model, setup).find(words), std::string::npos) << message_of(model, setup);
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  refuses([](ContactRule& rule) { rule.normal = normal::Hertz{.stiffness = -1.0}; }, "normal law 'hertz': stiffness");
  refuses([](ContactRule& rule) { rule.normal = normal::Gonthier{.stiffness = kNaN}; }, "stiffness must be finite");
  refuses([](ContactRule& rule) { rule.normal = normal::Gonthier{.restitution = 1.5}; }, "restitution");
  refuses([](ContactRule& rule) { rule.friction = friction::Liang{.friction = -0.1}; }, "friction law 'liang'");
  refuses([](ContactRule& rule) { rule.friction = friction::LuGre{.bristle_stiffness = -1.0}; }, "bristle_stiffness");
  refuses([](ContactRule& rule) { rule.resistance.rolling = -1.0; }, "contact ball/ground, rolling: rolling must be");
  refuses([](ContactRule& rule) { rule.surface_b = "nothing"; }, "holds for no two shapes of different bodies");
  // Doubtful, but no mistake: a warning for whoever reads scenes.
  ContactSetup weak = good;
  weak.rules.front().friction = friction::Coulomb{.static_coefficient = 0.1, .kinetic_coefficient = 0.2};
  EXPECT_EQ(message_of(model, weak), "");
  EXPECT_EQ(validate(weak.rules.front().friction).size(), 1U);
}

}  // namespace
}  // namespace carom
