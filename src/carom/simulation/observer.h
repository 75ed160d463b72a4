#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "carom/ledger/ledger.h"
#include "carom/model/state.h"
#include "carom/simulation/checkpoint.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/run_note.h"

namespace carom {

class MechanismSystem;

/// What an observer is shown: valid only during the call.
struct Moment {
  const State& state;
  const Ledger& ledger;
  std::span<const double> y;  // everything, as the system lays it out
  MechanismSystem& system;    // for what else there is to see: bodies, constraint forces, drive efforts
};

/// The end of a step: valid only during the call.
struct StepMoment {
  double time{};              // [s]
  std::int64_t steps{};       // since the start of the run
  std::span<const double> y;  // everything, as the system lays it out
  MechanismSystem& system;
};

/// Is shown a run as it goes: recordings, plots, progress.
class Observer {
 public:
  virtual ~Observer() = default;

  /// Called at the start, then at each recording time and at the end. False asks the run to stop there.
  [[nodiscard]] virtual bool observe(const Moment& moment) = 0;

  /// Called between two steps where SimulationOptions::checkpoint_every asks for it, after the samples up to there.
  [[nodiscard]] virtual bool observe_checkpoint(const Checkpoint& /*checkpoint*/) { return true; }

  /// Called when a contact touched down or lifted off. False asks the run to stop there.
  [[nodiscard]] virtual bool observe_contact(const std::string& /*contact*/, const ContactEvent& /*event*/) {
    return true;
  }

  /// Called when the run has something to say. False asks it to stop there.
  [[nodiscard]] virtual bool observe_note(const RunNote& /*note*/) { return true; }

  /// Called after every step, however far the next recording time is. False asks the run to stop there.
  [[nodiscard]] virtual bool observe_step(const StepMoment& /*step*/) { return true; }
};

}  // namespace carom
