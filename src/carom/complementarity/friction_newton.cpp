#include "carom/complementarity/friction_newton.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/complementarity/scaled_friction.h"
#include "carom/complementarity/sparse_or_dense_lu.h"

namespace carom {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;

class Newton {
 public:
  Newton(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options)
      : problem_(problem),
        options_(options),
        scaled_(problem),
        x_(r.cwiseQuotient(scaled_.scale)),
        best_(x_),
        work_(r.size()) {
    SparseMatrix identity(r.size(), r.size());
    identity.setIdentity();
    regularised_ = scaled_.W + options.regularisation * identity;
  }

  // The best iterate in the error measure, and how it was reached.
  SolveReport run(VectorRef r) {
    SolveReport report;
    double least = HUGE_VAL;
    VectorX function = calc_function(x_);
    while (true) {
      const double error = calc_natural_map(problem_, scaled_.scale.cwiseProduct(x_), work_);
      const bool much_better = error < 0.1 * least;
      if (error < least) {
        least = error;
        best_ = x_;
      }
      // Beyond the tolerance as long as steps still gain a digit: they are cheap there, and the next solve starts
      // better.
      if (least <= options_.tolerance && !much_better) break;
      if (report.iterations == options_.most_iterations || function.norm() == 0.0) break;
      const VectorX step = calc_step(function);
      if (!step.allFinite()) break;
      move(step, function);
      ++report.iterations;
    }
    r = scaled_.scale.cwiseProduct(best_);
    judge(problem_, r, options_.tolerance, work_, report);
    if (!report.solved()) report.detail = "Newton's method stalls";
    return report;
  }

 private:
  [[nodiscard]] VectorX calc_function(const VectorX& x) const {
    const int size = problem_.W.block_size();
    VectorX function = x - (scaled_.W * x + scaled_.q);
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      auto block = function.segment(contact * size, size);
      block = x.segment(contact * size, size) - project_on_discs(problem_.cone(contact), block).point;
    }
    return function;
  }

  // F' = 1 − P' (1 − W), with P' of the projection at x − u.
  VectorX calc_step(const VectorX& function) {
    const int size = problem_.W.block_size();
    const VectorX y = x_ - (scaled_.W * x_ + scaled_.q);
    std::vector<Eigen::Triplet<double>> projection, rest;
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      const BlockMatrix jacobian = project_on_discs(problem_.cone(contact), y.segment(contact * size, size)).jacobian;
      for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
          const int row = contact * size + i, column = contact * size + j;
          if (jacobian(i, j) != 0.0) projection.emplace_back(row, column, jacobian(i, j));
          rest.emplace_back(row, column, (i == j ? 1.0 : 0.0) - jacobian(i, j));
        }
      }
    }
    SparseMatrix P(y.size(), y.size()), R(y.size(), y.size());
    P.setFromTriplets(projection.begin(), projection.end());
    R.setFromTriplets(rest.begin(), rest.end());
    const SparseMatrix jacobian = SparseMatrix(P * regularised_) + R;
    if (!lu_.factor(jacobian)) return VectorX::Constant(y.size(), NAN);
    return -lu_.solve(function);
  }

  // Halves the step until the function is below the largest of its last few values.
  void move(const VectorX& step, VectorX& function) {
    constexpr std::size_t kWindow = 8;
    history_.push_back(function.norm());
    if (history_.size() > kWindow) history_.erase(history_.begin());
    const double reference = *std::max_element(history_.begin(), history_.end());
    double length = 1.0;
    VectorX trial = x_ + step;
    VectorX trial_function = calc_function(trial);
    while (!(trial_function.norm() <= (1.0 - 1e-4 * length) * reference) && length > 1e-4) {
      length *= 0.5;
      trial = x_ + length * step;
      trial_function = calc_function(trial);
    }
    x_ = trial;
    function = trial_function;
  }

  const FrictionProblem& problem_;
  const FrictionNewtonOptions& options_;
  ScaledFriction scaled_;
  SparseMatrix regularised_;
  VectorX x_, best_, work_;
  std::vector<double> history_;
  SparseOrDenseLu lu_;
};

}  // namespace

SolveReport solve_by_newton(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  return Newton(problem, r, options).run(r);
}

}  // namespace carom
