#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "carom/simulation/simulation.h"

/// How enumerations and counts of other layers are spelt in a recording.
namespace carom {

/// "finished", "stopped", "failed"
[[nodiscard]] std::string_view status_name(SimulationStatus status);
[[nodiscard]] std::optional<SimulationStatus> find_status(std::string_view name);
[[nodiscard]] std::optional<LedgerKind> find_ledger_kind(std::string_view name);

/// In the order of the structure.
using StatisticsList = std::array<std::int64_t, 6>;
[[nodiscard]] StatisticsList list_statistics(const IntegratorStatistics& statistics);
[[nodiscard]] IntegratorStatistics make_statistics(const StatisticsList& list);

}  // namespace carom
