#pragma once

#include <string>
#include <vector>

#include "carom/base/stop_token.h"
#include "carom/integrators/options.h"
#include "carom/simulation/contacts/contact_rule.h"
#include "carom/simulation/event_driven_options.h"
#include "carom/simulation/time_stepping_options.h"

namespace carom {

/// What contacts obey.
enum class FormulationKind {
  Compliant,    // forces of depth, rate and memory
  EventDriven,  // rigid: constraints between events, laws of impact at them
  TimeStepping  // rigid: impulses over steps of a fixed length
};

struct SimulationOptions {
  IntegratorOptions integrator{};
  double duration{1.0};       // [s]
  double record_every{1e-2};  // between two calls of the observer  [s]
  /// Between two checkpoints, each taken at the end of the first step past its time; 0: none. The integrator restarts
  /// there, so that runs with other intervals differ within their tolerances.  [s]
  double checkpoint_every{0.0};
  ContactSetup contacts{};  // what may touch; without rules, nothing does
  FormulationKind formulation{FormulationKind::Compliant};
  EventDrivenOptions event_driven{};    // where it is that
  TimeSteppingOptions time_stepping{};  // the same
  /// What casts doubt on the run before it starts, such as check_step() finds: the first warnings of its report.
  std::vector<std::string> warnings{};
  /// How many threads share the work, at most; 0: as many as the machine has. Results are the same for any number.
  int threads{};
  /// Ends the run within an evaluation of its rates, also inside a step: it has then Stopped where it last stood.
  StopToken stop{};
};

/// Throws InputError for a duration or interval out of range.
void validate(const SimulationOptions& options);

}  // namespace carom
