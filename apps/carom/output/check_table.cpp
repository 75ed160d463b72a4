#include "apps/carom/output/check_table.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace carom::app {
namespace {

using reproductions::ChapterResult;
using reproductions::list_checks;
using reproductions::PaperResult;

constexpr int kFormatVersion = 1;

std::string format_value(const std::variant<double, std::string>& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.9g}", *number);
  return std::get<std::string>(value);
}

std::size_t find_longest_name(const PaperResult& paper) {
  std::size_t longest = 0;
  for (const ChapterResult& chapter : paper.chapters) {
    for (const Check& check : list_checks(chapter.chapter)) longest = std::max(longest, check.name.size());
  }
  return longest;
}

nlohmann::ordered_json make_check(const Check& check) {
  const auto value = [](const auto& each) { return nlohmann::ordered_json(each); };
  return {{"name", check.name},
          {"expected", std::visit(value, check.expected)},
          {"found", std::visit(value, check.found)},
          {"tolerance", check.tolerance ? nlohmann::ordered_json(*check.tolerance) : nlohmann::ordered_json()},
          {"unit", check.unit},
          {"passed", check.passed},
          {"note", check.note},
          {"curve", check.curve}};
}

nlohmann::ordered_json make_runs(const ChapterResult& chapter) {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const LoadedRun& run : chapter.runs) {
    runs.push_back({{"scene", run.header.scene}, {"verdict", run.verdict.grade}, {"warnings", run.verdict.warnings}});
  }
  return runs;
}

// The verdict of every run that a page of the paper shows; those that all passed in one line.
std::string format_runs(const PaperResult& paper, const TerminalColors& colors) {
  std::string text;
  int total = 0, warned = 0;
  for (const ChapterResult& chapter : paper.chapters) {
    for (const LoadedRun& run : chapter.runs) {
      ++total;
      if (run.verdict.grade == grade_name(Grade::Passed)) continue;
      ++warned;
      text += fmt::format("  {}{}: {}{}\n", colors.bad, run.header.scene, run.verdict.grade, colors.plain);
      for (const std::string& sentence : run.verdict.warnings) text += fmt::format("    {}\n", sentence);
    }
  }
  if (total == 0) return {};
  return fmt::format("\n  {} of {} runs passed without a warning\n", total - warned, total) + text;
}

}  // namespace

std::string format_checks(const PaperResult& paper, const TerminalColors& colors) {
  std::string text = fmt::format("{}: {}\n", paper.id, paper.title);
  const auto out = std::back_inserter(text);
  // fmt counts letters, not bytes, so that names in any alphabet align.
  const std::size_t width = find_longest_name(paper);
  for (const ChapterResult& chapter : paper.chapters) {
    const std::vector<Check> checks = list_checks(chapter.chapter);
    if (checks.empty()) continue;
    fmt::format_to(out, "\n  {}{:<{}}  {:>14}  {:>14}  {:>9}  {:<5}{}\n", colors.faint, chapter.chapter.title, width,
                   "expected", "found", "tolerance", "unit", colors.plain);
    for (const Check& check : checks) {
      fmt::format_to(out, "  {:<{}}  {:>14}  {:>14}  {:>9}  {:<5} {}{}{}\n", check.name, width,
                     format_value(check.expected), format_value(check.found),
                     check.tolerance ? fmt::format("{:.1e}", *check.tolerance) : "", check.unit,
                     check.passed ? colors.good : colors.bad, check.passed ? "ok" : "FAILED", colors.plain);
    }
  }
  fmt::format_to(out, "\n  {}{} of {} checks passed{}\n", paper.passed == paper.total ? colors.good : colors.bad,
                 paper.passed, paper.total, colors.plain);
  return text + format_runs(paper, colors);
}

std::string make_checks_json(const std::vector<PaperResult>& papers) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PaperResult& paper : papers) {
    nlohmann::ordered_json chapters = nlohmann::ordered_json::array();
    for (const ChapterResult& chapter : paper.chapters) {
      nlohmann::ordered_json checks = nlohmann::ordered_json::array();
      for (const Check& check : list_checks(chapter.chapter)) checks.push_back(make_check(check));
      chapters.push_back({{"id", chapter.chapter.id},
                          {"title", chapter.chapter.title},
                          {"checks", std::move(checks)},
                          {"runs", make_runs(chapter)}});
    }
    list.push_back({{"id", paper.id},
                    {"title", paper.title},
                    {"passed", paper.passed},
                    {"total", paper.total},
                    {"chapters", std::move(chapters)}});
  }
  const nlohmann::ordered_json json{
      {"format", kFormatVersion}, {"version", CAROM_VERSION}, {"papers", std::move(list)}};
  return json.dump(2) + "\n";
}

}  // namespace carom::app
