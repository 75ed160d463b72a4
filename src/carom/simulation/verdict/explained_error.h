#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/ledger/ledger.h"
#include "carom/simulation/simulation.h"

namespace carom {

class Model;
class NumberReader;

/// How much energy the method of a run may lose or create: a bound that grows with every step.
///
///   adaptive      rtol S + atol (m g l + √(2 m T) l) a step
///   fixed         S z^(p+1) a step, z the part of S that changes its form in it, or the angle that a body turns; and
///                 once S z^p, by which the account of symplectic and other methods swings without running away
///
/// S is the largest energy that has moved, p the order of the method, m, l and T mass, length and kinetic energy of the
/// scene. A step in which a contact comes or goes has a corner: it adds what moved through the contacts in it. Rounding
/// adds 4 ε of all energies that are held. docs/decisions/0009-every-run-is-judged.md derives it.
class ExplainedError {
 public:
  ExplainedError(const Model& model, const SimulationOptions& options);

  /// Steps that were taken since the last call, or since start().
  struct Steps {
    std::int64_t count{};
    double fastest_turn{};    // of any body  [rad/s]
    bool has_corner{};        // contacts came, went, slipped or stuck
    double velocity_error{};  // with which time stepping found its impulses  [m/s]
  };
  void start(const Ledger& ledger);
  /// An event-driven run continued in time steps: from here on it is judged as a run of such steps.
  void allow_fallback();
  void add(const Ledger& ledger, const Steps& steps);

  /// Errors beyond these are warned of, and fail the run  [J].
  [[nodiscard]] double warning_limit(const Ledger& ledger) const;
  [[nodiscard]] double failing_limit(const Ledger& ledger) const;
  /// What the steps so far explain  [J].
  [[nodiscard]] double total() const { return smooth_ + swing_ + corners_ + rounding_; }

  /// What the method lost or created so far, of either sign: positive where it created energy  [J].
  [[nodiscard]] double calc_error(const Ledger& ledger) const;
  /// Whether bodies turn fast enough for it to matter has to be known.
  [[nodiscard]] bool needs_turns() const { return order_ > 0; }

  [[nodiscard]] const std::string& method() const { return method_; }  // "rk4 at steps of 0.001 s"
  [[nodiscard]] const std::string& remedy() const { return remedy_; }  // "try …"

  /// What is remembered, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  struct Caps {
    double warning{}, failing{};  // parts of the largest energy
  };
  void describe(const AdaptiveOptions& options);
  void describe(const FixedStepOptions& options);
  void describe(const TimeSteppingOptions& options);
  [[nodiscard]] double calc_limit(const Ledger& ledger, double factor, double cap) const;

  TimeSteppingOptions fallback_;  // of event-driven runs
  bool has_fallback_{};
  int order_{};                  // of fixed steps; 0: adaptive
  bool books_loss_{};            // the scheme's own loss is a row of the account, and expected
  double step_{};                // of fixed steps  [s]
  double solver_error_{};        // of velocities, in each step of time stepping  [m/s]
  double relative_tolerance_{};  // of adaptive ones
  double absolute_tolerance_{};
  double mass_{}, weight_{};  // of all bodies  [kg], [N]
  double lever_{};            // at least 1  [m]
  Caps caps_{};
  std::string method_, remedy_;

  std::int64_t steps_{};
  double smooth_{}, corners_{}, rounding_{};  // so far  [J]
  double swing_{};                            // to and fro within one step, of the largest so far  [J]
  double absolute_{};                         // what the absolute tolerance explains of one step  [J]
  std::vector<double> last_;                  // rows of the ledger  [J]
};

}  // namespace carom
