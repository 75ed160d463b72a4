#pragma once

#include <string>
#include <vector>

#include "carom/model/model.h"

namespace carom {

/// Collects the parts of a mechanism in any order and checks them all at once.
///
///   ModelBuilder builder;
///   builder.add_body({.name = "bob", .mass = make_sphere(...), .joint = {.type = JointType::Revolute, ...}});
///   const Model model = builder.build();
///
/// Parts refer to each other by name. Bodies keep the order in which they were added, except that a parent is moved
/// before its children.
class ModelBuilder {
 public:
  static constexpr double kStandardGravity = 9.81;  // [m/s²], down the z-axis unless set otherwise

  ModelBuilder& set_gravity(const Vector3& gravity);
  ModelBuilder& add_body(BodySpec spec);
  ModelBuilder& add_constraint(ConstraintSpec spec);
  ModelBuilder& add_spring_damper(SpringDamper element);
  ModelBuilder& add_body_force(BodyForce element);
  ModelBuilder& add_callback_force(CallbackForce element);

  /// Puts all parts in the order of their names, whenever they were added.
  ModelBuilder& sort_by_names();

  /// Everything that is wrong, in the order of declaration: each names the element, the value found and the allowed
  /// range. Empty when build() would succeed.
  [[nodiscard]] std::vector<InputError> find_problems() const;

  /// Throws the first problem. The builder can be used again.
  [[nodiscard]] Model build() const;

 private:
  struct Names;

  [[nodiscard]] std::vector<int> sort_bodies() const;
  void add_bodies(Model& model, Names& names) const;
  void add_constraints(Model& model, const Names& names) const;
  void add_forces(Model& model, const Names& names) const;

  Vector3 gravity_{0.0, 0.0, -kStandardGravity};
  std::vector<BodySpec> bodies_;
  std::vector<ConstraintSpec> constraints_;
  std::vector<SpringDamper> spring_dampers_;
  std::vector<BodyForce> body_forces_;
  std::vector<CallbackForce> callback_forces_;
};

}  // namespace carom
