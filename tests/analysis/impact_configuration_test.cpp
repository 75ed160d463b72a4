#include "carom/analysis/impact_configuration.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"

namespace carom {
namespace {

// Wang & Kumar's rod: length and mass 1, at 45 degrees on its tip, in the xz-plane.
Model make_rod() {
  ModelBuilder builder;
  builder.set_gravity(Vector3(0, 0, -9.81));
  BodySpec rod;
  rod.name = "rod";
  rod.mass.mass = 1.0;
  rod.mass.inertia_about_center = 1.0 / 12.0 * Matrix3::Identity();
  rod.joint.type = JointType::Planar;
  rod.joint.axis = -Vector3::UnitY();
  rod.joint.second_axis = Vector3::UnitX();
  const double half = 0.5 * std::numbers::sqrt2 / 2.0;
  rod.joint.position = {half, half, std::numbers::pi / 4.0};
  rod.joint.velocity = {0.6, -1.0, 0.0};
  builder.add_body(rod);
  return builder.build();
}

ContactSetup touch_floor(double height) {
  ContactRule rule{.surface_a = "tip", .surface_b = "floor"};
  rule.normal = normal::Gonthier{.stiffness = 1e7, .restitution = 0.5};
  rule.friction = friction::Coulomb{.static_coefficient = 0.4, .kinetic_coefficient = 0.3};
  return {{{.body = "rod", .geometry = shapes::Point{}, .at = Vector3(-0.5, 0, 0), .surface = "tip"},
           {.geometry = shapes::Plane{}, .at = Vector3(0, 0, height), .surface = "floor"}},
          {rule}};
}

TEST(ImpactConfiguration, FallingRodHasTheInertiaOfItsClosedForm) {
  const Model model = make_rod();
  const RigidConfiguration found =
      calc_rigid_configuration(model, model.make_initial_state(), touch_floor(0.0), ContactChoice::Nearest);
  ASSERT_EQ(found.dimension, 2);
  ASSERT_EQ(found.contacts.size(), 1U);
  EXPECT_EQ(found.contacts.front().name, "tip/floor");
  EXPECT_NEAR(found.contacts.front().gap, 0.0, 1e-15);
  // a = b = 1 + 12/8 and −c, with r = (0.35, 0.35) from the contact to the mass center.
  const Eigen::Matrix2d expected{{2.5, -1.5}, {-1.5, 2.5}};
  EXPECT_LT((found.delassus - expected).norm(), 1e-13);
  EXPECT_LT((found.velocity - Eigen::Vector2d(0.6, -1.0)).norm(), 1e-14);
  // Gravity alone; a central difference of velocities of order 1 over 2e-5 s rounds to about 1e-11.
  EXPECT_LT((found.free_acceleration - Eigen::Vector2d(0.0, -9.81)).norm(), 1e-9);
}

TEST(ImpactConfiguration, NothingThatTouchesIsAnError) {
  const Model model = make_rod();
  EXPECT_THROW(
      (void)calc_rigid_configuration(model, model.make_initial_state(), touch_floor(-1.0), ContactChoice::Touching),
      InputError);
  EXPECT_NEAR(calc_rigid_configuration(model, model.make_initial_state(), touch_floor(-1.0), ContactChoice::Nearest)
                  .contacts.front()
                  .gap,
              1.0, 1e-14);
}

TEST(ImpactConfiguration, CoefficientsAreThoseOfTheImpactOrElseOfTheCompliantLaws) {
  ContactRule rule = touch_floor(0.0).rules.front();
  EXPECT_EQ(find_friction(rule), 0.3);
  EXPECT_EQ(find_restitution(rule, 1.0), 0.5);
  rule.normal = normal::Hertz{.stiffness = 1e7};
  EXPECT_FALSE(find_restitution(rule, 1.0));
  rule.impact = impact::Newton{.restitution = 0.7, .friction = 0.2};
  EXPECT_EQ(find_friction(rule), 0.2);
  EXPECT_EQ(find_restitution(rule, 1.0), 0.7);
}

}  // namespace
}  // namespace carom
