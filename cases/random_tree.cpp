#include "cases/random_tree.h"

#include <algorithm>
#include <numbers>
#include <string>
#include <utility>

#include "carom/model/joints/joint_coordinates.h"

namespace carom::cases {
namespace {

// Any second moments of mass are possible, and their sums in pairs are the principal moments of inertia.
MassProperties make_random_mass(RandomSource& random) {
  const double mass = random.log_uniform(1e-2, 1e2);
  Vector3 second_moments;
  for (int k = 0; k < 3; ++k) second_moments[k] = mass * random.log_uniform(1e-3, 1e-1);
  const Matrix3 R = matrix_from_quaternion(random.rotation());
  const Vector3 principal = Vector3::Constant(second_moments.sum()) - second_moments;
  const Matrix3 inertia = R * principal.asDiagonal() * R.transpose();
  return {mass, random.vector(0.3), 0.5 * (inertia + inertia.transpose())};
}

// How the next body chooses its parent.
enum class Growth { Chain, Bush, Branches };

std::string pick_parent(const std::vector<BodySpec>& bodies, Growth growth, bool floating, RandomSource& random) {
  const auto count = static_cast<int>(bodies.size());
  int parent = count - 1;
  if (growth == Growth::Bush) parent = random.pick(count + 1) - 1;
  if (growth == Growth::Branches) parent = count - 1 - random.pick(std::min(count + 1, 4));
  if (parent < 0) return floating && count > 0 ? bodies.front().name : "world";
  return bodies[static_cast<std::size_t>(parent)].name;
}

std::vector<TimeFunction> make_random_drive(int degrees, RandomSource& random) {
  std::vector<TimeFunction> drive;
  for (int k = 0; k < degrees; ++k) {
    drive.emplace_back(time_functions::Sine{.offset = random.uniform(-1.0, 1.0),
                                            .amplitude = random.uniform(-1.0, 1.0),
                                            .angular_frequency = random.uniform(0.5, 2.0),
                                            .phase = random.uniform(0.0, std::numbers::pi)});
  }
  return drive;
}

BodySpec make_random_body(JointType type, std::string name, std::string parent, double driven_share,
                          RandomSource& random) {
  BodySpec body{.name = std::move(name), .mass = make_random_mass(random)};
  if (type == JointType::Weld && random.chance(0.5)) body.mass = {};
  body.joint.type = type;
  body.joint.parent = std::move(parent);
  body.joint.at = random.vector(0.5);
  body.joint.rotation = random.rotation();
  body.joint.axis = random.uniform(0.1, 3.0) * random.direction();
  if (random.chance(0.5)) body.joint.second_axis = random.direction();
  body.joint.pitch = random.uniform(-0.3, 0.3);
  if (!traits(type).has_quaternion && random.chance(driven_share)) {
    body.joint.drive = make_random_drive(traits(type).velocities, random);
  }
  return body;
}

}  // namespace

std::vector<BodySpec> make_random_bodies(std::uint64_t seed, const RandomTreeOptions& options) {
  RandomSource random(seed);
  const auto growth = static_cast<Growth>(random.pick(3));
  int degrees_left = 1 + random.pick(options.most_degrees);
  std::vector<BodySpec> bodies;
  while (degrees_left > 0) {
    auto type = all_joint_types()[static_cast<std::size_t>(random.pick(kNumJointTypes))];
    if (traits(type).velocities > degrees_left) type = JointType::Revolute;
    if (options.floating && bodies.empty()) type = JointType::Free;
    std::string parent = pick_parent(bodies, growth, options.floating, random);
    bodies.push_back(make_random_body(type, "body" + std::to_string(bodies.size()), std::move(parent),
                                      options.driven_share, random));
    degrees_left -= traits(type).velocities;
  }
  return bodies;
}

ModelBuilder make_random_tree_builder(std::uint64_t seed, const RandomTreeOptions& options) {
  ModelBuilder builder;
  for (BodySpec& body : make_random_bodies(seed, options)) builder.add_body(std::move(body));
  RandomSource random(~seed);
  builder.set_gravity(options.has_gravity ? Vector3(9.81 * random.direction()) : Vector3::Zero());
  return builder;
}

Model make_random_tree(std::uint64_t seed, const RandomTreeOptions& options) {
  return make_random_tree_builder(seed, options).build();
}

State make_random_state(const Model& model, std::uint64_t seed) {
  RandomSource random(seed);
  State state = model.make_initial_state();
  state.time = random.uniform(0.0, 10.0);
  state.q = make_random_vector(model.num_positions(), 1.0, random);
  state.v = make_random_vector(model.num_velocities(), 2.0, random);
  for (const Body& body : model.bodies()) {
    if (traits(body.type).has_quaternion) state.q.segment<4>(body.position_start) = random.rotation();
    const bool has_angle = body.type == JointType::Revolute || body.type == JointType::Universal;
    if (has_angle) state.q.segment(body.position_start, body.degrees) *= std::numbers::pi;
  }
  set_driven_coordinates(model, state.time, state.q, state.v);
  return state;
}

VectorX make_random_vector(int count, double size, RandomSource& random) {
  VectorX values(count);
  for (double& value : values) value = random.uniform(-size, size);
  return values;
}

}  // namespace carom::cases
