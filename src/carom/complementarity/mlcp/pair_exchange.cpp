#include "carom/complementarity/mlcp/pair_exchange.h"

#include <cmath>
#include <utility>

namespace carom {
namespace {

// Entries are scaled to about one. Below the first a pivot is round-off; one that could be avoided is taken only above
// the second.
constexpr double kRoundOff = 1e-11, kGoodPivot = 1e-6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t at(int place) { return static_cast<std::size_t>(place); }

}  // namespace

bool PairExchange::reduce(const MlcpProblem& problem) {
  free_.clear();
  bounded_.clear();
  for (int i = 0; i < problem.size(); ++i) (problem.is_free(i) ? free_ : bounded_).push_back(i);
  if (free_.empty() || bounded_.empty()) return false;
  fill(problem);
  eliminate_free();
  if (!choose_basis(problem)) return false;

  M_.resize(size(), size());
  q_.resize(size());
  lower_ = VectorX::Zero(size());
  upper_ = VectorX::Constant(size(), kInfinity);
  for (int pair = 0; pair < size(); ++pair) {
    const int row = row_of_pair_[at(pair)], own = bounded_[at(pair)];
    q_[pair] = tableau_(row, right_side());
    for (int other = 0; other < size(); ++other) {
      M_(pair, other) = -tableau_(row, exchanged_[at(other)] != 0 ? w_column(other) : z_column(other));
    }
    if (problem.has_lower(own) && problem.has_upper(own)) {
      lower_[pair] = problem.lower[own];
      upper_[pair] = problem.upper[own];
    }
  }
  return true;
}

// Rows M_F z_F − w + M_B z_B = −q, each scaled by its largest entry.
void PairExchange::fill(const MlcpProblem& problem) {
  const int rows = problem.size();
  origin_ = VectorX::Zero(size());
  sign_ = VectorX::Ones(size());
  for (int pair = 0; pair < size(); ++pair) {
    const int own = bounded_[at(pair)];
    if (problem.has_lower(own) && problem.has_upper(own)) continue;
    sign_[pair] = problem.has_lower(own) ? 1.0 : -1.0;
    origin_[pair] = problem.has_lower(own) ? problem.lower[own] : problem.upper[own];
  }
  tableau_.setZero(rows, right_side() + 1);
  for (int i = 0; i < rows; ++i) {
    double right = -problem.q[i];
    for (int k = 0; k < static_cast<int>(free_.size()); ++k) tableau_(i, k) = problem.M(i, free_[at(k)]);
    for (int pair = 0; pair < size(); ++pair) {
      const double entry = problem.M(i, bounded_[at(pair)]);
      if (bounded_[at(pair)] == i) tableau_(i, w_column(pair)) = -sign_[pair];
      tableau_(i, z_column(pair)) = sign_[pair] * entry;
      right -= entry * origin_[pair];
    }
    tableau_(i, right_side()) = right;
    const double largest = tableau_.row(i).head(right_side()).cwiseAbs().maxCoeff();
    if (largest > 0.0) tableau_.row(i) /= largest;
  }
  variable_.assign(at(rows), -1);
  row_of_pair_.assign(bounded_.size(), -1);
  exchanged_.assign(bounded_.size(), 0);
}

void PairExchange::pivot(int row, int column) {
  tableau_.row(row) /= tableau_(row, column);
  for (int i = 0; i < tableau_.rows(); ++i) {
    if (i == row || tableau_(i, column) == 0.0) continue;
    tableau_.row(i) -= tableau_(i, column) * tableau_.row(row);
    tableau_(i, column) = 0.0;
  }
  variable_[at(row)] = column;
}

// The largest pivots first. What no row determines stays zero.
void PairExchange::eliminate_free() {
  std::vector<char> done(free_.size(), 0);
  while (true) {
    double largest = kRoundOff;
    int row = -1, column = -1;
    for (int k = 0; k < static_cast<int>(free_.size()); ++k) {
      for (int i = 0; done[at(k)] == 0 && i < tableau_.rows(); ++i) {
        if (variable_[at(i)] >= 0 || !(std::abs(tableau_(i, k)) > largest)) continue;
        largest = std::abs(tableau_(i, k));
        row = i;
        column = k;
      }
    }
    if (row < 0) return;
    pivot(row, column);
    done[at(column)] = 1;
  }
}

// w of each pair where it can be had, else z, which must then have one bound: between two it has no partner to follow.
bool PairExchange::choose_basis(const MlcpProblem& problem) {
  for (int count = 0; count < size(); ++count) {
    int row = -1, pair = -1;
    bool exchanges = false;
    for (const bool takes_z : {false, true}) {
      double largest = takes_z ? kRoundOff : kGoodPivot;
      for (int k = 0; k < size() && (!takes_z || row < 0); ++k) {
        const int own = bounded_[at(k)];
        if (row_of_pair_[at(k)] >= 0 || (takes_z && problem.has_lower(own) && problem.has_upper(own))) continue;
        const int column = takes_z ? z_column(k) : w_column(k);
        for (int i = 0; i < tableau_.rows(); ++i) {
          if (variable_[at(i)] >= 0 || !(std::abs(tableau_(i, column)) > largest)) continue;
          largest = std::abs(tableau_(i, column));
          row = i;
          pair = k;
          exchanges = takes_z;
        }
      }
      if (row >= 0) break;
    }
    if (row < 0) return false;
    exchanged_[at(pair)] = exchanges ? 1 : 0;
    row_of_pair_[at(pair)] = row;
    pivot(row, exchanges ? z_column(pair) : w_column(pair));
  }
  return true;
}

void PairExchange::expand(const ConstVectorRef& x, VectorRef z) const {
  const VectorX followed = M_ * x + q_;
  z.setZero();
  for (int pair = 0; pair < size(); ++pair) {
    z[bounded_[at(pair)]] = origin_[pair] + sign_[pair] * (exchanged_[at(pair)] != 0 ? followed[pair] : x[pair]);
  }
  for (int row = 0; row < tableau_.rows(); ++row) {
    if (variable_[at(row)] < 0 || variable_[at(row)] >= static_cast<int>(free_.size())) continue;
    double value = tableau_(row, right_side());
    for (int pair = 0; pair < size(); ++pair) {
      value -= tableau_(row, exchanged_[at(pair)] != 0 ? w_column(pair) : z_column(pair)) * x[pair];
    }
    z[free_[at(variable_[at(row)])]] = value;
  }
}

}  // namespace carom
