#pragma once

#include <vector>

#include "carom/dynamics/kinematics.h"

namespace carom {

/// A body and all that hangs on it, frozen together: inertia at Bo in world axes.
struct CompositeBody {
  double mass{};              // [kg]
  PackedVector3 mass_moment;  // [kg·m]
  PackedMatrix3 inertia;      // [kg·m²]
};

/// Workspace of the composite-rigid-body algorithm.
struct CompositeBodies {
  explicit CompositeBodies(const Model& model) : bodies(static_cast<std::size_t>(model.num_bodies())) {}
  std::vector<CompositeBody> bodies;
};

/// The mass matrix M(q), all of it, by the composite-rigid-body algorithm.       [featherstone2008, chapter 6]
void calc_mass_matrix(const Model& model, const Kinematics& kinematics, CompositeBodies& workspace, MatrixRef M);

}  // namespace carom
