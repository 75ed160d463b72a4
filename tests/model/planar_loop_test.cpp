#include "carom/model/joints/planar_loop.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/model/model_builder.h"

namespace carom {
namespace {

// Three links in a chain about y, closed by a constraint to the frame; the first axis is tilted about x.
ModelBuilder make_linkage(double tilt, double across, ConstraintType type) {
  const auto add = [](ModelBuilder& builder, const char* name, const char* parent, const Vector3& at,
                      const Vector3& axis) {
    builder.add_body({.name = name,
                      .mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()},
                      .joint = {.type = JointType::Revolute, .parent = parent, .at = at, .axis = axis}});
  };
  ModelBuilder builder;
  add(builder, "crank", "world", Vector3::Zero(), Vector3(0.0, std::cos(tilt), std::sin(tilt)));
  add(builder, "coupler", "crank", Vector3(1, 0, 0), Vector3::UnitY());
  add(builder, "rocker", "coupler", Vector3(2, 0, 0), Vector3::UnitY());
  const Quaternion z_to_y(std::sqrt(0.5), -std::sqrt(0.5), 0, 0);
  builder.add_constraint({.name = "loop",
                          .type = type,
                          .body_b = "rocker",
                          .at_a = {2, across, 0},
                          .at_b = {-1, 0, 0},
                          .rotation_a = z_to_y,
                          .rotation_b = z_to_y});
  return builder;
}

TEST(PlanarLoop, AxesThatAgreeLeaveTheConstraintAsItIs) {
  for (const ConstraintType type : {ConstraintType::Point, ConstraintType::Hinge, ConstraintType::Cylindrical}) {
    const Model model = make_linkage(0.0, 0.0, type).build();
    EXPECT_EQ(model.constraints()[0].type, type);
    EXPECT_EQ(model.num_constraint_rows(), traits(type).rows);
  }
}

TEST(PlanarLoop, AxesThatAgreeUpToRoundingAreMadeParallelToTheOthers) {
  for (const ConstraintType type : {ConstraintType::Point, ConstraintType::Hinge}) {
    for (const double error : {1e-12, 1e-9, 3.7e-6, 9e-5}) {
      const Model model = make_linkage(error, 0.0, type).build();
      EXPECT_EQ(model.constraints()[0].type, type) << error;
      EXPECT_NEAR(model.constraints()[0].tilt, error, 1e-3 * error);
      for (int i = 1; i <= 3; ++i) EXPECT_EQ(as_eigen(model.body(i).axis), Vector3::UnitY()) << error;
    }
  }
}

// A frame turned by 1.5708 instead of π/2: axes can be made parallel, but links then lead out of the plane.
TEST(PlanarLoop, LengthsThatAgreeUpToRoundingKeepTheConstraintInThePlane) {
  for (const ConstraintType type : {ConstraintType::Point, ConstraintType::Hinge}) {
    for (const double error : {1e-12, 1e-9, 3.7e-6, 9e-5}) {
      const Model model = make_linkage(0.0, error, type).build();
      ASSERT_EQ(model.constraints()[0].type, ConstraintType::Line) << error;
      EXPECT_EQ(model.num_constraint_rows(), 2);
      EXPECT_EQ(model.constraints()[0].tilt, 0.0);
      EXPECT_NEAR(std::abs(model.constraints()[0].R_AC(1, 2)), 1.0, 1e-15) << "along the normal";
    }
  }
}

TEST(PlanarLoop, LargerAnglesAreMeant) {
  EXPECT_EQ(make_linkage(3e-4, 0.0, ConstraintType::Point).build().constraints()[0].type, ConstraintType::Point);
  EXPECT_EQ(make_linkage(0.0, 1e-2, ConstraintType::Point).build().constraints()[0].type, ConstraintType::Point);
}

}  // namespace
}  // namespace carom
