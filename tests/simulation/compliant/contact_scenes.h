#pragma once

#include <string>
#include <vector>

#include "carom/model/model_builder.h"
#include "carom/simulation/compliant/compliant_part.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"

namespace carom::test {

/// A ball that flies freely: where it is and how it moves at the start, in world axes.
struct Ball {
  double mass{1.0};    // [kg]
  double radius{0.1};  // [m]
  Vector3 position{Vector3::Zero()};
  Vector3 velocity{Vector3::Zero()};
  Vector3 spin{Vector3::Zero()};
  Vector3 gravity{Vector3::Zero()};
};

inline Model make_model(const Ball& ball) {
  ModelBuilder builder;
  builder.set_gravity(ball.gravity);
  BodySpec body;
  body.name = "ball";
  body.mass.mass = ball.mass;
  body.mass.inertia_about_center = 0.4 * ball.mass * ball.radius * ball.radius * Matrix3::Identity();
  body.joint.type = JointType::Free;
  body.joint.position = {1, 0, 0, 0, ball.position.x(), ball.position.y(), ball.position.z()};
  body.joint.velocity = {ball.spin.x(),     ball.spin.y(),     ball.spin.z(),
                         ball.velocity.x(), ball.velocity.y(), ball.velocity.z()};
  builder.add_body(body);
  return builder.build();
}

/// Such a ball against another shape of the world.
inline ContactSetup make_contact(double radius, ShapeSpec other, const NormalLaw& normal,
                                 const FrictionLaw& friction = friction::None{}) {
  const ShapeSpec sphere{.body = "ball", .geometry = shapes::Sphere{.radius = radius}, .surface = "ball"};
  other.surface = "ground";
  return {.shapes = {sphere, other},
          .rules = {{.surface_a = "ball", .surface_b = "ground", .normal = normal, .friction = friction}}};
}

inline ShapeSpec make_plane(const Vector3& at = Vector3::Zero(), const Vector3& normal = Vector3::UnitZ()) {
  return {.geometry = shapes::Plane{.normal = normal}, .at = at};
}

inline SimulationOptions make_adaptive(const ContactSetup& contacts, double duration, double tolerance) {
  return {.integrator = AdaptiveOptions{.relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance},
          .duration = duration,
          .record_every = duration,
          .contacts = contacts};
}

inline SimulationReport simulate(const Model& model, const SimulationOptions& options, Observer* observer = nullptr) {
  return Simulation(model, model.make_initial_state(), options).run(observer);
}

/// The compliant contacts of a mechanism that has nothing else.
inline const CompliantPart& compliant_part(const MechanismSystem& system) {
  return dynamic_cast<const CompliantPart&>(*system.contacts().front());
}

/// What one contact shows at each recording time, and every event.
struct ContactWatcher : Observer {
  struct Sample {
    double time{};   // [s]
    double depth{};  // [m]
    bool touching{};
    double impact_speed{};  // latched; 0: apart  [m/s]
    CompliantContacts::Motion motion{};
    CompliantContacts::Forces forces{};
    FrictionMemory memory{};
    Vector3 normal{Vector3::Zero()};
    State state{};
  };

  explicit ContactWatcher(int slot = 0) : slot_(slot) {}
  [[nodiscard]] bool observe(const Moment& moment) override {
    MechanismSystem& system = moment.system;
    system.calc_contact_motion(moment.state.time, moment.y);
    const CompliantContacts& contacts = compliant_part(system).contacts();
    const CompliantContacts::ConstState state = compliant_part(system).state(moment.y);
    samples.push_back({.time = moment.state.time,
                       .depth = -contacts.motion(slot_).gap,
                       .touching = CompliantContacts::is_touching(state, slot_),
                       .impact_speed = CompliantContacts::passive(state, slot_, CompliantContacts::kImpactSpeed),
                       .motion = contacts.motion(slot_),
                       .forces = contacts.calc_forces(slot_, state),
                       .memory = contacts.memory(slot_, state),
                       .normal = contacts.point(slot_).normal,
                       .state = moment.state});
    return true;
  }
  [[nodiscard]] bool observe_contact(const std::string& contact, const ContactEvent& event) override {
    events.push_back(event);
    names.push_back(contact);
    return true;
  }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
    checkpoints.push_back(checkpoint);
    return true;
  }

  std::vector<Sample> samples;
  std::vector<ContactEvent> events;
  std::vector<std::string> names;  // of the contacts of the events
  std::vector<Checkpoint> checkpoints;

 private:
  int slot_;
};

}  // namespace carom::test
