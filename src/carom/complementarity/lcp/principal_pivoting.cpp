#include "carom/complementarity/lcp/principal_pivoting.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {
namespace {

// Entries are scaled to about one. A pivot this small would magnify round-off to what no longer tells signs: the
// diagonal of a redundant row, which should vanish, must not be taken for one.
constexpr double kPivotTolerance = 1e-9;
constexpr double kNegative = -1e-11;

}  // namespace

PrincipalPivotingSolver::PrincipalPivotingSolver(int size)
    : size_(size),
      M_(size, size),
      q_(size),
      scale_(size),
      basic_(size),
      nonbasic_(size),
      certificate_(VectorX::Zero(size)),
      work_(size),
      column_(size),
      row_(size),
      active_(size),
      system_(size) {}

SolveReport PrincipalPivotingSolver::solve(const LcpProblem& problem, VectorRef z,
                                           const PrincipalPivotingOptions& options) {
  CAROM_ASSERT(problem.size() == size_ && problem.M.rows() == size_ && problem.M.cols() == size_);
  SolveReport report = check_data(problem);
  z.setZero();
  if (report.status == SolveStatus::BadData) return report;

  fill(problem);
  const int most_pivots = options.most_pivots > 0 ? options.most_pivots : std::max(100 * size_, 4096);
  const Outcome outcome = run_pivots(most_pivots, report.iterations);
  if (outcome == Outcome::Contradiction && proves_infeasible(problem, certificate_, work_)) {
    report.status = SolveStatus::Infeasible;
    report.detail = "the rows, weighted by the certificate, contradict z ≥ 0";
    report.worst = WorstRows::find(certificate_);
    return report;
  }
  read_solution(problem, z);
  report.residual = calc_natural_map(problem, z, work_);
  report.status = report.residual <= options.tolerance ? SolveStatus::Solved : SolveStatus::NotConverged;
  if (report.solved()) return report;
  report.worst = WorstRows::find(work_);
  report.detail = outcome == Outcome::PivotLimit ? "too many pivots" : "the matrix is not sufficient";
  return report;
}

// The same factor for row and column keeps semidefinite matrices semidefinite.
void PrincipalPivotingSolver::fill(const LcpProblem& problem) {
  for (int i = 0; i < size_; ++i) {
    const double largest =
        std::max({problem.M.row(i).cwiseAbs().maxCoeff(), problem.M.col(i).cwiseAbs().maxCoeff(), 0.0});
    const double size = problem.M(i, i) > 0.0 ? problem.M(i, i) : largest;
    int exponent{};
    std::frexp(size, &exponent);
    scale_[i] = size > 0.0 ? std::ldexp(1.0, -exponent / 2) : 1.0;
  }
  M_ = scale_.asDiagonal() * problem.M * scale_.asDiagonal();
  q_ = scale_.cwiseProduct(problem.q);
  const double largest = size_ > 0 ? q_.cwiseAbs().maxCoeff() : 0.0;
  if (largest > 0.0) {
    q_ /= largest;
    scale_ *= largest;
  }
  for (int i = 0; i < size_; ++i) {
    basic_[i] = i;
    nonbasic_[i] = size_ + i;
  }
}

PrincipalPivotingSolver::Outcome PrincipalPivotingSolver::run_pivots(int most_pivots, int& pivots) {
  for (; pivots < most_pivots; ++pivots) {
    int row = 0;
    while (row < size_ && q_[row] >= kNegative) ++row;
    if (row == size_) return Outcome::Finished;
    if (M_(row, row) > kPivotTolerance) {
      exchange(row, row);
      continue;
    }
    int partner = 0;
    while (partner < size_ && M_(row, partner) <= kPivotTolerance) ++partner;
    if (partner == size_) {
      read_certificate(row);
      return Outcome::Contradiction;
    }
    if (M_(row, row) < -kPivotTolerance || !(M_(partner, row) < -kPivotTolerance)) return Outcome::NotSufficient;
    // Two exchanges across the diagonal; afterwards the pairs stand in each other's places and are put back.
    exchange(row, partner);
    exchange(partner, row);
    M_.row(row).swap(M_.row(partner));
    std::swap(q_[row], q_[partner]);
    std::swap(basic_[row], basic_[partner]);
    M_.col(row).swap(M_.col(partner));
    std::swap(nonbasic_[row], nonbasic_[partner]);
  }
  return Outcome::PivotLimit;
}

// Solves the row for the nonbasic variable of the column and puts it into the other rows.
void PrincipalPivotingSolver::exchange(int row, int column) {
  const double pivot = M_(row, column);
  row_ = -M_.row(row) / pivot;
  row_[column] = 1.0 / pivot;
  const double constant = -q_[row] / pivot;
  column_ = M_.col(column);
  column_[row] = 0.0;
  M_.col(column).setZero();
  M_.row(row).setZero();
  M_.noalias() += column_ * row_;
  q_ += constant * column_;
  M_.row(row) = row_;
  q_[row] = constant;
  std::swap(basic_[row], nonbasic_[column]);
}

void PrincipalPivotingSolver::read_solution(const LcpProblem& problem, VectorRef z) {
  for (int row = 0; row < size_; ++row) active_[row] = basic_[row] >= size_ ? 1 : 0;
  // Computed anew from the final basis; where that is close to singular, as the exchanges have it.
  z.setZero();
  if (!system_.solve(problem.M, problem.q, active_, z)) {
    for (int row = 0; row < size_; ++row) z[row] = active_[row] ? q_[row] * scale_[row] : 0.0;
  }
  z = z.cwiseMax(0.0);
}

// basic = Σ m_j nonbasic_j + q with all m_j ≤ 0 and q < 0 is a combination of the rows w − M z = q, weighted by the
// coefficients of the w in it.
void PrincipalPivotingSolver::read_certificate(int row) {
  certificate_.setZero();
  if (basic_[row] < size_) certificate_[basic_[row]] = scale_[basic_[row]];
  for (int j = 0; j < size_; ++j) {
    if (nonbasic_[j] < size_) certificate_[nonbasic_[j]] = std::max(-M_(row, j), 0.0) * scale_[nonbasic_[j]];
  }
}

}  // namespace carom
