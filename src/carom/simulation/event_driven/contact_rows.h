#pragma once

#include <span>
#include <vector>

#include "carom/dynamics/constrained_dynamics.h"
#include "carom/simulation/event_driven/body_order.h"
#include "carom/simulation/event_driven/rigid_contacts.h"

namespace carom {

/// What the mechanism is to some of its contacts: three directions each, tangential first, normal last.
///
/// Impulses p change the mechanism's velocities by Δv = X p and the contacts' by G p. Joint loops answer in the same
/// instant and driven joints are held: X = (M⁻¹ − M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹J M⁻¹) J_cᵀ with J the rows of the loops.
/// Storage grows when more contacts touch than ever before; otherwise nothing is allocated.
class ContactRows {
 public:
  explicit ContactRows(const Model& model);

  /// At the motion of `contacts` and `kinematics`. `articulated` and `constraints` must hold factors for these
  /// positions.
  void calc(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts, std::span<const int> slots,
            ArticulatedBodies& articulated, ConstraintWorkspace& constraints);

  [[nodiscard]] int count() const { return static_cast<int>(slots_.size()); }  // contacts
  [[nodiscard]] int size() const { return 3 * count(); }                       // rows
  [[nodiscard]] const std::vector<int>& slots() const { return slots_; }
  /// t₁, t₂, n of a contact in world axes.
  [[nodiscard]] const Matrix3& axes(int contact) const { return axes_[static_cast<std::size_t>(contact)]; }

  [[nodiscard]] auto response() const { return X_.leftCols(size()); }                      // X
  [[nodiscard]] auto inverse_inertia() const { return G_.topLeftCorner(size(), size()); }  // G
  /// J_r v, with terms added in the order of the bodies' names.
  [[nodiscard]] double calc_rate(int row, const ConstVectorRef& v) const;
  /// λ of the loops' rows for unit forces along these.
  [[nodiscard]] auto multipliers() const { return multipliers_.leftCols(size()); }

 private:
  void grow(int contacts);
  void calc_jacobian_of(const Model& model, const Kinematics& kinematics, const RigidContacts::Motion& motion,
                        int contact);

  BodyOrder order_;
  std::vector<int> slots_;
  std::vector<Matrix3> axes_;
  MatrixX Jt_, X_;                  // velocities × rows
  MatrixX Jt_ordered_, X_ordered_;  // the same in the order of the bodies' names
  MatrixX G_;                       // rows × rows
  MatrixX multipliers_;             // rows of loops × rows
  MatrixX J_a_, J_b_;               // of a point of each body
  VectorX along_loops_;             // what a response would do to the loops
  AppliedForces scratch_;
};

}  // namespace carom
