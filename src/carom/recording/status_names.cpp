#include "carom/recording/status_names.h"

namespace carom {

std::string_view status_name(SimulationStatus status) {
  switch (status) {
    case SimulationStatus::Finished:
      return "finished";
    case SimulationStatus::Stopped:
      return "stopped";
    case SimulationStatus::Failed:
      return "failed";
  }
  return "";
}

std::optional<SimulationStatus> find_status(std::string_view name) {
  for (const SimulationStatus status :
       {SimulationStatus::Finished, SimulationStatus::Stopped, SimulationStatus::Failed}) {
    if (status_name(status) == name) return status;
  }
  return std::nullopt;
}

std::optional<LedgerKind> find_ledger_kind(std::string_view name) {
  for (const LedgerKind kind : {LedgerKind::Stored, LedgerKind::Dissipated, LedgerKind::Work, LedgerKind::Numerical}) {
    if (kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

StatisticsList list_statistics(const IntegratorStatistics& statistics) {
  return {
      statistics.steps,       statistics.rejected_steps, statistics.rate_evaluations, statistics.jacobian_evaluations,
      statistics.projections, statistics.events};
}

IntegratorStatistics make_statistics(const StatisticsList& list) {
  return {.steps = list[0],
          .rejected_steps = list[1],
          .rate_evaluations = list[2],
          .jacobian_evaluations = list[3],
          .projections = list[4],
          .events = list[5]};
}

}  // namespace carom
