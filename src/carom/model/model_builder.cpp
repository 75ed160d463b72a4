#include "carom/model/model_builder.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "carom/base/natural_order.h"
#include "carom/base/nearest_name.h"
#include "carom/model/body_compiler.h"
#include "carom/model/constraint_compiler.h"
#include "carom/model/joints/planar_loop.h"
#include "carom/model/moved_inertia.h"
#include "carom/model/spec_checks.h"

namespace carom {
namespace {

const std::string kWorldName = "world";

// Names of one kind of element → their number in a list.
class NameTable {
 public:
  void add(const char* kind, const std::string& name, int number) {
    if (name.empty()) throw InputError(kind, "every one needs a name");
    if (!numbers_.emplace(name, number).second) {
      throw InputError(describe(kind, name),
                       name == kWorldName ? "this name is taken by the world" : "two have this name");
    }
    names_.push_back(name);
  }
  // For elements that nothing refers to: a name is welcome but not needed.
  void add_if_named(const char* kind, const std::string& name) {
    if (!name.empty()) add(kind, name, 0);
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

void mark_lone_bodies(std::vector<Body>& bodies) {
  for (Body& body : bodies) body.alone = body.type == JointType::Free && body.parent == 0 && !body.driven;
  for (const Body& body : bodies) bodies[static_cast<std::size_t>(body.parent)].alone = false;
}

}  // namespace

struct ModelBuilder::Names {
  NameTable bodies;
  NameTable joints;
};

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

ModelBuilder& ModelBuilder::sort_by_names() {
  const auto sort = [](auto& parts) {
    std::ranges::stable_sort(parts, [](const auto& a, const auto& b) { return comes_before(a.name, b.name); });
  };
  sort(bodies_);
  sort(constraints_);
  sort(spring_dampers_);
  sort(body_forces_);
  sort(callback_forces_);
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
  Names names;
  add_bodies(model, names);
  add_constraints(model, names);
  add_forces(model, names);
  return model;
}

// Positions in bodies_, parents before children.
std::vector<int> ModelBuilder::sort_bodies() const {
  NameTable declared;
  declared.add("body", kWorldName, -1);
  for (std::size_t i = 0; i < bodies_.size(); ++i) declared.add("body", bodies_[i].name, static_cast<int>(i));
  std::vector<int> parents;
  for (const BodySpec& body : bodies_) {
    check_mass(body);
    check_joint(body);
    parents.push_back(declared.find(describe("body", body.name), "parent", body.joint.parent));
  }
  return sort_by_ancestry(bodies_, parents);
}

void ModelBuilder::add_bodies(Model& model, Names& names) const {
  names.bodies.add("body", kWorldName, 0);
  model.bodies_.push_back(make_world_body());
  model.specs_.push_back({.name = kWorldName});
  for (const int source : sort_bodies()) {
    BodySpec spec = bodies_[static_cast<std::size_t>(source)];
    if (spec.joint.name.empty()) spec.joint.name = spec.name;
    Body body = compile_body(spec, model.num_positions_, model.num_velocities_);
    body.parent = names.bodies.find(describe("body", spec.name), "parent", spec.joint.parent);
    names.bodies.add("body", spec.name, model.num_bodies());
    names.joints.add("joint", spec.joint.name, model.num_bodies());
    model.num_positions_ += traits(body.type).positions;
    model.num_velocities_ += traits(body.type).velocities;
    add_joint_forces(body, spec.joint,
                     {model.joint_dampers_, model.joint_springs_, model.ball_springs_, model.joint_stops_,
                      model.joint_motors_, model.joint_drives_});
    model.bodies_.push_back(body);
    model.specs_.push_back(std::move(spec));
  }
  check_inertia_of_joints(model.bodies_, model.specs_);
  mark_lone_bodies(model.bodies_);
}

void ModelBuilder::add_constraints(Model& model, const Names& names) const {
  NameTable used;
  for (const ConstraintSpec& spec : constraints_) {
    check_constraint(spec);
    used.add_if_named("constraint", spec.name);
    const std::string element = describe("constraint", spec.name);
    Constraint constraint = compile_constraint(spec);
    if (spec.type == ConstraintType::Coupling) {
      const int a = names.joints.find(element, "joint_a", spec.joint_a);
      const int b = names.joints.find(element, "joint_b", spec.joint_b);
      connect_coupling(element, model.body(a), model.body(b), constraint);
    } else {
      constraint.body_a = names.bodies.find(element, "body_a", spec.body_a);
      constraint.body_b = names.bodies.find(element, "body_b", spec.body_b);
    }
    model.constraints_.push_back(constraint);
    model.constraint_specs_.push_back(spec);
  }
  keep_loops_planar(model.bodies_, model.constraints_);
  for (Constraint& constraint : model.constraints_) {
    constraint.first_row = model.num_constraint_rows_;
    model.num_constraint_rows_ += traits(constraint.type).rows;
  }
}

void ModelBuilder::add_forces(Model& model, const Names& names) const {
  NameTable springs;
  NameTable forces;
  NameTable callbacks;
  for (const SpringDamper& element : spring_dampers_) {
    check_spring_damper(element);
    springs.add_if_named("spring", element.name);
    const std::string name = describe("spring", element.name);
    model.spring_dampers_.push_back({names.bodies.find(name, "body_a", element.body_a),
                                     names.bodies.find(name, "body_b", element.body_b), element});
  }
  for (const BodyForce& element : body_forces_) {
    check_body_force(element);
    forces.add_if_named("force", element.name);
    model.body_forces_.push_back({names.bodies.find(describe("force", element.name), "body", element.body), element});
  }
  for (const CallbackForce& element : callback_forces_) {
    check_callback_force(element);
    callbacks.add("callback", element.name, 0);  // its row in the ledger needs the name
    model.callback_forces_.push_back(element);
  }
}

}  // namespace carom
