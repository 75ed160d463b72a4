// Bodies that are deeper in each other than they are thick end a run, whatever the formulation.
#include "carom/simulation/verdict/depth_limit.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

using testing::HasSubstr;

CollisionShape make_shape(const ShapeGeometry& geometry, const Vector3& at = Vector3::Zero()) {
  return make_collision_shape({.body = "body", .geometry = geometry, .at = at, .surface = "any"}, BodyIndex(1));
}

TEST(DepthLimit, IsTheMiddleOfTheSmallerSolidAndAllOfOneInAPlane) {
  const CollisionShape plane = make_shape(shapes::Plane{}), ball = make_shape(shapes::Sphere{.radius = 0.2});
  const CollisionShape box = make_shape(shapes::Box{.size = {1.0, 0.5, 0.1}});
  EXPECT_EQ(calc_depth_limit(ball, make_shape(shapes::Sphere{.radius = 0.1})), 0.1);
  EXPECT_EQ(calc_depth_limit(ball, box), 0.05);
  EXPECT_EQ(calc_depth_limit(make_shape(shapes::Cylinder{.radius = 0.2, .length = 0.1}), ball), 0.05);
  EXPECT_DOUBLE_EQ(calc_depth_limit(ball, plane), 0.4);
  EXPECT_DOUBLE_EQ(calc_depth_limit(plane, box), Vector3(1.0, 0.5, 0.1).norm());
  EXPECT_EQ(calc_depth_limit(make_shape(shapes::Point{}, {0.0, 0.0, -0.25}), plane), 0.5);
  EXPECT_EQ(calc_depth_limit(make_shape(shapes::Point{}), plane), std::numeric_limits<double>::infinity());
  EXPECT_EQ(calc_small_extent(plane, box), 0.05);
}

// The softer the contact and the faster the ball, the deeper it goes: never far beyond its radius.
TEST(DepthLimit, ABallThatSinksIntoTheFloorEndsTheRun) {
  for (const double stiffness : {1e-3, 1.0, 1e3}) {
    for (const double speed : {20.0, 1e3, 1e5}) {
      const test::Ball ball{.position = {0, 0, 0.2}, .velocity = {0, 0, -speed}, .gravity = {0, 0, -9.81}};
      const ContactSetup contacts =
          test::make_contact(ball.radius, test::make_plane(), normal::Hertz{.stiffness = stiffness});
      const SimulationReport report = test::simulate(test::make_model(ball), test::make_adaptive(contacts, 1.0, 1e-6));
      EXPECT_EQ(report.status, SimulationStatus::Failed) << stiffness << " N/m^1.5 at " << speed << " m/s";
      EXPECT_THAT(report.sentence, HasSubstr("contact ball/ground"));
    }
  }
}

}  // namespace
}  // namespace carom
