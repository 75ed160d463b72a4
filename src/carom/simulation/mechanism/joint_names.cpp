#include "carom/simulation/mechanism/joint_names.h"

#include <fmt/format.h>

namespace carom {

std::string describe_joint(const Model& model, int body) {
  return fmt::format("joint '{}'", model.spec(BodyIndex(body)).joint.name);
}

int find_body_of_velocity(const Model& model, int velocity) {
  int body = 1;
  while (velocity >= model.body(body).velocity_start + model.body(body).degrees) ++body;
  return body;
}

bool is_turning(JointType type, int k) {
  return traits(type).rates[static_cast<std::size_t>(k)].measure == JointMeasure::Angle;
}

std::string unit_of_velocity(const Model& model, int velocity) {
  const Body& body = model.body(find_body_of_velocity(model, velocity));
  return is_turning(body.type, velocity - body.velocity_start) ? "rad/s" : "m/s";
}

}  // namespace carom
