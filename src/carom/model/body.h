#pragma once

#include <string>

#include "carom/base/index.h"
#include "carom/math/packed.h"
#include "carom/model/joints/joint.h"
#include "carom/model/mass_properties.h"

namespace carom {

/// Bodies are numbered so that a parent comes before its children; the world is body 0.
using BodyIndex = TypedIndex<struct BodyTag>;
inline constexpr BodyIndex kWorld{0};

/// A body and the joint to its parent, as a user describes them.
struct BodySpec {
  std::string name{};
  MassProperties mass{};
  JointSpec joint{};
};

/// A body and its joint as the algorithms read them: everything constant worked out once.
///
/// For joints with one angle θ about an axis u the rotation is an affine function of (sin θ, cos θ):
/// R_PB = R_PF (u uᵀ + sin θ [u]× + cos θ (1 − u uᵀ)).
struct Body {
  int parent{};          // number of P
  int position_start{};  // first coordinate in q
  int velocity_start{};  // first velocity in v
  int degrees{};         // of freedom
  JointType type{};
  bool driven{};       // the position is a given function of time
  bool alone{};        // free in the world, and carries no other body
  double pitch{};      // [m/rad]
  double mass{};       // [kg]
  PackedVector3 p_PF;  // in P  [m]
  PackedMatrix3 R_PF;  // also of all joints that do not turn
  PackedMatrix3 R_PB_constant, R_PB_sine, R_PB_cosine;
  PackedVector3 axis;         // in F and, for one angle, in B
  PackedVector3 second_axis;  // universal: in B; planar: in F
  PackedVector3 mass_moment;  // mass · p_BoBcm in B  [kg·m]
  PackedMatrix3 inertia;      // about Bo in B  [kg·m²]
};

}  // namespace carom
