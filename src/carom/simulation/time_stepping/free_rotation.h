#pragma once

#include <vector>

#include "carom/dynamics/kinematics.h"

namespace carom {

/// How bodies that are free in the world turn and wobble by their inertia alone, at no cost in energy.
///
/// A step v⁺ = v⁻ + h v̇(q⁻, v⁻) gains energy from the gyroscopic torque −ω × Iω at every step, without bound. Here that
/// torque acts by the implicit midpoint rule at the positions of the start,
///
///   I (ω̂ − ω⁻) = −h ω_m × I ω_m,   ω_m = ½ (ω⁻ + ω̂),
///
/// which keeps ½ ω·Iω and |Iω|: both sides are orthogonal to ω_m and to I ω_m. The turn exp(h ω̂) that follows has ω̂ as
/// its axis and changes neither. The mass centre keeps its velocity: Bo, wherever it is in the body, goes around it.
class FreeRotation {
 public:
  explicit FreeRotation(const Model& model);

  /// Puts this in place of what v_free = v⁻ + h v̇ has of it; `kinematics` are those of (q⁻, v⁻).
  void correct(const Kinematics& kinematics, double step, VectorRef v_free) const;

 private:
  struct Wobbler {
    int body{};
    int velocity_start{};
    double mass{};                     // [kg]
    Matrix3 inertia{Matrix3::Zero()};  // about the mass centre, in B  [kg·m²]
    Matrix3 inertia_inverse{Matrix3::Zero()};
    Vector3 center{Vector3::Zero()};  // p_BoBcm in B  [m]
  };
  void correct(const Wobbler& body, const Kinematics& kinematics, double step, VectorRef v_free) const;

  std::vector<Wobbler> wobblers_;  // bodies that do not turn like a ball about Bo
};

/// Which bodies loops connect: their inertia is that of the whole loop.
[[nodiscard]] std::vector<char> find_bodies_in_loops(const Model& model);

/// ω after a time in which a body with this inertia turns without torques, in the body's axes: midpoint steps of at
/// most a tenth of a radian.
[[nodiscard]] Vector3 turn_freely(const Matrix3& inertia, const Vector3& w, double time);

}  // namespace carom
