#pragma once

#include <limits>
#include <string>
#include <vector>

#include "carom/simulation/simulation.h"

namespace carom {

/// How long the steps of a fixed method may be for one contact.
struct StepLimit {
  enum class Cause {
    Spring,   // a longer step lets the contact's spring swing higher and higher
    Impact,   // longer steps are too few for an impact
    Friction  // a longer step lets the bristles, or the slip, swing higher and higher
  };
  std::string contact{};
  Cause cause{Cause::Spring};
  double longest{std::numeric_limits<double>::infinity()};  // [s]; 0: none is short enough
  double stiffness{};  // ∂f/∂x there, of the normal force or of the bristles  [N/m]
  double mass{};       // that moves against it  [kg]
};

/// The strictest limit of normal forces and that of friction; either without a contact where there is none.
struct StepLimits {
  StepLimit normal{};
  StepLimit friction{};

  [[nodiscard]] const StepLimit& strictest() const { return friction.longest < normal.longest ? friction : normal; }
};

/// Estimates what the contacts of a run can bear, from the initial state.
///
/// Each contact is taken for a central impact of the inertia that its body has there, together with other points of
/// that body that touch at once, with all the energy that the mechanism has or gains by falling through the gap. The
/// stiffness is that at the depth which this impact, or the weight, reaches. Two things must hold: the method does not
/// let that spring grow, and the steps resolve the impact. docs/real-time.md derives both.
/// What motors add is not known beforehand, and light bodies between several others feel all their springs.
///
/// Throws InputError for contacts that make no sense.
[[nodiscard]] StepLimits estimate_step_limits(const Model& model, const State& initial, const ContactSetup& contacts,
                                              FixedMethod method);

/// Sentences for the user, one for normal forces, one for friction and one for stops of joints, where the step asked
/// for is longer than a limit: contact or joint, limit and how many sub-steps carry it. Empty for adaptive steps, which
/// see to it themselves.
[[nodiscard]] std::vector<std::string> check_step(const Model& model, const State& initial,
                                                  const SimulationOptions& options);

}  // namespace carom
