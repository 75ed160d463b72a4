#pragma once

#include <vector>

#include "carom/complementarity/linear/active_system.h"
#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

struct BlockPivotingOptions {
  double tolerance{1e-10};  // on the error measure of the MLCP
  int patience{10};         // exchanges of whole blocks without fewer wrong rows before the least index takes over
  int most_iterations{};    // 0: 20 n + 200
};

/// Block principal pivoting for problems with bounds: guess which rows stand at which bound, solve the linear system of
/// the others, exchange all rows with a wrong sign at once, and repeat [judice1994]. If the number of wrong rows does
/// not fall for a while, only the one of least index is exchanged until it has fallen, which for matrices with positive
/// principal minors cannot cycle. Allocates only when made.
class BlockPivotingSolver {
 public:
  explicit BlockPivotingSolver(int size);

  /// Starts from the bounds that z touches: the solution of a similar problem saves most of the work.
  SolveReport solve(const MlcpProblem& problem, VectorRef z, const BlockPivotingOptions& options = {});

 private:
  enum class Place : char { Lower, Upper, Between };

  void guess_places(const MlcpProblem& problem, const ConstVectorRef& z);
  [[nodiscard]] bool solve_places(const MlcpProblem& problem, VectorRef z);
  [[nodiscard]] Place find_right_place(const MlcpProblem& problem, const ConstVectorRef& z, int row) const;
  int count_wrong(const MlcpProblem& problem, const ConstVectorRef& z);
  void exchange_least_index();

  std::vector<Place> place_, wanted_;
  std::vector<char> active_;
  VectorX w_, z_unit_, w_unit_, work_;
  ActiveSystem system_;
};

}  // namespace carom
