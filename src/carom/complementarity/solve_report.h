#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>

#include "carom/math/types.h"

namespace carom {

enum class SolveStatus {
  NotRun,
  Solved,        // the residual was computed anew from the solution and is within the tolerance
  NotConverged,  // `worst` names the rows that are farthest from a solution
  Infeasible,    // no solution exists; `worst` names the rows that contradict each other
  BadData,       // not a number, or a lower bound above its upper one; `worst` names the rows
};

/// The rows, or contacts, that a report names: the first few, in the order of their share.
struct WorstRows {
  static constexpr int kMost = 5;
  std::array<int, kMost> rows{};
  int count{};

  /// Rows of the largest magnitudes in `shares`, zeros left out.
  [[nodiscard]] static WorstRows find(const ConstVectorRef& shares);
};

/// The methods that were tried, in this order; the last one gave the answer.
struct Route {
  static constexpr int kMost = 16;
  std::array<std::string_view, kMost> methods{};
  int count{};

  void add(std::string_view method) {
    if (count < kMost) methods[count++] = method;
  }
};

/// How a solve ended. The solution itself stands in the vector that the caller gave.
struct [[nodiscard]] SolveReport {
  SolveStatus status{SolveStatus::NotRun};
  int iterations{};
  /// ‖F‖₂/(1 + ‖q‖₂), F the natural map of the problem evaluated at the solution that is returned: min(z, w) for an
  /// LCP. F takes the least of z and w, so its unit is that of the unknowns and of q alike: scale problems accordingly.
  double residual{std::numeric_limits<double>::infinity()};
  std::string_view detail{};  // why it is no success, or less of one, in a few words; a literal
  WorstRows worst{};
  Route route{};

  [[nodiscard]] bool solved() const { return status == SolveStatus::Solved; }
};

/// Fills in status, residual and worst rows of a solution, computed anew.
template <class Problem>
void judge(const Problem& problem, const ConstVectorRef& solution, double tolerance, VectorRef work,
           SolveReport& report) {
  report.residual = calc_natural_map(problem, solution, work);
  if (report.residual <= tolerance) {
    report.status = SolveStatus::Solved;
    report.detail = {};
    report.worst = {};
  } else {
    report.status = SolveStatus::NotConverged;
    report.worst = WorstRows::find(work);
  }
}

/// "solved", "not-converged", "infeasible", …: as `carom solve` prints it.
[[nodiscard]] std::string_view name_of(SolveStatus status);

/// A sentence for the user: what happened, which rows, and what to try.
[[nodiscard]] std::string describe(const SolveReport& report);

}  // namespace carom
