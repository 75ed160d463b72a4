#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/integrators/integrator.h"
#include "carom/simulation/mechanism_system.h"
#include "carom/simulation/observer.h"

namespace carom {

struct SimulationOptions {
  IntegratorOptions integrator{};
  double duration{1.0};       // [s]
  double record_every{1e-2};  // between two calls of the observer  [s]
};

enum class SimulationStatus {
  Finished,  // the duration is over
  Stopped,   // the observer asked for it
  Failed     // the sentence says why; everything up to `time` is good
};

struct [[nodiscard]] SimulationReport {
  SimulationStatus status{SimulationStatus::Finished};
  std::string sentence;  // what happened, when, and for a failure what to try
  State state;           // at the end
  Ledger ledger;         // at the end
  IntegratorStatistics statistics{};
  int rank_deficit{};  // redundant constraint rows at the end
};

/// Throws InputError for a duration or interval out of range.
void validate(const SimulationOptions& options);

/// A mechanism that moves: the one place where model, integrator and ledger meet.
class Simulation {
 public:
  /// The model must outlive the simulation. Throws InputError where options are out of range, or where the initial
  /// state cannot be brought to satisfy the constraints.
  Simulation(const Model& model, const State& initial, const SimulationOptions& options);

  /// Runs to the end of the duration. The observer may be null.
  SimulationReport run(Observer* observer);

 private:
  [[nodiscard]] bool show(double time, std::span<const double> y, Observer* observer);
  [[nodiscard]] double next_due() const;
  [[nodiscard]] bool show_until(double time, Observer* observer);
  SimulationReport finish(SimulationStatus status, std::string sentence);

  SimulationOptions options_;
  MechanismSystem system_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> y_;
  State shown_;
  Ledger ledger_;
  std::vector<double> initial_rows_;  // of the ledger
  double start_{};                    // [s]
  double end_{};                      // [s]
  std::int64_t samples_{};            // shown so far: the next is due at start + samples · record_every
};

}  // namespace carom
