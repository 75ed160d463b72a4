#include "carom/complementarity/lcp/lemke.h"

#include <algorithm>
#include <cmath>

#include "carom/base/assert.h"

namespace carom {
namespace {

// In a tableau whose entries are scaled to about one, pivots and differences of ratios below this are round-off.
constexpr double kPivotTolerance = 1e-11;
constexpr double kTieTolerance = 1e-13;
constexpr double kExact = 1e-15;  // an error with which the tableau's solution is as good as one computed anew

// The power of two next to 1/√x: scaling by it is exact.
double calc_scale(double largest) {
  // Most entries: the exponents from −1 to 1 give one.
  if (!(largest > 0.0) || (largest >= 0.25 && largest < 2.0)) return 1.0;
  int exponent{};
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, -exponent / 2);
}

}  // namespace

LemkeSolver::LemkeSolver(int size)
    : size_(size),
      tableau_(size, 2 * size + 2),
      row_scale_(size),
      column_scale_(size),
      pivot_column_(size),
      pivot_row_(2 * size + 2),
      basis_(size),
      certificate_(VectorX::Zero(size)),
      work_(size),
      refined_(size),
      active_(size),
      system_(size) {
  tied_.reserve(static_cast<std::size_t>(size));
}

SolveReport LemkeSolver::solve(const LcpProblem& problem, VectorRef z, const LemkeOptions& options) {
  CAROM_ASSERT(problem.size() == size_ && problem.M.rows() == size_ && problem.M.cols() == size_);
  SolveReport report = check_data(problem);
  z.setZero();
  if (report.status == SolveStatus::BadData) return report;
  const int most_pivots = options.most_pivots > 0 ? options.most_pivots : std::max(100 * size_, 4096);

  scale(problem);
  fill_tableau(problem, options.covering);
  const Outcome outcome = run_pivots(most_pivots, report.iterations);
  if (outcome == Outcome::Ray && proves_infeasible(problem, certificate_, work_)) {
    report.status = SolveStatus::Infeasible;
    report.detail = "the rows, weighted by the certificate, contradict z ≥ 0";
    report.worst = WorstRows::find(certificate_);
    return report;
  }

  // Twice, and the better one is kept: a basis close to singular serves the tableau better than the factorisation.
  read_tableau(z);
  report.residual = calc_natural_map(problem, z, work_);
  if (outcome == Outcome::Finished && report.residual > kExact && solve_basis(problem, refined_)) {
    const double refined = calc_natural_map(problem, refined_, work_);
    if (refined <= report.residual) {
      z = refined_;
      report.residual = refined;
    }
  }
  report.status = report.residual <= options.tolerance ? SolveStatus::Solved : SolveStatus::NotConverged;
  if (report.solved()) return report;
  report.residual = calc_natural_map(problem, z, work_);
  report.worst = WorstRows::find(work_);
  report.detail = outcome == Outcome::Ray          ? "ended at a ray, which proves nothing for this matrix"
                  : outcome == Outcome::PivotLimit ? "too many pivots"
                                                   : "the final basis is too close to singular";
  return report;
}

// Alternates between rows and columns until the largest entry of each is about one (Ruiz's equilibration).
void LemkeSolver::scale(const LcpProblem& problem) {
  row_scale_.setOnes();
  column_scale_.setOnes();
  constexpr int kSweeps = 4;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool changes = false;
    for (int i = 0; i < size_; ++i) {
      const double largest = problem.M.row(i).cwiseAbs().cwiseProduct(column_scale_.transpose()).maxCoeff();
      work_[i] = calc_scale(largest * row_scale_[i]);
      changes = changes || work_[i] != 1.0;
    }
    for (int j = 0; j < size_; ++j) {
      const double largest = problem.M.col(j).cwiseAbs().cwiseProduct(row_scale_).maxCoeff();
      refined_[j] = calc_scale(largest * column_scale_[j]);
      changes = changes || refined_[j] != 1.0;
    }
    if (!changes) return;
    row_scale_.array() *= work_.array();
    column_scale_.array() *= refined_.array();
  }
}

void LemkeSolver::fill_tableau(const LcpProblem& problem, int covering) {
  tableau_.leftCols(size_).setIdentity();
  tableau_.middleCols(size_, size_) = -(row_scale_.asDiagonal() * problem.M * column_scale_.asDiagonal());
  // Other covering vectors have entries between 1 and 2, spread evenly by the golden ratio.
  for (int i = 0; i < size_; ++i) {
    const double spread = 0.6180339887498949 * (i + 1) * covering;
    tableau_(i, artificial()) = -1.0 - (spread - std::floor(spread));
  }
  tableau_.col(right_side()) = row_scale_.cwiseProduct(problem.q);
  // The unit of q does not matter to the pivots; scaled to one, their tolerances mean the same in every problem.
  const double largest = size_ > 0 ? tableau_.col(right_side()).cwiseAbs().maxCoeff() : 0.0;
  if (largest > 0.0) {
    column_scale_ *= largest;
    row_scale_ /= largest;
    tableau_.col(right_side()) /= largest;
  }
  for (int i = 0; i < size_; ++i) basis_[i] = i;
}

LemkeSolver::Outcome LemkeSolver::run_pivots(int most_pivots, int& pivots) {
  if (size_ == 0 || tableau_.col(right_side()).minCoeff() >= 0.0) return Outcome::Finished;
  int row = choose_first_row();
  int entering = artificial();
  while (pivots < most_pivots) {
    const int leaving = basis_[row];
    pivot(row, entering);
    ++pivots;
    if (leaving == artificial()) return Outcome::Finished;
    entering = complement_of(leaving);
    row = choose_leaving_row(entering);
    if (row < 0) {
      read_ray(entering);
      return Outcome::Ray;
    }
  }
  return Outcome::PivotLimit;
}

// The most negative q_i/d_i; of equal ones the last, whose row of [q | I] is the least in lexicographic order.
int LemkeSolver::choose_first_row() const {
  const auto ratio = [&](int i) { return -tableau_(i, right_side()) / tableau_(i, artificial()); };
  int row = 0;
  for (int i = 1; i < size_; ++i) {
    if (ratio(i) <= ratio(row)) row = i;
  }
  return row;
}

// The least row of [q | inverse of the basis], each divided by its pivot, in lexicographic order. Where q alone ties,
// the artificial variable leaves first: that ends the search. Comparing rows in pairs instead would let differences
// just below round-off add up.
int LemkeSolver::choose_leaving_row(int entering) {
  tied_.clear();
  for (int row = 0; row < size_; ++row) {
    if (tableau_(row, entering) > kPivotTolerance) tied_.push_back(row);
  }
  if (tied_.empty()) return -1;
  keep_least_ratios(right_side(), entering);
  for (const int row : tied_) {
    if (basis_[row] == artificial()) return row;
  }
  for (int column = 0; column < size_ && tied_.size() > 1; ++column) keep_least_ratios(column, entering);
  return tied_.front();
}

void LemkeSolver::keep_least_ratios(int column, int entering) {
  const auto ratio = [&](int row) { return tableau_(row, column) / tableau_(row, entering); };
  double least = ratio(tied_.front());
  for (const int row : tied_) least = std::min(least, ratio(row));
  const double limit = least + kTieTolerance * std::max(1.0, std::abs(least));
  tied_.erase(std::remove_if(tied_.begin(), tied_.end(), [&](int row) { return ratio(row) > limit; }), tied_.end());
}

void LemkeSolver::pivot(int row, int entering) {
  pivot_row_ = tableau_.row(row) / tableau_(row, entering);
  pivot_column_ = tableau_.col(entering);
  pivot_column_[row] = 0.0;
  tableau_.row(row) = pivot_row_;
  const double* const pivots = pivot_column_.data();
  for (int column = 0; column < tableau_.cols(); ++column) {
    const double factor = pivot_row_[column];
    if (factor == 0.0) continue;
    double* const entries = tableau_.col(column).data();
    for (int i = 0; i < size_; ++i) entries[i] -= factor * pivots[i];
  }
  tableau_.col(entering).setZero();
  tableau_(row, entering) = 1.0;
  basis_[row] = entering;
}

void LemkeSolver::read_tableau(VectorRef z) const {
  z.setZero();
  for (int row = 0; row < size_; ++row) {
    const int i = basis_[row] - size_;
    if (i >= 0 && i < size_) z[i] = std::max(tableau_(row, right_side()), 0.0) * column_scale_[i];
  }
}

bool LemkeSolver::solve_basis(const LcpProblem& problem, VectorRef z) {
  std::fill(active_.begin(), active_.end(), 0);
  for (const int variable : basis_) {
    if (variable >= size_ && variable != artificial()) active_[variable - size_] = 1;
  }
  z.setZero();
  if (!system_.solve(problem.M, problem.q, active_, z)) return false;
  z = z.cwiseMax(0.0);
  return true;
}

// Along the ray the entering variable grows, and the basic ones with it. Its part in z is the certificate for
// semidefinite M; the caller checks.
void LemkeSolver::read_ray(int entering) {
  certificate_.setZero();
  if (entering >= size_) certificate_[entering - size_] = column_scale_[entering - size_];
  for (int row = 0; row < size_; ++row) {
    const int i = basis_[row] - size_;
    if (i >= 0 && i < size_) certificate_[i] = std::max(-tableau_(row, entering), 0.0) * column_scale_[i];
  }
}

}  // namespace carom
