#pragma once

#include <cstdint>
#include <vector>

#include "carom/integrators/integrator.h"

namespace carom {

/// Everything a run needs to go on from here with the same bits as if it had never stopped.
///
/// An integrator's memory (the history of a multistep method, its step size) is not in it: the run that writes a
/// checkpoint restarts its integrator there as well, and a restart depends on time and state alone.
struct Checkpoint {
  double time{};                      // [s]
  std::vector<double> y;              // state of the differential equation: (q | v | ledger)
  double start{};                     // when the run began  [s]
  std::int64_t samples{};             // shown so far
  double initial_energy{};            // stored at the start  [J]
  double energy_scale{};              // largest energy that has moved so far  [J]
  std::vector<double> initial_rows;   // of the ledger at the start  [J]
  std::vector<double> contacts{};     // what the contact log, the notes and the judge of the run remember
  IntegratorStatistics statistics{};  // so far
  std::vector<double> inputs{};       // as a program holds them: InputModel; recordings have none
};

}  // namespace carom
