#include "carom/recording/verdict_events.h"

#include <cmath>

#include <fmt/format.h>

namespace carom {

std::string quote_json(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20U) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string format_json(double number) { return std::isfinite(number) ? fmt::format("{:.17g}", number) : "null"; }

std::vector<RecordedEvent> make_verdict_events(const SimulationReport& report) {
  std::vector<RecordedEvent> events;
  const double time = report.state.time;
  for (const std::string& sentence : report.warnings) {
    events.push_back({time, "warning", "run", fmt::format(R"({{"sentence":"{}"}})", quote_json(sentence))});
  }
  const Verdict& verdict = report.verdict;
  events.push_back({time, "verdict", "run",
                    fmt::format(R"({{"grade":"{}","sentence":"{}","error":{},"warning_limit":{},"failing_limit":{}}})",
                                grade_name(verdict.grade), quote_json(verdict.sentence), format_json(verdict.error),
                                format_json(verdict.warning_limit), format_json(verdict.failing_limit))});
  return events;
}

}  // namespace carom
