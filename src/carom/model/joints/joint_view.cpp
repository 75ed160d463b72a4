#include "carom/model/joints/joint_view.h"

#include "carom/base/input_error.h"

namespace carom {

JointView::JointView(const Model& model, std::string_view joint) : JointView(model, model.find_joint(joint)) {}

JointView::JointView(const Model& model, BodyIndex body)
    : name_(model.spec(body).joint.name),
      type_(model.body(body.value()).type),
      position_start_(model.body(body.value()).position_start),
      velocity_start_(model.body(body.value()).velocity_start) {}

void JointView::require(bool has, const char* what) const {
  if (has) return;
  throw InputError("joint '" + name_ + "'",
                   "is " + std::string(traits(type_).name) + " and has no " + std::string(what));
}

double JointView::position(const State& state) const {
  require(traits(type_).positions == 1, "single coordinate");
  return state.q[position_start_];
}

double JointView::rate(const State& state) const {
  require(traits(type_).velocities == 1, "single rate");
  return state.v[velocity_start_];
}

double JointView::effort(const ConstVectorRef& efforts) const {
  require(traits(type_).velocities == 1, "single effort");
  return efforts[velocity_start_];
}

Quaternion JointView::orientation(const State& state) const {
  require(traits(type_).has_quaternion, "orientation");
  return state.q.segment<4>(position_start_);
}

Vector3 JointView::angular_velocity(const State& state) const {
  require(traits(type_).has_quaternion, "angular velocity as a vector");
  return state.v.segment<3>(velocity_start_);
}

Vector3 JointView::place(const State& state) const {
  require(traits(type_).has_place(), "place of its own");
  return state.q.segment<3>(position_start_ + 4);
}

Vector3 JointView::velocity(const State& state) const {
  require(traits(type_).has_place(), "velocity as a vector");
  return state.v.segment<3>(velocity_start_ + 3);
}

}  // namespace carom
