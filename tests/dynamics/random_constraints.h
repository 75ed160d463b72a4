#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "carom/dynamics/kinematics.h"
#include "cases/random_tree.h"

namespace carom::testing_support {

inline constexpr std::array kPairConstraints{ConstraintType::Point,       ConstraintType::Hinge,
                                             ConstraintType::Weld,        ConstraintType::Distance,
                                             ConstraintType::Cylindrical, ConstraintType::Prismatic};

/// One constraint of every type between random bodies in random frames: not satisfied anywhere near, which their
/// derivatives do not ask.
inline Model make_randomly_constrained_tree(std::uint64_t seed, const cases::RandomTreeOptions& options) {
  ModelBuilder builder = cases::make_random_tree_builder(seed, options);
  const Model tree = builder.build();
  cases::RandomSource random(seed + 7);
  std::vector<std::string> names, single_joints;
  for (int i = 0; i < tree.num_bodies(); ++i) {
    names.push_back(tree.spec(BodyIndex(i)).name);
    if (tree.body(i).degrees == 1) single_joints.push_back(names.back());
  }
  const auto any = [&](const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(random.pick(static_cast<int>(list.size())))];
  };
  const auto make = [&](ConstraintType type) {
    ConstraintSpec spec{.name = std::string(traits(type).name), .type = type, .body_a = any(names)};
    do {
      spec.body_b = any(names);
    } while (spec.body_b == spec.body_a);
    spec.at_a = random.vector(0.5);
    spec.at_b = random.vector(0.5);
    spec.rotation_a = random.rotation();
    spec.rotation_b = random.rotation();
    spec.length = spec.radius = random.uniform(0.1, 1.0);
    spec.ratio = random.uniform(-2.0, 2.0);
    spec.offset = random.uniform(-1.0, 1.0);
    return spec;
  };
  for (const ConstraintType type : kPairConstraints) builder.add_constraint(make(type));
  builder.add_constraint(make(ConstraintType::Skate));
  for (const ConstraintType type : {ConstraintType::RollingSphere, ConstraintType::RollingDisk}) {
    ConstraintSpec rolling = make(type);
    rolling.body_a = "world";
    rolling.body_b = names[1 + static_cast<std::size_t>(random.pick(tree.num_bodies() - 1))];
    builder.add_constraint(rolling);
  }
  if (single_joints.size() > 1) {
    ConstraintSpec coupling = make(ConstraintType::Coupling);
    coupling.joint_a = single_joints.front();
    coupling.joint_b = single_joints.back();
    builder.add_constraint(coupling);
  }
  return builder.build();
}

/// A constraint between two bodies that is satisfied in this state: both its frames are laid where one random frame is.
/// B is the body with the last number, A any other.
inline ConstraintSpec make_satisfied_constraint(const Model& tree, const State& state, ConstraintType type,
                                                cases::RandomSource& random) {
  Kinematics kinematics(tree);
  calc_kinematics(tree, state.q, state.v, kinematics);
  ConstraintSpec spec{.name = std::string(traits(type).name), .type = type};
  const int b = tree.num_bodies() - 1;
  const int a = random.pick(b);
  const Matrix3 R = matrix_from_quaternion(random.rotation());
  const Vector3 p = Vector3(as_eigen(kinematics.body(b).p_WB)) + random.vector(0.3);
  const auto place = [&](int body, const Vector3& point, std::string& name, Vector3& at, Quaternion& rotation) {
    const Matrix3 R_WB = as_eigen(kinematics.body(body).R_WB);
    name = tree.spec(BodyIndex(body)).name;
    at = R_WB.transpose() * (point - as_eigen(kinematics.body(body).p_WB));
    rotation = quaternion_from_matrix(R_WB.transpose() * R);
  };
  // Those that slide start some way along; a distance is what it is.
  const bool slides = type == ConstraintType::Cylindrical || type == ConstraintType::Prismatic;
  const Vector3 apart = slides                             ? Vector3(0.4 * R.col(2))
                        : type == ConstraintType::Distance ? Vector3(0.7 * R.col(0))
                                                           : Vector3::Zero();
  spec.length = apart.norm();
  place(a, p, spec.body_a, spec.at_a, spec.rotation_a);
  place(b, p + apart, spec.body_b, spec.at_b, spec.rotation_b);
  return spec;
}

}  // namespace carom::testing_support
