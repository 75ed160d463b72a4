#pragma once

#include <cstddef>
#include <vector>

#include "carom/math/packed.h"
#include "carom/model/joints/joint_motion.h"
#include "carom/model/model.h"

namespace carom {

/// A body B in the world W, everything in world axes. P is its parent; accelerations are the ordinary second
/// derivatives of positions (not Featherstone's spatial ones), so that only angular velocities enter their bias.
struct BodyMotion {
  PackedMatrix3 R_WB;
  PackedVector3 p_WB;          // of Bo  [m]
  PackedVector3 p_PB;          // from Po to Bo  [m]
  PackedVector3 w_WB;          // [rad/s]
  PackedVector3 v_WB;          // of Bo  [m/s]
  PackedVector3 bias_angular;  // α_B − α_P while the joint's v is constant and P does not accelerate  [rad/s²]
  PackedVector3 bias_linear;   // the same for the acceleration of Bo  [m/s²]
  PackedVector3 mass_moment;   // mass · p_BoBcm  [kg·m]
  PackedMatrix3 inertia;       // about Bo  [kg·m²]
};

/// Positions and velocities of all bodies: what every other algorithm starts from.
struct Kinematics {
  explicit Kinematics(const Model& model);

  std::vector<BodyMotion> bodies;    // [0] is the world
  std::vector<JointColumn> columns;  // one a velocity

  [[nodiscard]] const BodyMotion& body(int i) const { return bodies[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const JointColumn& column(int k) const { return columns[static_cast<std::size_t>(k)]; }
};

/// Fills all of `kinematics`. Quaternions need not have norm one: their direction counts.
void calc_kinematics(const Model& model, const ConstVectorRef& q, const ConstVectorRef& v, Kinematics& kinematics);

/// A point fixed in a body.
struct PointMotion {
  Vector3 position;  // p_WQ  [m]
  Vector3 velocity;  // v_WQ  [m/s]
};
[[nodiscard]] PointMotion calc_point_motion(const Kinematics& kinematics, int body, const Vector3& p_BQ);

}  // namespace carom
