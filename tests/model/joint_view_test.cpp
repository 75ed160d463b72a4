#include "carom/model/joints/joint_view.h"

#include <functional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/model_builder.h"

namespace carom {
namespace {

BodySpec make_body(std::string name, JointSpec joint) {
  return {.name = std::move(name),
          .mass = {.mass = 1.0, .inertia_about_center = Matrix3::Identity()},
          .joint = std::move(joint)};
}

// A slider, a ball on a spherical joint and a free block, in the order that is given.
Model make_model(const std::string& order) {
  ModelBuilder builder;
  for (const char which : order) {
    if (which == 's') {
      builder.add_body(
          make_body("slider", {.type = JointType::Prismatic, .name = "rail", .position = {0.3}, .velocity = {-2.0}}));
    } else if (which == 'b') {
      builder.add_body(make_body(
          "ball", {.type = JointType::Spherical, .position = {0.0, 1.0, 0.0, 0.0}, .velocity = {1.0, 2.0, 3.0}}));
    } else {
      builder.add_body(make_body("block", {.type = JointType::Free,
                                           .position = {0.0, 0.0, 1.0, 0.0, 4.0, 5.0, 6.0},
                                           .velocity = {7.0, 8.0, 9.0, 10.0, 11.0, 12.0}}));
    }
  }
  return builder.build();
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(JointView, FindsCoordinatesByNameWhateverTheOrderOfTheBodies) {
  for (const char* order : {"sbk", "ksb", "bks", "kbs"}) {
    const Model model = make_model(order);
    const State state = model.make_initial_state();
    const JointView slider(model, "rail"), ball(model, "ball"), block(model, "block");
    EXPECT_EQ(slider.position(state), 0.3) << order;
    EXPECT_EQ(slider.rate(state), -2.0) << order;
    EXPECT_EQ(slider.effort(state.v), -2.0) << order;
    EXPECT_EQ(ball.orientation(state), Quaternion(0.0, 1.0, 0.0, 0.0)) << order;
    EXPECT_EQ(ball.angular_velocity(state), Vector3(1.0, 2.0, 3.0)) << order;
    EXPECT_EQ(block.orientation(state), Quaternion(0.0, 0.0, 1.0, 0.0)) << order;
    EXPECT_EQ(block.place(state), Vector3(4.0, 5.0, 6.0)) << order;
    EXPECT_EQ(block.angular_velocity(state), Vector3(7.0, 8.0, 9.0)) << order;
    EXPECT_EQ(block.velocity(state), Vector3(10.0, 11.0, 12.0)) << order;
  }
}

TEST(JointView, SaysWhatAJointDoesNotHave) {
  const Model model = make_model("sbk");
  const State state = model.make_initial_state();
  EXPECT_EQ(message_of([&] { (void)JointView(model, "rail").place(state); }),
            "joint 'rail': is prismatic and has no place of its own");
  EXPECT_EQ(message_of([&] { (void)JointView(model, "ball").velocity(state); }),
            "joint 'ball': is spherical and has no velocity as a vector");
  EXPECT_EQ(message_of([&] { (void)JointView(model, "block").position(state); }),
            "joint 'block': is free and has no single coordinate");
  const std::string unknown = message_of([&] { (void)JointView(model, "blok"); });
  EXPECT_NE(unknown.find("'block'"), std::string::npos) << unknown;
}

}  // namespace
}  // namespace carom
