#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/math/types.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/verdict/explained_error.h"
#include "carom/simulation/verdict/impact_resolution.h"
#include "carom/simulation/verdict/verdict.h"

namespace carom {

class MechanismSystem;
class NumberReader;

/// Judges a run by its energy account, step by step: it remembers when the account opened and what was active then.
class RunJudge {
 public:
  RunJudge(const Model& model, const SimulationOptions& options);

  /// A run after a step.
  struct Moment {
    MechanismSystem& system;
    double time{};                         // [s]
    std::span<const double> y;             // everything, as the system lays it out
    const Ledger& ledger;                  // the account there
    std::int64_t steps{};                  // since the start of the run
    std::span<const ContactEvent> events;  // of the last step
  };
  /// Where the run begins, with the state from which scales are taken.
  void start(const Moment& moment, const State& initial);
  /// Where it goes on: what restore() brought stays.
  void resume(const Moment& moment);
  /// A sentence where the run has to end here.
  [[nodiscard]] std::optional<std::string> look(const Moment& moment);

  /// At the end of a run, whatever its status. The warnings are those of everyone else; the account's is added to them.
  [[nodiscard]] Verdict judge(const Ledger& ledger, std::vector<std::string>& warnings) const;

  /// What is remembered, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  void keep_velocities(const Moment& moment);
  [[nodiscard]] std::optional<std::string> find_lost_number(const Moment& moment) const;
  void watch_opening(const Moment& moment);
  [[nodiscard]] std::string describe_activity(const Moment& moment) const;
  [[nodiscard]] std::string describe_opening(const Ledger& ledger) const;
  void judge_impacts(const Ledger& ledger, Verdict& verdict, std::vector<std::string>& warnings) const;

  ExplainedError explained_;
  ImpactResolution impacts_;
  double duration_{};     // [s]
  double farthest_{};     // beyond it a coordinate means nothing  [m] or [rad]
  std::int64_t steps_{};  // at the last look
  int failing_looks_{};   // one after another at which the account was beyond doubt open
  bool open_{};           // the account is beyond its warning limit
  double opened_{};       // since when  [s]
  std::string activity_;  // what was active then
  VectorX v_;             // velocities at the last look
};

}  // namespace carom
