#pragma once

#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

/// What time stepping takes from the laws of a contact.
struct SteppedLaw {
  double static_friction{};         // μ_S  [-]
  double kinetic_friction{};        // μ_C  [-]
  double stribeck_speed{};          // 0: static friction at rest alone  [m/s]
  double dwell_time{};              // static friction grows over it at rest; 0: at once  [s]
  double bristle_stiffness{};       // 0: the law has none  [N/m]
  double bristle_damping{};         // where it is given  [N·s/m]
  double viscous{};                 // besides all else  [N·s/m]
  double rolling{}, spinning{};     // arms of the largest moments against them  [m]
  Restitution restitution{0.0};     // at the approach speed  [-]
  bool poisson{};                   // restitution of impulses; else Newton's, of velocities
  double tangential_restitution{};  // of the slip of an impact that does not slide  [-]

  [[nodiscard]] bool resists_turning() const { return rolling > 0.0 || spinning > 0.0; }

  /// μ after a step in which the contact slipped this fast, and with that dwell state.
  [[nodiscard]] double calc_friction(double slip_speed, double dwell) const;
  /// The dwell state after a step of length h with that slip, from the one before: 0 sliding, 1 after a long rest.
  [[nodiscard]] double calc_dwell(double slip_speed, double dwell, double step) const;
  /// 1 at rest, 0 in sliding.
  [[nodiscard]] double calc_stick(double slip_speed) const;
};

/// Friction from the friction law, where there is one, else from the impact law; restitution from the latter, none
/// without it. Throws InputError for impact laws that time stepping cannot follow.
[[nodiscard]] SteppedLaw make_stepped_law(const ContactRule& rule);

}  // namespace carom
