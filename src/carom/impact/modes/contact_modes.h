#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/math/types.h"

namespace carom {

/// Contacts that touch, at one level: accelerations and forces, or velocities and impulses. Each has `dimension`
/// components, tangential first, normal last; the motion of all is `free_motion` + `delassus` · force.
struct ContactModeProblem {
  int dimension{3};                 // 2 in the plane, 3 in space
  MatrixX delassus;                 // symmetric, semidefinite  [1/kg]
  VectorX free_motion;              // without forces at these contacts  [m/s² or m/s]
  VectorX velocity{};               // the slip now; normal components are not looked at. Empty: all at rest  [m/s]
  VectorX friction;                 // μ while sliding, one a contact  [-]
  VectorX static_friction{};        // limit of sticking, one a contact. Empty: the same  [-]
  VectorX normal_force_at_least{};  // one a contact, acts in any case. Empty: 0  [N or N·s]
  double slip_tolerance{1e-12};     // slip not above it counts as rest  [m/s]

  [[nodiscard]] int count() const { return static_cast<int>(friction.size()); }
};

enum class ContactMode { Separate, Stick, Slide };

/// One way in which all contacts can go on.
struct ContactModeSolution {
  std::vector<ContactMode> modes{};  // one a contact
  VectorX slide_direction{};         // unit vectors of contacts that slide, zero otherwise; dimension − 1 a contact
  VectorX force{};                   // [N or N·s]
  VectorX motion{};                  // of the contacts  [m/s² or m/s]
  bool force_is_unique{true};        // false: other forces bring about the same motion
};

enum class ContactModeStatus {
  Complete,         // every solution was found
  Incomplete,       // several contacts in space start to slide from rest: there may be solutions that were not found
  TooManyContacts,  // more combinations of modes than kMaxModeCombinations: nothing was tried
};

struct [[nodiscard]] ContactModeReport {
  ContactModeStatus status{ContactModeStatus::Complete};
  std::vector<ContactModeSolution> solutions{};  // in the order of modes, the first contact's slowest
  int motion_count{};                            // how many of them differ in motion: 0 none, 1 one, more: several
  int combinations{};                            // how many were tried
};

/// Eight contacts in the plane that are all at rest.
constexpr int kMaxModeCombinations = 1 << 16;

/// Tries every combination of modes: separate (no force, not closing), stick (force in the cone, no slip), slide
/// (force on the cone against the slip, or against the slip that begins). Rigid bodies with friction may have no
/// solution, one, or several.                                                        [wang1992, Eqs. (3.12), (3.13)]
///
/// In the plane this is exact. In space the direction of a slide that begins is found exactly for one contact and by
/// iteration for several. Where forces are not determined, those of least norm are given if they are possible.
ContactModeReport find_contact_modes(const ContactModeProblem& problem);

/// "S" separate, "0" stick, "+" and "-" slide in the plane, "x" slide in space; one letter a contact.
[[nodiscard]] std::string describe_modes(const ContactModeSolution& solution);

}  // namespace carom
