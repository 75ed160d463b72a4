#pragma once

#include <vector>

#include "carom/complementarity/lcp/lcp_problem.h"
#include "carom/complementarity/linear/active_system.h"

namespace carom {

struct PrincipalPivotingOptions {
  double tolerance{1e-10};  // on the error measure of the LCP
  int most_pivots{};        // 0: 100 n, and at least 4096
};

/// Murty's principal pivoting by the least index, which solves every problem whose M has positive principal minors;
/// where a diagonal pivot is zero, rows are exchanged in pairs as in the criss-cross method, so that semidefinite and
/// all sufficient matrices are solved too, or proved infeasible, without cycling [cottle1992;
/// denhertog1993]. Allocates only when made.
class PrincipalPivotingSolver {
 public:
  explicit PrincipalPivotingSolver(int size);

  SolveReport solve(const LcpProblem& problem, VectorRef z, const PrincipalPivotingOptions& options = {});

  /// After Infeasible: y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0.
  [[nodiscard]] const VectorX& certificate() const { return certificate_; }

 private:
  enum class Outcome { Finished, Contradiction, NotSufficient, PivotLimit };

  void fill(const LcpProblem& problem);
  Outcome run_pivots(int most_pivots, int& pivots);
  void exchange(int row, int column);
  void read_solution(const LcpProblem& problem, VectorRef z);
  void read_certificate(int row);

  int size_;
  MatrixX M_;  // scaled; basic = M nonbasic + q after the exchanges so far
  VectorX q_;
  VectorX scale_;                      // z = scale z'
  std::vector<int> basic_, nonbasic_;  // variables: w_i is i, z_i is size + i
  VectorX certificate_, work_, column_;
  Eigen::RowVectorXd row_;
  std::vector<char> active_;
  ActiveSystem system_;
};

}  // namespace carom
