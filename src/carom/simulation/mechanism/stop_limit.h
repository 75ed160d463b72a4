#pragma once

#include <string>
#include <vector>

#include "carom/simulation/simulation.h"

namespace carom {

/// How long fixed steps may be for the stop of a joint, should the joint reach it: with longer ones the spring of the
/// stop throws the joint back faster than it came.
struct StopLimit {
  std::string joint{};  // "joint 'knee'"
  double longest{};     // [s]
  double stiffness{};   // [N·m/rad] or [N/m]
  double inertia{};     // that moves against it  [kg·m²] or [kg]
  bool turns{};         // units are those of turning
};

/// Of every stop, with the inertia that the initial positions give: mechanisms with loops move as if they were open
/// there, which makes limits no longer than they are.
[[nodiscard]] std::vector<StopLimit> estimate_stop_limits(const Model& model, const State& initial, FixedMethod method);

/// A sentence for the user where fixed steps, or those of time stepping, are too long for stops: the strictest of them,
/// its limit, and how many others.
[[nodiscard]] std::vector<std::string> check_stops(const Model& model, const State& initial,
                                                   const SimulationOptions& options);

}  // namespace carom
