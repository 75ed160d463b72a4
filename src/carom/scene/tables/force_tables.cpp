#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

TablePtr<SpringDamper> make_spring_table() {
  using Spring = SpringDamper;
  auto table = schema::make_table<Spring>("spring", "A spring and a damper on the straight line between two points.");
  table->add_name("spring", &Spring::name, "how results and messages call it").required();
  table->add_reference("body_a", "body", &Spring::body_a, "one body");
  table->add_reference("body_b", "body", &Spring::body_b, "the other body").required();
  table->add("at_a", &Spring::at_a, kLength, "its end, in body_a's frame");
  table->add("at_b", &Spring::at_b, kLength, "its end, in body_b's frame");
  table->add("stiffness", &Spring::stiffness, kStiffness, "tension for a stretch").at_least(0.0);
  table->add("damping", &Spring::damping, kDamping, "tension for a speed of stretching").at_least(0.0);
  table->add("rest_length", &Spring::rest_length, kLength, "without tension").at_least(0.0);
  return table;
}

TablePtr<BodyForce> make_force_table() {
  using Force = BodyForce;
  auto table = schema::make_table<Force>("force", "A force at a point of a body, and a torque on it.");
  table->add_name("force", &Force::name, "how results and messages call it").required();
  table->add_reference("body", "body", &Force::body, "what it acts on").required();
  table->add("at", &Force::at, kLength, "where the force acts, in the body's frame");
  table->add("force", &Force::force, kForce, "along the axes of the world");
  table->add("torque", &Force::torque, kTorque, "about the axes of the world");
  const auto set_scale = [](Force& force, const TimeFunctionEntry& entry) { force.scale = entry.make_function(); };
  table->add_table("scale", make_time_function_table(kNumber), set_scale, "multiplies force and torque").otherwise("1");
  table->add("turns_with_body", &Force::turns_with_body, "force and torque are given in the body's axes instead");
  return table;
}

}  // namespace carom
