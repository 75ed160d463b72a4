#pragma once

#include "carom/complementarity/cones/friction_gauss_seidel.h"
#include "carom/complementarity/cones/friction_newton.h"
#include "carom/complementarity/cones/friction_problem.h"
#include "carom/complementarity/lcp/lcp_problem.h"
#include "carom/complementarity/mlcp/mlcp_problem.h"

namespace carom {

/// What to use unless there is a reason not to: a fast method first, then ever more robust ones, each answer judged by
/// the error measure of the problem and not by the method that gave it. `route` tells which were tried. The vector
/// holds a start on entry (zero serves) and the best that was found on return.

struct DefaultOptions {
  double tolerance{1e-10};
  /// Ends after the methods that cost little, for those who can ask something easier instead; not of MLCPs.
  bool quick{false};
  /// Of friction problems: Newton's method alone, for those who have something else to try before the other methods.
  bool brief{false};
  /// Of friction problems: an error that rounding makes of the impulses themselves counts as none; see
  /// calc_round_off().
  bool forgives_rounding{false};
  /// Of friction problems: the start is where many sweeps have ended, and more of them are in vain.
  bool was_swept{false};
};

/// Lemke, principal pivoting, Lemke along other paths, enumeration.
SolveReport solve_lcp(const LcpProblem& problem, VectorRef z, const DefaultOptions& options = {});

/// Block pivoting, Lemke, Lemke along other paths, Fischer–Burmeister, enumeration; then a search for a proof that
/// there is no solution.
SolveReport solve_mlcp(const MlcpProblem& problem, VectorRef z, const DefaultOptions& options = {});

/// Newton through the velocities where that is cheap, else Gauss–Seidel and Newton: they allocate nothing in steps of a
/// simulation that resemble the last. Then interior points, of the problem and of convex ones in turn; then more
/// sweeps, ADMM and Newton in turn; of few contacts Lemke's method on polygons and Newton; then a search for a proof
/// that there is no solution. Polygons: Newton, then Newton from a solution on the circles around them.
class FrictionSolver {
 public:
  FrictionSolver(int contacts, int block_size);

  SolveReport solve(const FrictionProblem& problem, VectorRef r, const DefaultOptions& options = {});

 private:
  SolveReport solve_on_circles(const FrictionProblem& problem, VectorRef r, const DefaultOptions& options);
  SolveReport solve_on_polygons(const FrictionProblem& problem, VectorRef r, const DefaultOptions& options);
  SolveReport solve_by_pivots(const FrictionProblem& problem, VectorX& r, const DefaultOptions& options);
  SolveReport solve_by_convex_problems(const FrictionProblem& problem, bool by_velocities, int count, double tolerance,
                                       VectorX& r);
  [[nodiscard]] bool takes_velocities(const FrictionProblem& problem);
  [[nodiscard]] static bool takes_interior_points(const FrictionProblem& problem);
  [[nodiscard]] static bool takes_pivoting(const FrictionProblem& problem);
  template <class Attempts>
  bool solve_by_newton(const FrictionProblem& problem, bool by_velocities, Attempts& attempts,
                       const DefaultOptions& options);

  FrictionGaussSeidel gauss_seidel_;
  FrictionNewton newton_by_velocities_, newton_by_impulses_;
  VectorX trial_, work_;
};

}  // namespace carom
