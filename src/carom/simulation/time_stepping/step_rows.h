#pragma once

#include <span>
#include <vector>

#include "carom/simulation/event_driven/smooth_contacts.h"
#include "carom/simulation/time_stepping/stepped_contacts.h"

namespace carom {

/// What the mechanism is to its contacts in one step: three directions each, the normal first.
///
/// Impulses p change the velocities of the mechanism by X p and those of the contacts by G p, G = J X. Loops answer in
/// the same instant, as if their rows stood among the equations: X = (M⁻¹ − M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹A M⁻¹) Jᵀ; driven joints
/// are held. Storage grows when there are more contacts than ever before; otherwise nothing is allocated.
class StepRows {
 public:
  explicit StepRows(const Model& model);

  /// At the motion of `contacts`; `parts` must hold factors for these positions.
  void calc(const MechanismParts& parts, const SteppedContacts& contacts, std::span<const int> slots);

  [[nodiscard]] int count() const { return static_cast<int>(slots_.size()); }  // contacts
  [[nodiscard]] int size() const { return 3 * count(); }                       // rows
  [[nodiscard]] const std::vector<int>& slots() const { return slots_; }
  /// n, t₁, t₂ of a contact in world axes.
  [[nodiscard]] const Matrix3& axes(int contact) const { return axes_[static_cast<std::size_t>(contact)]; }

  [[nodiscard]] auto inverse_inertia() const { return G_.topLeftCorner(size(), size()); }  // G
  void calc_velocities(const ConstVectorRef& v, VectorRef u) const;                        // u = J v
  void add_response(const ConstVectorRef& p, VectorRef v) const;                           // v += X p

 private:
  void grow(int contacts);
  void calc_jacobian_of(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact);

  std::vector<int> slots_;
  std::vector<Matrix3> axes_;
  MatrixX Jt_, X_;       // velocities × rows
  MatrixX G_;            // rows × rows
  MatrixX J_a_, J_b_;    // of a point of each body
  VectorX along_loops_;  // what a response would do to the loops
  VectorX multipliers_;  // of the loops
  AppliedForces scratch_;
};

}  // namespace carom
