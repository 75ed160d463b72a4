#include "benchmarks/forward_dynamics/engine.h"

#include "carom/model/model.h"
#include "cases/benchmark_robots.h"

namespace carom::benchmarks {

Robot make_robot(const Model& model) {
  Robot robot{&model, model.gravity(), {}};
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodySpec& spec = model.spec(BodyIndex{i});
    const bool floating = spec.joint.type == JointType::Free;
    robot.links.push_back({.name = spec.name,
                           .parent = model.body(i).parent - 1,
                           .floating = floating,
                           .at = spec.joint.at,
                           .axis = spec.joint.axis,
                           .mass = spec.mass.mass,
                           .center = spec.mass.center_of_mass,
                           .principal = spec.mass.inertia_about_center.diagonal()});
    if (!floating) ++robot.num_joints;
  }
  return robot;
}

std::vector<JointState> make_states(const Model& model) {
  constexpr int kStates = 16;
  State initial = model.make_initial_state();
  cases::set_benchmark_state(model, initial);
  std::vector<JointState> states(kStates);
  for (int k = 0; k < kStates; ++k) {
    JointState& state = states[static_cast<std::size_t>(k)];
    for (const Body& body : model.bodies()) {
      if (body.type != JointType::Revolute) continue;
      state.angles.push_back(initial.q[body.position_start] + 1e-3 * k);
      state.rates.push_back(initial.v[body.velocity_start]);
    }
  }
  return states;
}

}  // namespace carom::benchmarks
