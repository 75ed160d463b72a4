#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/ledger/ledger.h"
#include "carom/model/state.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/run_note.h"
#include "carom/simulation/verdict/verdict.h"

namespace carom {

enum class SimulationStatus {
  Finished,  // the duration is over
  Stopped,   // the observer or the stop token asked for it
  Failed     // the sentence says why; everything up to `time` is good
};

struct [[nodiscard]] SimulationReport {
  SimulationStatus status{SimulationStatus::Finished};
  std::string sentence;     // what happened, when, and for a failure what to try
  State state;              // at the end
  Ledger ledger;            // at the end
  VectorX drive_efforts{};  // of driven joints at the end, zero for others  [N·m] or [N]
  IntegratorStatistics statistics{};
  int rank_deficit{};  // redundant constraint rows at the end
  std::vector<ContactReport> contacts{};
  std::vector<RunNote> notes{};         // the first, up to a limit
  std::int64_t num_notes{};             // in all
  std::vector<std::string> warnings{};  // sentences on what casts doubt on the run, and what to try
  Verdict verdict{};                    // what all of this comes to
};

}  // namespace carom
