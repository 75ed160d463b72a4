#pragma once

#include "carom/base/stop_token.h"
#include "carom/complementarity/best_iterate.h"
#include "carom/complementarity/linear/block_operator.h"

namespace carom {

/// Contacts whose friction has a bound that is given: u = G r + q in blocks of three with the normal first,
/// 0 ≤ r_n ⊥ u_n ≥ 0, |r_t| ≤ R, and r_t is −R u_t/|u_t| where u_t is not zero. For a symmetric G the convex problem of
/// least ½ rᵀW r + qᵀr, so that there is one u.
struct DiscProblem {
  BlockOperator& G;
  ConstVectorRef q;
  ConstVectorRef radius;     // R of each contact
  bool normals_given{};      // r_n is what it is, whatever u_n
  bool forgives_rounding{};  // an error that rounding makes of the impulses themselves counts as none
  StopToken stop{};          // iterations then end with the best so far

  [[nodiscard]] int contacts() const { return G.block_count(); }
  [[nodiscard]] int size() const { return static_cast<int>(q.size()); }
};

/// Writes min(r_n, u_n) and r_t − P(r_t − u_t), P the nearest point of the disc, and returns ‖F‖₂/(1 + ‖q‖₂).
double calc_natural_map(const DiscProblem& problem, const ConstVectorRef& r, VectorRef natural_map);

/// The x of least ½ xᵀT x + bᵀx with |x| ≤ R, T symmetric and positive definite.
[[nodiscard]] Eigen::Vector2d solve_disc(const Eigen::Matrix2d& T, const Eigen::Vector2d& b, double radius);

/// Gauss–Seidel, each normal and each disc solved exactly; where that is slow, semismooth Newton on the natural map
/// from where it got, with less and less of a regularisation. Starts from the r that it is given. Sweeps allocate
/// nothing.
class DiscSolver {
 public:
  explicit DiscSolver(int contacts);

  SolveReport solve(const DiscProblem& problem, VectorRef r, const IterationOptions& options = {});

 private:
  SolveReport sweep(const DiscProblem& problem, VectorRef r, const IterationOptions& options);
  SolveReport solve_by_newton(const DiscProblem& problem, VectorRef r, double tolerance);
  void accept_rounding(const DiscProblem& problem, const ConstVectorRef& r, SolveReport& report);

  VectorX trial_, rounding_;
  BestIterate<DiscProblem> best_;
};

}  // namespace carom
