#pragma once

#include <memory>
#include <span>
#include <vector>

#include "carom/dynamics/constrained_dynamics.h"
#include "carom/simulation/event_driven/contacts/rigid_contacts.h"
#include "carom/simulation/event_driven/impacts/body_order.h"

namespace carom {

class InertiaGroups;

/// What the mechanism is to some of its contacts: three directions each, tangential first, normal last. After those of
/// all contacts come the rows of turning, for each contact that resists it: about t₁, t₂ and n, as speeds ℓ ω with the
/// length ℓ of the contact, and moments over ℓ, so that all rows have the same units.
///
/// Impulses p change the mechanism's velocities by Δv = X p and the contacts' by G p. Joint loops answer in the same
/// instant and driven joints are held: X = (M⁻¹ − M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹J M⁻¹) J_cᵀ with J the rows of the loops.
/// Of many contacts of free bodies only the velocities of these bodies take part. Velocities are in the order of the
/// bodies' names. Storage grows when more contacts touch than ever before; otherwise nothing is allocated.
class ContactRows {
 public:
  explicit ContactRows(const Model& model);
  ~ContactRows();

  /// At the motion of `contacts` and `kinematics`. `articulated` and `constraints` must hold factors for these
  /// positions.
  void calc(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts, std::span<const int> slots,
            ArticulatedBodies& articulated, ConstraintWorkspace& constraints);

  [[nodiscard]] int count() const { return static_cast<int>(slots_.size()); }  // contacts
  [[nodiscard]] int size() const { return 3 * num_blocks(); }                  // rows
  [[nodiscard]] const std::vector<int>& slots() const { return slots_; }
  /// Contacts that resist turning, in the order of their rows, and the first of the rows of a contact's turning
  /// (−1: none).
  [[nodiscard]] const std::vector<int>& turning_contacts() const { return turning_; }
  [[nodiscard]] int turning_row(int contact) const { return turning_rows_[static_cast<std::size_t>(contact)]; }
  [[nodiscard]] std::span<const int> turning_rows() const { return turning_rows_; }
  /// t₁, t₂, n of a contact in world axes.
  [[nodiscard]] const Matrix3& axes(int contact) const { return axes_[static_cast<std::size_t>(contact)]; }

  /// Whether only free bodies take part.
  [[nodiscard]] bool are_local() const { return local_; }
  /// v += X p, and v += X e_row x.
  void add_response(const ConstVectorRef& impulse, VectorRef v) const;
  void add_response(int row, double impulse, VectorRef v) const;
  [[nodiscard]] auto inverse_inertia() const { return G_.topLeftCorner(size(), size()); }  // G
  /// u · p over all rows of a contact.
  [[nodiscard]] double calc_product(int contact, const ConstVectorRef& u, const ConstVectorRef& p) const;
  /// J_r v of a change of velocities, which driven bodies have no part in, with terms added in the order of the bodies'
  /// names.
  [[nodiscard]] double calc_change(int row, const ConstVectorRef& v) const;
  /// The same of velocities, with those of driven bodies, as of the motion last calculated.
  [[nodiscard]] double calc_velocity(int row, const ConstVectorRef& v) const {
    return given_[row] + calc_change(row, v);
  }
  /// λ of the loops' rows for unit forces along these.
  [[nodiscard]] auto multipliers() const { return multipliers_.leftCols(size()); }

 private:
  // Three rows each: of contacts, then of the turning of some.
  [[nodiscard]] int num_blocks() const { return count() + static_cast<int>(turning_.size()); }
  [[nodiscard]] int contact_of(int block) const {
    return block < count() ? block : turning_[static_cast<std::size_t>(block - count())];
  }
  [[nodiscard]] const RigidContacts::Motion& motion_of(const RigidContacts& contacts, int block) const {
    return contacts.motion(slots_[static_cast<std::size_t>(contact_of(block))]);
  }
  void find_turning(const RigidContacts& contacts);
  void grow(int blocks);
  void grow_places(std::size_t places);
  void calc_axes(const RigidContacts& contacts);
  void calc_whole(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts,
                  ArticulatedBodies& articulated, ConstraintWorkspace& constraints);
  void calc_jacobian_of(const Model& model, const Kinematics& kinematics, const RigidContacts::Motion& motion,
                        int contact);
  void calc_turning_jacobian_of(const Model& model, const Kinematics& kinematics, const RigidContacts::Motion& motion,
                                int block);
  [[nodiscard]] bool are_lone(const RigidContacts& contacts) const;
  void calc_lone(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts,
                 const ArticulatedBodies& articulated);
  void find_bodies(const Model& model, const RigidContacts& contacts);
  void calc_lone_jacobian(const Model& model, const Kinematics& kinematics, const RigidContacts::Motion& motion,
                          int block, int side);
  void calc_lone_inertia(const RigidContacts& contacts);
  void calc_given(const Kinematics& kinematics, const RigidContacts& contacts);

  BodyOrder order_;
  std::unique_ptr<InertiaGroups> groups_;
  std::vector<int> ranks_;  // of bodies, by their names
  std::vector<int> slots_;
  std::vector<int> turning_, turning_rows_;
  std::vector<Matrix3> axes_;
  std::vector<int> bodies_;         // that take part, where only free ones do, by their names
  std::vector<int> first_of_body_;  // the first of their velocities among those that take part; −1: none does
  std::vector<int> places_;         // of the velocities that take part
  MatrixX Jt_, X_;                  // these × rows
  MatrixX G_;                       // rows × rows
  VectorX given_;                   // velocities along rows of bodies that do not take part
  MatrixX multipliers_;             // rows of loops × rows
  MatrixX J_a_, J_b_;               // of a point of each body
  VectorX X_column_;                // one row, in the order of the mechanism
  VectorX along_loops_;             // what a response would do to the loops
  mutable VectorX change_;
  AppliedForces scratch_;
  bool local_{};
};

}  // namespace carom
