#include "carom/complementarity/mlcp/box_problem.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {

double calc_natural_map(const BoxProblem& problem, const ConstVectorRef& z, VectorRef natural_map) {
  problem.G.multiply(z, natural_map);
  for (int i = 0; i < problem.size(); ++i) {
    natural_map[i] = std::clamp(natural_map[i] + problem.q[i], z[i] - problem.upper[i], z[i] - problem.lower[i]);
  }
  return natural_map.norm() / (1.0 + problem.q.norm());
}

SweepingSolver::SweepingSolver(int size) : inverse_diagonal_(size), before_(size), direction_(size), best_(size) {}

SolveReport SweepingSolver::solve_gauss_seidel(const BoxProblem& problem, VectorRef z,
                                               const IterationOptions& options) {
  SolveReport report;
  if (!prepare(problem, z, report)) return report;
  while (!best_.check(problem, z, options, report)) {
    problem.G.start_sweep(z);
    for (int k = 0; k < options.check_every; ++k, ++report.iterations) sweep(problem, z);
  }
  return report;
}

// The gradient is the step of a sweep, −∇f = z⁺ − z; Fletcher and Reeves' factor; a factor above one restarts.
SolveReport SweepingSolver::solve_conjugate_gradients(const BoxProblem& problem, VectorRef z,
                                                      const IterationOptions& options) {
  SolveReport report;
  if (!prepare(problem, z, report)) return report;
  double last_square = 0.0;
  direction_.setZero();
  while (!best_.check(problem, z, options, report)) {
    for (int k = 0; k < options.check_every; ++k, ++report.iterations) {
      before_ = z;
      problem.G.start_sweep(z);
      sweep(problem, z);
      before_ = z - before_;
      const double square = before_.squaredNorm();
      const double factor = last_square > 0.0 ? square / last_square : 0.0;
      if (factor > 1.0) {
        direction_.setZero();
      } else {
        z += factor * direction_;
        direction_ = factor * direction_ + before_;
      }
      last_square = square;
    }
    z = z.cwiseMax(problem.lower).cwiseMin(problem.upper);
  }
  return report;
}

bool SweepingSolver::prepare(const BoxProblem& problem, VectorRef z, SolveReport& report) {
  CAROM_ASSERT(problem.G.block_size() == 1 && problem.G.size() == problem.size() && z.size() == problem.size());
  z = z.cwiseMax(problem.lower).cwiseMin(problem.upper);
  for (int i = 0; i < problem.size(); ++i) {
    const double diagonal = problem.G.diagonal(i)(0, 0);
    const bool good = std::isfinite(diagonal) && std::isfinite(problem.q[i]) && problem.lower[i] <= problem.upper[i];
    if (!good) {
      report.status = SolveStatus::BadData;
      report.detail = "a number is not finite, or a lower bound lies above its upper bound";
      if (report.worst.count < WorstRows::kMost) report.worst.rows[report.worst.count++] = i;
    }
    // A row without a diagonal cannot be solved by itself: it stays, and shows in the residual.
    inverse_diagonal_[i] = diagonal > 0.0 ? 1.0 / diagonal : 0.0;
  }
  return report.status != SolveStatus::BadData;
}

void SweepingSolver::sweep(const BoxProblem& problem, VectorRef z) const {
  BlockVector change(1);
  for (int i = 0; i < problem.size(); ++i) {
    const double w = problem.G.calc_block(i)[0] + problem.q[i];
    change[0] = std::clamp(z[i] - inverse_diagonal_[i] * w, problem.lower[i], problem.upper[i]) - z[i];
    if (change[0] == 0.0) continue;
    z[i] += change[0];
    problem.G.change_block(i, change);
  }
}

}  // namespace carom
