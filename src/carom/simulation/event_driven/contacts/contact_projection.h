#pragma once

#include <span>
#include <vector>

#include "carom/simulation/event_driven/contacts/smooth_contacts.h"

namespace carom {

/// How far closed contacts are from closed.
struct ContactViolation {
  double position{};  // max |gap|  [m]
  double velocity{};  // max |gap rate|, and |slip| of those that stick, and held turning  [m/s]
  [[nodiscard]] double largest() const { return position > velocity ? position : velocity; }
};
[[nodiscard]] ContactViolation calc_violation(const RigidContacts& contacts, std::span<const double> memory);

/// Moves onto the closed contacts: the least in the metric of the mass matrix, along what loops and driven joints
/// allow.
class ContactProjection {
 public:
  ContactProjection(const Model& model, RigidContacts& contacts);

  /// Towards zero gaps: the displacement δ for move_positions(q, δ, 1), to first order.
  void calc_displacement(const MechanismParts& parts, std::span<const double> memory, VectorRef displacement);
  /// Takes from v what opens or closes a gap, or slips where the contact sticks.
  void project_velocities(const MechanismParts& parts, std::span<const double> memory, VectorRef v);

 private:
  void find_islands(std::span<const double> memory);
  void calc_rows(const MechanismParts& parts, int island);
  void choose_turning_rows(std::span<const double> memory);
  void project_island_velocities(std::span<const double> memory, VectorRef v);
  void solve(int count);

  RigidContacts* contacts_;
  ContactRows rows_;
  ContactIslands islands_;
  std::vector<int> closed_;
  std::vector<int> chosen_;  // rows that are held
  MatrixX S_;
  VectorX right_, x_;
};

}  // namespace carom
