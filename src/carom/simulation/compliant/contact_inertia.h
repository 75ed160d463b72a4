#pragma once

#include <span>
#include <vector>

#include "carom/dynamics/constrained_dynamics.h"
#include "carom/simulation/compliant/compliant_contacts.h"

namespace carom {

/// What the bodies of a mechanism oppose to forces at its contacts, at one configuration.
class ContactInertia {
 public:
  /// The contacts' motion must be that of the kinematics and q.
  ContactInertia(const Model& model, const CompliantContacts& contacts, const Kinematics& kinematics, const VectorX& q);

  /// The least inertia that contacts at these slots feel together, along their normals and along their tangent planes:
  /// one over the largest eigenvalue of G = J M⁻¹ Jᵀ, with loops closed and driven joints held [kg]. Infinite where
  /// nothing can move.
  struct Mass {
    double normal{}, tangential{};
  };
  [[nodiscard]] Mass calc_mass(std::span<const int> slots);

 private:
  struct Row {
    int slot{};
    Vector3 direction{Vector3::Zero()};
  };
  [[nodiscard]] double calc_mass_along(std::span<const Row> rows);
  [[nodiscard]] VectorX calc_acceleration(const Row* pushed);
  [[nodiscard]] double calc_along(const Row& row, const VectorX& v_rate);
  [[nodiscard]] Vector3 arm(int slot, int body) const;

  const Model& model_;
  const CompliantContacts& contacts_;
  const Kinematics& kinematics_;
  const VectorX& q_;
  AppliedForces applied_;
  ArticulatedBodies articulated_;
  ConstraintWorkspace constraints_;
  MatrixX jacobian_;
};

}  // namespace carom
