#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/forward_dynamics/measure.h"

namespace carom::benchmarks {

/// One engine on one robot.
struct Entry {
  std::optional<Timing> timing;  // none: the engine cannot load the robot
  double disagreement{};         // ‖v̇ − v̇ of ours‖ / ‖v̇ of ours‖, the largest over all states
};

/// One robot, an entry for each engine; the first is ours.
struct Row {
  std::string robot;
  std::vector<Entry> entries;
};

/// Ours on a chain of so many joints.
struct ChainCost {
  int joints{};
  Timing timing{};
};

struct Report {
  std::string processor;
  std::string compiler;
  std::vector<std::string> engines{};        // names, ours first
  std::vector<std::string> calls{};          // what an evaluation calls, for each engine
  std::vector<std::string> not_installed{};  // names
  std::vector<Row> rows{};
  std::vector<ChainCost> chain_costs{};
};

/// The processor's name as the system gives it.
[[nodiscard]] std::string find_processor();

/// Tables for people, on standard output.
void print(const Report& report);

/// Everything as JSON, times in seconds. False where the file cannot be written.
[[nodiscard]] bool write_json(const Report& report, const std::string& path);

}  // namespace carom::benchmarks
