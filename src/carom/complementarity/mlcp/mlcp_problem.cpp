#include "carom/complementarity/mlcp/mlcp_problem.h"

#include <algorithm>
#include <cmath>

namespace carom {

double calc_natural_map(const MlcpProblem& problem, const ConstVectorRef& z, VectorRef natural_map) {
  natural_map = problem.q;
  natural_map.noalias() += problem.M * z;
  for (int i = 0; i < problem.size(); ++i) {
    // z − clip(z − w) written without the difference z − (z − w), which would lose what is left of w.
    natural_map[i] = std::clamp(natural_map[i], z[i] - problem.upper[i], z[i] - problem.lower[i]);
  }
  return natural_map.norm() / (1.0 + problem.q.norm());
}

bool proves_infeasible(const MlcpProblem& problem, const ConstVectorRef& y, VectorRef work) {
  constexpr double kRoundOff = 1e-12;
  for (int i = 0; i < problem.size(); ++i) {
    if (y[i] > 0.0 && problem.has_upper(i)) return false;
    if (y[i] < 0.0 && problem.has_lower(i)) return false;
  }
  // The supremum of yᵀ(M z + q): columns without a bound on the side where they grow must not contribute.
  double supremum = problem.q.dot(y), size = problem.q.cwiseAbs().dot(y.cwiseAbs());
  work.noalias() = problem.M.transpose() * y;
  for (int j = 0; j < problem.size(); ++j) {
    const double round_off = kRoundOff * problem.M.col(j).cwiseAbs().dot(y.cwiseAbs());
    const double bound = work[j] > 0.0 ? problem.upper[j] : problem.lower[j];
    if (std::isfinite(bound)) {
      supremum += work[j] * bound;
      size += std::abs(work[j] * bound);
    } else if (!(std::abs(work[j]) <= round_off)) {
      return false;
    }
  }
  return supremum < -kRoundOff * size;
}

SolveReport check_data(const MlcpProblem& problem) {
  SolveReport report;
  const auto name = [&](int row, std::string_view why) {
    report.status = SolveStatus::BadData;
    if (report.worst.count == 0) report.detail = why;
    if (report.worst.count < WorstRows::kMost) report.worst.rows[report.worst.count++] = row;
  };
  for (int i = 0; i < problem.size(); ++i) {
    const double lower = problem.lower[i], upper = problem.upper[i];
    const bool bad_bound = std::isnan(lower) || std::isnan(upper) || (std::isinf(lower) && lower > 0.0) ||
                           (std::isinf(upper) && upper < 0.0);
    if (!std::isfinite(problem.q[i]) || !problem.M.row(i).allFinite() || bad_bound) {
      name(i, "a number is not finite");
    } else if (lower > upper) {
      name(i, "a lower bound lies above its upper bound");
    }
  }
  return report;
}

}  // namespace carom
