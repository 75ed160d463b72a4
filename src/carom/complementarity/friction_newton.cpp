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
        x_(r.cwiseQuotient(scaled_.scale())),
        best_(x_),
        work_(r.size()) {
    const Eigen::Index size = scaled_.factors() ? scaled_.factors()->J.cols() : r.size();
    identity_.resize(size, size);
    identity_.setIdentity();
  }

  // The best iterate in the error measure, and how it was reached.
  SolveReport run(VectorRef r) {
    SolveReport report;
    double least = HUGE_VAL;
    VectorX function = calc_function(x_);
    while (true) {
      const double error = calc_natural_map(problem_, scaled_.scale().cwiseProduct(x_), work_);
      const bool much_better = error < 0.1 * least;
      if (error < least) {
        least = error;
        best_ = x_;
      }
      // Beyond the tolerance while steps still gain a digit: they are cheap there, and the next solve starts better.
      if (least <= options_.tolerance && !much_better) break;
      if (report.iterations == options_.most_iterations || function.norm() == 0.0) break;
      const VectorX step = scaled_.factors() ? calc_step_by_velocities(function) : calc_step_by_impulses(function);
      if (!step.allFinite()) break;
      move(step, function);
      ++report.iterations;
    }
    r = scaled_.scale().cwiseProduct(best_);
    judge(problem_, r, options_.tolerance, work_, report);
    if (!report.solved()) report.detail = "Newton's method stalls";
    return report;
  }

 private:
  [[nodiscard]] int block_size() const { return problem_.W.block_size(); }

  [[nodiscard]] VectorX calc_function(const VectorX& x) const {
    VectorX function = x - scaled_.calc_velocities(x);
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      auto block = function.segment(contact * block_size(), block_size());
      const BlockVector point = project_on_discs(problem_.cone(contact), block).point;
      block = x.segment(contact * block_size(), block_size()) - point;
    }
    return function;
  }

  // Makes a matrix of blocks on its diagonal, each a function of the Jacobian P' of a contact's projection at x − u.
  template <class Function>
  [[nodiscard]] SparseMatrix make_blocks(const VectorX& y, const Function& function) const {
    const int size = block_size();
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(static_cast<std::size_t>(y.size() * size));
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      const BlockVector at = y.segment(contact * size, size);
      const BlockMatrix block = function(contact, project_on_discs(problem_.cone(contact), at).jacobian);
      for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
          if (block(i, j) != 0.0) triplets.emplace_back(contact * size + i, contact * size + j, block(i, j));
        }
      }
    }
    SparseMatrix matrix(y.size(), y.size());
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
  }

  // F' = 1 − P' (1 − W), with W + ε in place of W.
  VectorX calc_step_by_impulses(const VectorX& function) {
    const BlockMatrix one = BlockMatrix::Identity(block_size(), block_size());
    const VectorX y = x_ - scaled_.calc_velocities(x_);
    const SparseMatrix P = make_blocks(y, [](int, const BlockMatrix& jacobian) { return jacobian; });
    const SparseMatrix rest =
        make_blocks(y, [&](int, const BlockMatrix& jacobian) -> BlockMatrix { return one - jacobian; });
    const SparseMatrix regularised = scaled_.matrix() + options_.regularisation * identity_;
    const SparseMatrix jacobian = SparseMatrix(P * regularised) + rest;
    if (!lu_.factor(jacobian)) return VectorX::Constant(y.size(), NAN);
    return -lu_.solve(function);
  }

  // The same with the velocities dv = M⁻¹Jᵀ dx as unknowns, of which there are fewer: A dx + P' J dv = −F with the
  // blocks A = 1 − P' + P' (C + ε), which leaves (1 + M⁻¹Jᵀ A⁻¹P' J) dv = −M⁻¹Jᵀ A⁻¹F.
  VectorX calc_step_by_velocities(const VectorX& function) {
    const OperatorFactors& factors = *scaled_.factors();
    const BlockMatrix one = BlockMatrix::Identity(block_size(), block_size());
    const auto invert = [&](int contact, const BlockMatrix& jacobian) -> BlockMatrix {
      const BlockVector kept =
          1.0 - options_.regularisation - factors.compliance.segment(contact * block_size(), block_size()).array();
      return (one - jacobian * kept.asDiagonal()).partialPivLu().inverse();
    };
    const VectorX y = x_ - scaled_.calc_velocities(x_);
    const SparseMatrix inverse = make_blocks(y, invert);
    const SparseMatrix P = make_blocks(y, [](int, const BlockMatrix& jacobian) { return jacobian; });
    const SparseMatrix coupling = inverse * P;
    const SparseMatrix tangent = factors.MJ * SparseMatrix(coupling * factors.J);
    if (!lu_.factor(identity_ + tangent)) return VectorX::Constant(y.size(), NAN);
    const VectorX push = inverse * function;
    const VectorX dv = -lu_.solve(factors.MJ * push);
    return -(push + coupling * VectorX(factors.J * dv));
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
  SparseMatrix identity_;
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
