#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/impact/impact_law.h"
#include "carom/model/model.h"
#include "carom/model/state.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

/// A contact of a mechanism as rigid laws see it.
struct RigidContact {
  std::string name{};                   // "tip/floor": see ContactNames
  double gap{};                         // [m]
  Vector3 point{Vector3::Zero()};       // in the world  [m]
  Vector3 normal{Vector3::UnitZ()};     // from the second surface to the first
  Vector3 tangent_1{Vector3::UnitX()};  // the world's x, or else y, laid into the tangent plane
  Vector3 tangent_2{Vector3::UnitY()};
  std::size_t rule{};  // which of the setup
};

/// Contacts that resist rolling or spinning, and those beside them, with the six components of ContactSet: t₁, t₂,
/// turning about t₁, t₂ and n as speeds ℓ ω, n. Moments are ℓ times their impulses.
struct RigidTurning {
  MatrixX delassus{};  // [1/kg]
  VectorX velocity{};  // [m/s]
  VectorX length{};    // ℓ, one per contact: that which makes turning as easy to change as slip  [m]
  VectorX rolling{};   // arm of the largest moment over ℓ, one per contact  [-]
  VectorX spinning{};  // [-]
};

/// Contacts of a mechanism at one state, coupled through its bodies, its loops and its driven joints. Each has
/// `dimension` components, tangential first, normal last.
struct RigidConfiguration {
  std::vector<RigidContact> contacts{};
  int dimension{3};                       // 2: no contact can move along its second tangent
  MatrixX delassus{};                     // [1/kg]
  VectorX velocity{};                     // of the first surface against the second  [m/s]
  VectorX free_acceleration{};            // rates of the velocity if no contact pushes  [m/s²]
  std::optional<RigidTurning> turning{};  // where one of them resists it
};

/// Which contacts are meant.
enum class ContactChoice {
  Touching,  // all with a gap of no more than the setup's deepest start; InputError if there is none
  Nearest    // the one with the least gap, of equal ones the first
};

/// Of the contacts with given names, where there are any: a name without that of its point means all points. Throws
/// InputError where the mechanism has no contacts, has none of a name (with the nearest), or cannot be evaluated.
[[nodiscard]] RigidConfiguration calc_rigid_configuration(const Model& model, const State& state,
                                                          const ContactSetup& setup, ContactChoice choice,
                                                          std::span<const std::string> names = {});

/// "at the start", "at t = 1.23 s"
[[nodiscard]] std::string describe_time(const State& state);

/// Coefficients that compliant laws share with rigid ones: of sliding friction, and of what comes back at a speed.
[[nodiscard]] double find_friction(const ContactRule& rule);
[[nodiscard]] std::optional<double> find_restitution(const ContactRule& rule, double approach_speed);

}  // namespace carom
