#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/ledger/ledger.h"
#include "carom/simulation/simulation.h"
#include "carom/simulation/verdict/method_error.h"

namespace carom {

class Model;
class NumberReader;

/// How much energy the method of a run may lose or create: a bound that grows with every step. Event-driven runs may
/// have two methods, their own and the time steps in which they continued, and each explains the steps that it took.
/// docs/decisions/0009-every-run-is-judged.md derives it.
class ExplainedError {
 public:
  ExplainedError(const Model& model, const SimulationOptions& options);

  /// Steps that were taken since the last call, or since start().
  struct Steps {
    std::int64_t count{};
    double fastest_turn{};    // of any body  [rad/s]
    bool has_corner{};        // contacts came, went, slipped or stuck
    bool by_fallback{};       // time steps in place of events
    double velocity_error{};  // with which time stepping found its impulses  [m/s]
  };
  void start(const Ledger& ledger);
  void add(const Ledger& ledger, const Steps& steps);

  /// Errors beyond these are warned of, and fail the run  [J].
  [[nodiscard]] double warning_limit(const Ledger& ledger) const;
  [[nodiscard]] double failing_limit(const Ledger& ledger) const;
  /// What the steps so far explain  [J].
  [[nodiscard]] double total() const { return own_.total() + fallback_.total(); }

  /// What the method lost or created so far, of either sign: positive where it created energy  [J].
  [[nodiscard]] double calc_error(const Ledger& ledger) const;
  /// Whether bodies turn fast enough for it to matter has to be known.
  [[nodiscard]] bool needs_turns(bool by_fallback) const { return by_fallback || own_.has_order(); }

  [[nodiscard]] std::string method() const;  // "rk4 at steps of 0.001 s"
  [[nodiscard]] std::string remedy() const;  // "try …"

  /// What is remembered, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  [[nodiscard]] double calc_rounding() const { return own_.rounding() + fallback_.rounding(); }

  MethodError::Scene scene_;
  MethodError own_;
  MethodError fallback_;      // of event-driven runs
  bool has_fallback_{};       // such steps were taken
  double fallback_booked_{};  // in the rows `numerical`, by these steps  [J]
  double fallback_moved_{};   // in these steps, at most the largest energy of all  [J]
  std::vector<double> last_;  // rows of the ledger  [J]
  double last_booked_{};      // in the rows `numerical`  [J]
};

}  // namespace carom
