#include "carom/complementarity/solve_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace carom {
namespace {

std::string list_rows(const WorstRows& worst) {
  if (worst.count == 0) return "";
  std::string text = worst.count == 1 ? "row" : "rows";
  for (int i = 0; i < worst.count; ++i) text += fmt::format("{} {}", i == 0 ? "" : ",", worst.rows[i]);
  return text;
}

}  // namespace

WorstRows WorstRows::find(const ConstVectorRef& shares) {
  WorstRows worst;
  // What is not a number comes first: it compares false with everything.
  const auto share = [&](int row) { return std::isnan(shares[row]) ? HUGE_VAL : std::abs(shares[row]); };
  for (int row = 0; row < shares.size(); ++row) {
    if (share(row) == 0.0) continue;
    int place = worst.count;
    while (place > 0 && share(worst.rows[place - 1]) < share(row)) --place;
    if (place == kMost) continue;
    worst.count = std::min(worst.count + 1, kMost);
    std::copy_backward(worst.rows.begin() + place, worst.rows.begin() + worst.count - 1,
                       worst.rows.begin() + worst.count);
    worst.rows[place] = row;
  }
  return worst;
}

std::string_view name_of(SolveStatus status) {
  switch (status) {
    case SolveStatus::NotRun:
      return "not-run";
    case SolveStatus::Solved:
      return "solved";
    case SolveStatus::NotConverged:
      return "not-converged";
    case SolveStatus::Infeasible:
      return "infeasible";
    case SolveStatus::BadData:
      return "bad-data";
  }
  return "";
}

std::string describe(const SolveReport& report) {
  const std::string rows = list_rows(report.worst);
  const std::string why = report.detail.empty() ? "" : fmt::format(": {}", report.detail);
  switch (report.status) {
    case SolveStatus::NotRun:
      return "nothing was solved";
    case SolveStatus::Solved:
      return fmt::format("solved in {} iterations, residual {:.3g}", report.iterations, report.residual);
    case SolveStatus::NotConverged:
      return fmt::format("not converged after {} iterations{}; residual {:.3g}{}{}", report.iterations, why,
                         report.residual, rows.empty() ? "" : ", worst in ", rows);
    case SolveStatus::Infeasible:
      return fmt::format("no solution exists{}{}{}", why, rows.empty() ? "" : "; contradiction between ", rows);
    case SolveStatus::BadData:
      return fmt::format("the data make no sense{}; {}", why, rows);
  }
  return "";
}

}  // namespace carom
