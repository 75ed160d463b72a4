#include "carom/complementarity/lcp/lcp_problem.h"

#include <cmath>
#include <limits>

namespace carom {

double calc_natural_map(const LcpProblem& problem, const ConstVectorRef& z, VectorRef natural_map) {
  natural_map = problem.q;
  natural_map.noalias() += problem.M * z;
  natural_map = natural_map.cwiseMin(z);
  return natural_map.norm() / (1.0 + problem.q.norm());
}

bool proves_infeasible(const LcpProblem& problem, const ConstVectorRef& y, VectorRef work) {
  if (problem.size() == 0 || !(y.minCoeff() >= 0.0)) return false;
  constexpr double kRoundOff = 1e-12;
  const double gain = -problem.q.dot(y);
  if (!(gain > kRoundOff * problem.q.cwiseAbs().dot(y))) return false;
  // Where Mᵀy exceeds round-off, a z large enough would repair the contradiction.
  work.noalias() = problem.M.transpose() * y;
  for (int j = 0; j < problem.size(); ++j) {
    const double scale = problem.M.col(j).cwiseAbs().dot(y);
    if (!(work[j] <= kRoundOff * scale)) return false;
  }
  return true;
}

SolveReport check_data(const LcpProblem& problem) {
  SolveReport report;
  const auto is_bad = [&](int row) { return !std::isfinite(problem.q[row]) || !problem.M.row(row).allFinite(); };
  for (int row = 0; row < problem.size() && report.worst.count < WorstRows::kMost; ++row) {
    if (is_bad(row)) report.worst.rows[report.worst.count++] = row;
  }
  if (report.worst.count > 0) {
    report.status = SolveStatus::BadData;
    report.detail = "a number is not finite";
  }
  return report;
}

}  // namespace carom
