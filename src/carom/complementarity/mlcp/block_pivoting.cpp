#include "carom/complementarity/mlcp/block_pivoting.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {

BlockPivotingSolver::BlockPivotingSolver(int size)
    : place_(size), wanted_(size), active_(size), w_(size), z_unit_(size), w_unit_(size), work_(size), system_(size) {}

SolveReport BlockPivotingSolver::solve(const MlcpProblem& problem, VectorRef z, const BlockPivotingOptions& options) {
  CAROM_ASSERT(problem.size() == w_.size() && problem.M.rows() == w_.size() && problem.M.cols() == w_.size());
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  const int most = options.most_iterations > 0 ? options.most_iterations : 20 * problem.size() + 200;

  guess_places(problem, z);
  int fewest_wrong = problem.size() + 1;
  int patience = options.patience;
  report.detail = "too many exchanges: the matrix may have principal minors that are not positive";
  for (report.iterations = 0; report.iterations < most; ++report.iterations) {
    if (!solve_places(problem, z)) {
      report.detail = "rows between their bounds depend on each other";
      break;
    }
    const int wrong = count_wrong(problem, z);
    if (wrong == 0) break;
    if (wrong < fewest_wrong) {
      fewest_wrong = wrong;
      patience = options.patience;
    } else if (patience > 0) {
      --patience;
    }
    if (patience > 0) {
      place_ = wanted_;
    } else {
      exchange_least_index();
    }
  }
  for (int i = 0; i < problem.size(); ++i) z[i] = std::clamp(z[i], problem.lower[i], problem.upper[i]);
  judge(problem, z, options.tolerance, work_, report);
  return report;
}

void BlockPivotingSolver::guess_places(const MlcpProblem& problem, const ConstVectorRef& z) {
  for (int i = 0; i < problem.size(); ++i) {
    place_[i] = z[i] <= problem.lower[i] ? Place::Lower : z[i] >= problem.upper[i] ? Place::Upper : Place::Between;
    // A bound of infinite size is none, whatever z says.
    if (problem.is_free(i)) place_[i] = Place::Between;
  }
}

bool BlockPivotingSolver::solve_places(const MlcpProblem& problem, VectorRef z) {
  for (int i = 0; i < problem.size(); ++i) {
    active_[i] = place_[i] == Place::Between ? 1 : 0;
    if (place_[i] == Place::Lower) z[i] = problem.lower[i];
    if (place_[i] == Place::Upper) z[i] = problem.upper[i];
  }
  const bool regular = system_.solve(problem.M, problem.q, active_, z);
  w_ = problem.q;
  w_.noalias() += problem.M * z;
  return regular;
}

// Signs count beyond round-off of the sums that w and z come from.
BlockPivotingSolver::Place BlockPivotingSolver::find_right_place(const MlcpProblem& problem, const ConstVectorRef& z,
                                                                 int row) const {
  constexpr double kRoundOff = 1e-13;
  const double w_round_off = kRoundOff * w_unit_[row];
  if (place_[row] == Place::Lower) return w_[row] < -w_round_off ? Place::Between : Place::Lower;
  if (place_[row] == Place::Upper) return w_[row] > w_round_off ? Place::Between : Place::Upper;
  const double z_round_off = kRoundOff * z_unit_[row];
  if (z[row] < problem.lower[row] - z_round_off) return Place::Lower;
  if (z[row] > problem.upper[row] + z_round_off) return Place::Upper;
  return Place::Between;
}

int BlockPivotingSolver::count_wrong(const MlcpProblem& problem, const ConstVectorRef& z) {
  w_unit_ = problem.q.cwiseAbs();
  for (int j = 0; j < problem.size(); ++j) w_unit_ += std::abs(z[j]) * problem.M.col(j).cwiseAbs();
  for (int i = 0; i < problem.size(); ++i) {
    z_unit_[i] = problem.M(i, i) > 0.0 ? w_unit_[i] / problem.M(i, i) : std::abs(z[i]);
  }
  int wrong = 0;
  for (int i = 0; i < problem.size(); ++i) {
    wanted_[i] = find_right_place(problem, z, i);
    if (wanted_[i] != place_[i]) ++wrong;
  }
  return wrong;
}

void BlockPivotingSolver::exchange_least_index() {
  for (std::size_t i = 0; i < place_.size(); ++i) {
    if (wanted_[i] == place_[i]) continue;
    place_[i] = wanted_[i];
    return;
  }
}

}  // namespace carom
