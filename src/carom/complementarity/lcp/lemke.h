#pragma once

#include <vector>

#include "carom/complementarity/lcp/lcp_problem.h"
#include "carom/complementarity/linear/active_system.h"
#include "carom/complementarity/solve_report.h"
#include "carom/math/types.h"

namespace carom {

struct LemkeOptions {
  double tolerance{1e-10};  // on the error measure of the LCP
  int most_pivots{};        // 0: 100 n, and at least 4096: some problems need 2ⁿ
  int covering{};           // which covering vector d: 0 is all ones; others take other paths, with other luck
};

/// Lemke's complementary pivoting on a dense tableau, with lexicographic ratios so that degenerate problems cannot
/// cycle. It solves every problem whose M is positive semidefinite or copositive-plus, or says with a certificate that
/// there is no solution; for other matrices it often succeeds [cottle1992].
///
/// Rows and columns are scaled first, and the solution is computed anew from the final basis, so that neither units nor
/// round-off gathered in the tableau show. Allocates only when made.
class LemkeSolver {
 public:
  explicit LemkeSolver(int size);

  /// z is written whatever the outcome: after a failure it is the best that was found, not a solution.
  SolveReport solve(const LcpProblem& problem, VectorRef z, const LemkeOptions& options = {});

  /// After Infeasible: y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0.
  [[nodiscard]] const VectorX& certificate() const { return certificate_; }

 private:
  enum class Outcome { Finished, Ray, PivotLimit };

  void scale(const LcpProblem& problem);
  void fill_tableau(const LcpProblem& problem, int covering);
  Outcome run_pivots(int most_pivots, int& pivots);
  [[nodiscard]] int choose_first_row() const;
  [[nodiscard]] int choose_leaving_row(int entering);
  void keep_least_ratios(int column, int entering);
  void pivot(int row, int entering);
  void read_tableau(VectorRef z) const;
  [[nodiscard]] bool solve_basis(const LcpProblem& problem, VectorRef z);
  void read_ray(int entering);

  [[nodiscard]] int artificial() const { return 2 * size_; }
  [[nodiscard]] int right_side() const { return 2 * size_ + 1; }
  [[nodiscard]] int complement_of(int variable) const { return variable < size_ ? variable + size_ : variable - size_; }

  int size_;
  // Rows: w − M z − d z₀ = q, solved for the basic variables. Columns: w (they hold the inverse of the basis), z, z₀,
  // q.
  MatrixX tableau_;
  VectorX row_scale_, column_scale_;  // M is scaled to R M C, q to R q; z = C z'
  VectorX pivot_column_;
  Eigen::RowVectorXd pivot_row_;
  std::vector<int> basis_;  // the variable of each row: w_i is i, z_i is size + i, z₀ is 2 size
  std::vector<int> tied_;   // rows that may leave
  VectorX certificate_;
  VectorX work_, refined_;
  std::vector<char> active_;
  ActiveSystem system_;
};

}  // namespace carom
