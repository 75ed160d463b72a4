#pragma once

#include <vector>

#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

/// Eliminates the variables without bounds where their own equations do not determine them, as the potentials of nodes
/// that only diodes connect to ground: z_F then follows from rows of other variables, and w_k or z_k of each pair from
/// what is left. With the pairs exchanged in which z_k follows, the rest is a problem of the same kind without
/// equations, semidefinite where the whole is monotone [cottle1992]: the horizontal problem
/// N w + K z = c turned into a standard one by a complementary basis that is regular.
class PairExchange {
 public:
  /// False: there is no such basis among those that were tried, or no variable without bounds.
  [[nodiscard]] bool reduce(const MlcpProblem& problem);

  [[nodiscard]] MlcpProblem problem() const { return {M_, q_, lower_, upper_}; }
  [[nodiscard]] int size() const { return static_cast<int>(bounded_.size()); }
  /// The solution of the whole problem that belongs to one of the rest.
  void expand(const ConstVectorRef& x, VectorRef z) const;

 private:
  void fill(const MlcpProblem& problem);
  void eliminate_free();
  [[nodiscard]] bool choose_basis(const MlcpProblem& problem);
  void pivot(int row, int column);
  [[nodiscard]] int w_column(int pair) const { return static_cast<int>(free_.size()) + pair; }
  [[nodiscard]] int z_column(int pair) const { return w_column(pair) + size(); }
  [[nodiscard]] int right_side() const { return z_column(size()); }

  std::vector<int> free_, bounded_;
  // Columns: free variables, w and z of the pairs, measured from a bound and turned so that both are at least zero
  // where there is one bound; the right side. Rows: the equations, solved for the variables in `variable_`.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> tableau_;
  std::vector<int> variable_;  // column that a row is solved for; −1: none yet
  std::vector<int> row_of_pair_;
  std::vector<char> exchanged_;  // pairs in which z follows and w is unknown
  VectorX origin_, sign_;        // z = origin + sign ζ, w = sign ω
  MatrixX M_;
  VectorX q_, lower_, upper_;
};

}  // namespace carom
