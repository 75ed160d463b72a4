#pragma once

#include <span>
#include <vector>

#include "carom/complementarity/linear/factored_operator.h"
#include "carom/simulation/time_stepping/inertia_groups.h"
#include "carom/simulation/time_stepping/stepped_contacts.h"

namespace carom {

/// What the mechanism is to its contacts in one step: three directions each, the normal first.
///
/// Impulses p change the velocities of the mechanism by X p and those of the contacts by G p, G = J X. Loops answer in
/// the same instant, as if their rows stood among the equations: X = (M⁻¹ − M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹A M⁻¹) Jᵀ; driven joints
/// are held. A contact moves at most two groups of velocities, and only what belongs to these is kept; held bodies only
/// add their velocity to that of the contact. Storage grows
/// when there are more contacts than ever before; otherwise nothing is allocated.
class StepRows {
 public:
  explicit StepRows(const Model& model);

  /// At the motion of `contacts`; `parts` must hold factors for these positions. `turns`: with rows of turning.
  void calc(const MechanismParts& parts, const SteppedContacts& contacts, std::span<const int> slots, bool turns);
  /// Only these of the contacts, by their places in ascending order, from now on.
  void keep(std::span<const int> contacts);

  [[nodiscard]] int count() const { return static_cast<int>(slots_.size()); }  // contacts
  [[nodiscard]] int size() const { return 3 * count(); }                       // rows
  [[nodiscard]] const std::vector<int>& slots() const { return slots_; }
  /// n, t₁, t₂ of a contact in world axes.
  [[nodiscard]] const Matrix3& axes(int contact) const { return axes_[static_cast<std::size_t>(contact)]; }
  [[nodiscard]] const InertiaGroups& groups() const { return groups_; }
  [[nodiscard]] InertiaGroups& groups() { return groups_; }
  /// The group that a contact moves on its first or second side; −1: none.
  [[nodiscard]] int group(int contact, int side) const { return arm(contact, side).group; }
  /// Jᵀ of a contact and such a group: its velocities × 3.
  [[nodiscard]] Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3>> transposed_jacobian(int contact,
                                                                                               int side) const {
    return transposed(arm(contact, side));
  }

  void calc_velocities(const ConstVectorRef& v, VectorRef u);  // u = J v
  /// X p, and where it is added: to v, and as J X p = G p to u.
  void calc_change(const ConstVectorRef& p);
  void add_change(VectorRef v) const { groups_.add_unsorted(change_, v); }
  void add_change_of_contacts(VectorRef u) const { add_velocities(change_, u); }

  /// X of one contact, which what follows needs; different threads may ask for different contacts.
  void calc_response(int contact);
  [[nodiscard]] Matrix3 calc_block(int row, int column) const;  // of G, of two contacts

  /// Velocities sorted by groups: what an impulse changes of them, and what they are to a contact.
  void add_response(int contact, const Vector3& impulse, VectorRef sorted) const;
  [[nodiscard]] Vector3 calc_velocity(int contact, const ConstVectorRef& sorted) const;
  /// The same along the normals alone.
  void add_normal_response(int contact, double impulse, VectorRef sorted) const;
  [[nodiscard]] double calc_normal_velocity(int contact, const ConstVectorRef& sorted) const;

  /// Rows of turning, where calc() was asked for them: the angular velocity of A against B about t₁, t₂ and n, and
  /// moments about these axes. They work as the above.
  /// Whether groups() has inverses that belong to these rows: few rows are brought to velocities one by one instead.
  [[nodiscard]] bool has_inverses() const { return has_inverses_; }
  [[nodiscard]] bool has_turning() const { return turns_; }
  [[nodiscard]] Matrix3 turning_axes(int contact) const;
  void calc_turning(const ConstVectorRef& v, VectorRef turning);
  /// Adds what moments do to the change that calc_change() found. Needs calc_response() of contacts with moments.
  void add_moments_to_change(const ConstVectorRef& moments);
  void add_change_of_turning(VectorRef turning) const { add_turning(change_, turning); }
  /// Of rows n, t₁, t₂ and the turning about t₁, t₂, n.
  [[nodiscard]] Matrix6 calc_wide_block(int row, int column) const;
  /// As fill_operator() with six rows a contact, turning times a length of each contact.
  void fill_wide_operator(std::span<const int> contacts, double scale, const ConstVectorRef& lengths,
                          const ConstVectorRef& compliance, std::vector<int>& local, FactoredOperator& G) const;

  /// G of some contacts, divided by `scale`, with C/scale added, without forming it. `local` is scratch of the
  /// caller's.
  void fill_operator(std::span<const int> contacts, double scale, const ConstVectorRef& compliance,
                     std::vector<int>& local, FactoredOperator& G) const;

 private:
  /// One group of velocities as a contact sees it.
  struct Arm {
    int group{-1};
    std::size_t first{};  // of Jᵀ and X, a matrix of the group's velocities × 3 each
  };
  [[nodiscard]] const Arm& arm(int contact, int side) const {
    return arms_[static_cast<std::size_t>(2 * contact + side)];
  }
  /// What a velocity that no impulse changes is to a contact: the column of J.
  struct HeldRow {
    int contact{};
    int velocity{};  // of the mechanism
    Vector3 rows{Vector3::Zero()};
    Vector3 turning{Vector3::Zero()};  // rows of turning
  };
  using Block = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 3>>;
  using ConstBlock = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3>>;
  [[nodiscard]] Block transposed(const Arm& arm) { return {Jt_.data() + arm.first, groups_.size_of(arm.group), 3}; }
  [[nodiscard]] ConstBlock transposed(const Arm& arm) const {
    return {Jt_.data() + arm.first, groups_.size_of(arm.group), 3};
  }
  /// The same of a free body, which most are where there are many: its size is known when compiling.
  [[nodiscard]] static Eigen::Map<const Eigen::Matrix<double, 6, 3>> free_block(const std::vector<double>& blocks,
                                                                                const Arm& arm) {
    return Eigen::Map<const Eigen::Matrix<double, 6, 3>>(blocks.data() + arm.first);
  }
  [[nodiscard]] Block response(const Arm& arm) { return {X_.data() + arm.first, groups_.size_of(arm.group), 3}; }
  [[nodiscard]] ConstBlock response(const Arm& arm) const {
    return {X_.data() + arm.first, groups_.size_of(arm.group), 3};
  }

  void place_arms(const SteppedContacts& contacts);
  void calc_lone_jacobian(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact, int side);
  void add_jacobian(const MechanismParts& parts, const SteppedContacts::Motion& motion, int contact, int side);
  void calc_responses_one_by_one(const MechanismParts& parts, const std::vector<double>& from, std::vector<double>& to);
  void add_turning(const VectorX& sorted, VectorRef turning) const;
  [[nodiscard]] Block block(std::vector<double>& blocks, const Arm& arm) const {
    return {blocks.data() + arm.first, groups_.size_of(arm.group), 3};
  }
  [[nodiscard]] ConstBlock block(const std::vector<double>& blocks, const Arm& arm) const {
    return {blocks.data() + arm.first, groups_.size_of(arm.group), 3};
  }
  void add_velocities(const VectorX& sorted, VectorRef u) const;  // u += J v

  InertiaGroups groups_;
  std::vector<int> slots_;
  std::vector<Matrix3> axes_;
  std::vector<Arm> arms_;           // two a contact
  std::vector<HeldRow> held_rows_;  // in the order of the contacts
  std::vector<double> Jt_, X_;
  std::vector<double> turning_Jt_, turning_X_;  // likewise of turning
  bool turns_{};
  bool has_inverses_{};  // of the groups; else X has been calculated without them
  VectorX sorted_, efforts_, response_;
  VectorX change_;  // X p, sorted by groups
};

}  // namespace carom
