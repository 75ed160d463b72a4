#include "carom/model/model_builder.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"
#include "carom/model/body_compiler.h"
#include "carom/model/spec_checks.h"

namespace carom {
namespace {

const std::string kWorldName = "world";

// Names of one kind of element → their number in a list.
class NameTable {
 public:
  void add(const char* kind, const std::string& name, int number) {
    if (name.empty()) throw InputError(kind, "every one needs a name");
    if (!numbers_.emplace(name, number).second) throw InputError(describe(kind, name), "two have this name");
    names_.push_back(name);
  }
  [[nodiscard]] int find(const std::string& element, const char* role, const std::string& name) const {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    throw InputError(element, fmt::format("{} '{}' does not exist{}", role, name, make_suggestion(name, names_)));
  }

 private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> names_;
};

// Runs a check and keeps what it complains of.
template <class Check>
void collect(std::vector<InputError>& problems, Check check) {
  try {
    check();
  } catch (const InputError& problem) {
    problems.push_back(problem);
  }
}

// Bodies with parents first: repeatedly those whose parent is placed. What is left over hangs on itself.
std::vector<int> sort_by_ancestry(const std::vector<BodySpec>& bodies, const std::vector<int>& parents) {
  const std::size_t count = bodies.size();
  std::vector<std::vector<int>> children(count + 1);  // the last is the world
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t parent = parents[i] < 0 ? count : static_cast<std::size_t>(parents[i]);
    children[parent].push_back(static_cast<int>(i));
  }
  // A body is ready once its parent is placed; among those ready, the first declared goes first.
  std::vector<int> order;
  std::vector<int> ready(children[count]);
  std::make_heap(ready.begin(), ready.end(), std::greater<>());
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>());
    const int body = ready.back();
    ready.pop_back();
    order.push_back(body);
    for (const int child : children[static_cast<std::size_t>(body)]) {
      ready.push_back(child);
      std::push_heap(ready.begin(), ready.end(), std::greater<>());
    }
  }
  if (order.size() == count) return order;
  // Walk up from any body left over until one repeats: that is the cycle.
  std::vector<bool> placed(count, false);
  for (const int body : order) placed[static_cast<std::size_t>(body)] = true;
  int walker = static_cast<int>(std::find(placed.begin(), placed.end(), false) - placed.begin());
  for (std::size_t i = 0; i < count; ++i) walker = parents[static_cast<std::size_t>(walker)];
  std::string path = bodies[static_cast<std::size_t>(walker)].name;
  for (int i = parents[static_cast<std::size_t>(walker)]; i != walker; i = parents[static_cast<std::size_t>(i)]) {
    path += " → " + bodies[static_cast<std::size_t>(i)].name;
  }
  throw InputError(describe("body", bodies[static_cast<std::size_t>(walker)].name),
                   "its parents lead back to itself (" + path + " → …); close a loop with a constraint instead");
}

}  // namespace

ModelBuilder& ModelBuilder::set_gravity(const Vector3& gravity) {
  gravity_ = gravity;
  return *this;
}
ModelBuilder& ModelBuilder::add_body(BodySpec spec) {
  bodies_.push_back(std::move(spec));
  return *this;
}
ModelBuilder& ModelBuilder::add_constraint(ConstraintSpec spec) {
  constraints_.push_back(std::move(spec));
  return *this;
}
ModelBuilder& ModelBuilder::add_spring_damper(SpringDamper element) {
  spring_dampers_.push_back(std::move(element));
  return *this;
}
ModelBuilder& ModelBuilder::add_body_force(BodyForce element) {
  body_forces_.push_back(std::move(element));
  return *this;
}
ModelBuilder& ModelBuilder::add_callback_force(CallbackForce element) {
  callback_forces_.push_back(std::move(element));
  return *this;
}

std::vector<InputError> ModelBuilder::find_problems() const {
  std::vector<InputError> problems;
  collect(problems, [&] { check_gravity(gravity_); });
  for (const BodySpec& body : bodies_) {
    collect(problems, [&] { check_mass(body); });
    collect(problems, [&] { check_joint(body); });
  }
  for (const ConstraintSpec& constraint : constraints_) collect(problems, [&] { check_constraint(constraint); });
  for (const SpringDamper& element : spring_dampers_) collect(problems, [&] { check_spring_damper(element); });
  for (const BodyForce& element : body_forces_) collect(problems, [&] { check_body_force(element); });
  for (const CallbackForce& element : callback_forces_) collect(problems, [&] { check_callback_force(element); });
  // References are looked at together; one bad name spoils what follows from it, so only the first is told.
  if (problems.empty()) collect(problems, [&] { (void)build(); });
  return problems;
}

Model ModelBuilder::build() const {
  check_gravity(gravity_);
  Model model;
  model.gravity_ = gravity_;

  // Names, and bodies in an order with parents first.
  NameTable declared;
  declared.add("body", kWorldName, -1);
  for (std::size_t i = 0; i < bodies_.size(); ++i) declared.add("body", bodies_[i].name, static_cast<int>(i));
  std::vector<int> parents;
  for (const BodySpec& body : bodies_) {
    check_mass(body);
    check_joint(body);
    parents.push_back(declared.find(describe("body", body.name), "parent", body.joint.parent));
  }
  const std::vector<int> order = sort_by_ancestry(bodies_, parents);

  // Bodies and what their joints hold.
  NameTable bodies;
  NameTable joints;
  bodies.add("body", kWorldName, 0);
  model.bodies_.push_back(make_world_body());
  model.specs_.push_back({.name = kWorldName});
  for (const int source : order) {
    BodySpec spec = bodies_[static_cast<std::size_t>(source)];
    if (spec.joint.name.empty()) spec.joint.name = spec.name;
    Body body = compile_body(spec, model.num_positions_, model.num_velocities_);
    body.parent = bodies.find(describe("body", spec.name), "parent", spec.joint.parent);
    const int number = model.num_bodies();
    bodies.add("body", spec.name, number);
    joints.add("joint", spec.joint.name, number);
    model.num_positions_ += traits(body.type).positions;
    model.num_velocities_ += traits(body.type).velocities;
    add_joint_forces(body, spec.joint,
                     {model.joint_dampers_, model.joint_springs_, model.ball_springs_, model.joint_stops_,
                      model.joint_motors_, model.joint_drives_});
    model.bodies_.push_back(body);
    model.specs_.push_back(std::move(spec));
  }
  check_inertia_of_joints(model.bodies_, model.specs_);

  // What refers to bodies and joints.
  for (const ConstraintSpec& spec : constraints_) {
    check_constraint(spec);
    const std::string element = describe("constraint", spec.name);
    Constraint constraint = compile_constraint(spec, model.num_constraint_rows_);
    if (spec.type == ConstraintType::Coupling) {
      const int a = joints.find(element, "joint_a", spec.joint_a);
      const int b = joints.find(element, "joint_b", spec.joint_b);
      connect_coupling(element, model.bodies_[static_cast<std::size_t>(a)], model.bodies_[static_cast<std::size_t>(b)],
                       constraint);
    } else {
      constraint.body_a = bodies.find(element, "body_a", spec.body_a);
      constraint.body_b = bodies.find(element, "body_b", spec.body_b);
      const bool one_body = spec.type == ConstraintType::Skate;
      if (constraint.body_a == constraint.body_b && !one_body) {
        throw InputError(element, fmt::format("must join two different bodies, found '{}' twice", spec.body_a));
      }
    }
    model.num_constraint_rows_ += traits(spec.type).rows;
    model.constraints_.push_back(constraint);
    model.constraint_specs_.push_back(spec);
  }
  for (const SpringDamper& element : spring_dampers_) {
    check_spring_damper(element);
    const std::string name = describe("spring", element.name);
    model.spring_dampers_.push_back(
        {bodies.find(name, "body_a", element.body_a), bodies.find(name, "body_b", element.body_b), element});
  }
  for (const BodyForce& element : body_forces_) {
    check_body_force(element);
    model.body_forces_.push_back({bodies.find(describe("force", element.name), "body", element.body), element});
  }
  for (const CallbackForce& element : callback_forces_) {
    check_callback_force(element);
    model.callback_forces_.push_back(element);
  }
  return model;
}

}  // namespace carom
