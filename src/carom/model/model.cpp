#include "carom/model/model.h"

#include <cstddef>

#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"
#include "carom/model/joints/joint_coordinates.h"

namespace carom {
namespace {

[[noreturn]] void refuse_unknown(const char* kind, std::string_view name, const std::vector<std::string>& known) {
  throw InputError("model",
                   "no " + std::string(kind) + " is named '" + std::string(name) + "'" + make_suggestion(name, known));
}

}  // namespace

BodyIndex Model::find_body(std::string_view name) const {
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].name == name) return BodyIndex(static_cast<int>(i));
  }
  std::vector<std::string> known;
  for (const BodySpec& spec : specs_) known.push_back(spec.name);
  refuse_unknown("body", name, known);
}

BodyIndex Model::find_joint(std::string_view name) const {
  std::vector<std::string> known;
  for (std::size_t i = 1; i < specs_.size(); ++i) {
    if (specs_[i].joint.name == name) return BodyIndex(static_cast<int>(i));
    known.push_back(specs_[i].joint.name);
  }
  refuse_unknown("joint", name, known);
}

State Model::make_initial_state() const {
  State state{.time = 0.0, .q = VectorX::Zero(num_positions_), .v = VectorX::Zero(num_velocities_)};
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    const JointSpec& joint = specs_[i].joint;
    if (traits(body.type).has_quaternion) state.q[body.position_start] = 1.0;
    for (std::size_t k = 0; k < joint.position.size(); ++k)
      state.q[body.position_start + static_cast<int>(k)] = joint.position[k];
    for (std::size_t k = 0; k < joint.velocity.size(); ++k)
      state.v[body.velocity_start + static_cast<int>(k)] = joint.velocity[k];
  }
  normalize_quaternions(*this, state.q);
  set_driven_coordinates(*this, state.time, state.q, state.v);
  return state;
}

double Model::total_mass() const {
  double sum = 0.0;
  for (const Body& body : bodies_) sum += body.mass;
  return sum;
}

}  // namespace carom
