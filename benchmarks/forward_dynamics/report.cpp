#include "benchmarks/forward_dynamics/report.h"

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace carom::benchmarks {
namespace {

constexpr double kMicro = 1e6;

std::string time_cell(const Entry& entry) {
  if (!entry.timing) return "-";
  return fmt::format("{:.2f} ({:.2f})", kMicro * entry.timing->best, kMicro * entry.timing->median);
}

std::string ratio_cell(const Entry& entry, const Entry& ours) {
  return entry.timing ? fmt::format("{:.1f}", entry.timing->best / ours.timing->best) : "-";
}

std::string disagreement_cell(const Entry& entry) {
  return entry.timing ? fmt::format("{:.0e}", entry.disagreement) : "-";
}

// One line a robot, one column an engine from `first` on.
template <class MakeCell>
void print_table(const Report& report, std::size_t first, const std::string& title, MakeCell make_cell) {
  fmt::print("\n{}\n{:<22}", title, "robot");
  for (std::size_t i = first; i < report.engines.size(); ++i) fmt::print("{:>18}", report.engines[i]);
  fmt::print("\n");
  for (const Row& row : report.rows) {
    fmt::print("{:<22}", row.robot);
    for (std::size_t i = first; i < row.entries.size(); ++i) fmt::print("{:>18}", make_cell(row.entries[i], row));
    fmt::print("\n");
  }
}

nlohmann::ordered_json to_json(const Timing& timing) { return {{"best_s", timing.best}, {"median_s", timing.median}}; }

nlohmann::ordered_json to_json(const Report& report, const Row& row) {
  nlohmann::ordered_json engines = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < row.entries.size(); ++i) {
    const Entry& entry = row.entries[i];
    if (!entry.timing) continue;
    nlohmann::ordered_json result = to_json(*entry.timing);
    result["time_over_ours"] = entry.timing->best / row.entries.front().timing->best;
    result["disagreement"] = entry.disagreement;
    engines[report.engines[i]] = result;
  }
  return {{"robot", row.robot}, {"engines", engines}};
}

}  // namespace

std::string find_processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

void print(const Report& report) {
  fmt::print("processor: {}\ncompiler:  {}\n", report.processor, report.compiler);
  for (std::size_t i = 0; i < report.engines.size(); ++i) {
    fmt::print("{:<14} {}\n", report.engines[i] + ":", report.calls[i]);
  }
  for (const std::string& name : report.not_installed) fmt::print("{:<14} not installed\n", name + ":");

  print_table(report, 0, "Forward dynamics, microseconds an evaluation: best (median)",
              [](const Entry& entry, const Row&) { return time_cell(entry); });
  print_table(report, 1, "Time over ours, best over best",
              [](const Entry& entry, const Row& row) { return ratio_cell(entry, row.entries.front()); });
  print_table(report, 1, "Relative difference of the joint accelerations from ours",
              [](const Entry& entry, const Row&) { return disagreement_cell(entry); });

  fmt::print("\nOurs on longer chains\n{:>8}{:>20}{:>24}\n", "joints", "microseconds", "nanoseconds a joint");
  for (const ChainCost& cost : report.chain_costs) {
    fmt::print("{:>8}{:>20.2f}{:>24.1f}\n", cost.joints, kMicro * cost.timing.best,
               1e9 * cost.timing.best / cost.joints);
  }
}

bool write_json(const Report& report, const std::string& path) {
  nlohmann::ordered_json json{{"processor", report.processor},
                              {"compiler", report.compiler},
                              {"calls", nlohmann::ordered_json::object()},
                              {"not_installed", report.not_installed},
                              {"forward_dynamics", nlohmann::ordered_json::array()},
                              {"ours_on_chains", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < report.engines.size(); ++i) json["calls"][report.engines[i]] = report.calls[i];
  for (const Row& row : report.rows) json["forward_dynamics"].push_back(to_json(report, row));
  for (const ChainCost& cost : report.chain_costs) {
    nlohmann::ordered_json entry = to_json(cost.timing);
    entry["joints"] = cost.joints;
    json["ours_on_chains"].push_back(entry);
  }
  std::ofstream file(path);
  file << json.dump(2) << "\n";
  return static_cast<bool>(file.flush());
}

}  // namespace carom::benchmarks
