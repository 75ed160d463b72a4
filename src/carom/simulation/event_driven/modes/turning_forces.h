#pragma once

#include <span>

#include "carom/simulation/event_driven/contacts/smooth_forces.h"

namespace carom {

/// What a contact that touches has against rolling (two rows, about t₁ and t₂) or against spinning (one, about n), at
/// acceleration level. Turning is a speed ℓ ω and a moment a force m/ℓ, with a length ℓ of the contact.
struct TurningDisc {
  int contact{};                                       // among those that touch
  int row{};                                           // the first of its rows
  int size{};                                          // rows: 2 rolling, 1 spinning
  double bound{};                                      // of the moment, in parts of the normal force: b/ℓ  [-]
  bool turns{};                                        // it has a turning velocity
  Eigen::Vector2d direction{Eigen::Vector2d::Zero()};  // of the turning, or where it begins to go: unit
  TurningMode mode{TurningMode::Held};
  Eigen::Vector2d reference{Eigen::Vector2d::Zero()};  // as TouchingContact::reference  [N]

  [[nodiscard]] auto of(const ConstVectorRef& all) const { return all.segment(row, size); }
  [[nodiscard]] auto way() const { return direction.head(size); }
};

/// Forces of contacts whose modes are known, and moments of their discs: as calc_smooth_forces(), and for discs of
/// closed contacts
///   held      no acceleration of the turning
///   resisted  m = −b f_n d
[[nodiscard]] bool calc_turning_forces(const ConstMatrixRef& G, const ConstVectorRef& b,
                                       std::span<const TouchingContact> contacts, std::span<const TurningDisc> discs,
                                       VectorRef f);

}  // namespace carom
