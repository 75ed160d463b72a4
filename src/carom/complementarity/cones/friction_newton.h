#pragma once

#include <vector>

#include "carom/complementarity/cones/newton_equations.h"

namespace carom {

struct FrictionNewtonOptions {
  double tolerance{1e-10};  // on the error measure of the problem
  int most_iterations{100};
  double regularisation{1e-6};  // added to G in the Jacobian alone, in parts of the contacts' own diagonals
};

/// Semismooth Newton on the function of Alart and Curnier [alart1991], r − P(r − ρ u) with the normal projected first
/// and the tangents onto the disc of radius μ p_n, ρ of each contact from the diagonal of G. A line search that need
/// not descend at every step keeps it from circling. Redundant contacts make the Jacobian singular: adding a little to
/// G in the Jacobian, not in the function, turns each step into one of the proximal point method and leaves the
/// solution alone. Finds 1e-10 and better in few iterations from a start that is not too far.
class FrictionNewton {
 public:
  explicit FrictionNewton(std::unique_ptr<NewtonEquations> equations) : equations_(std::move(equations)) {}

  /// Multiplications of one iteration's equations, about.
  [[nodiscard]] double calc_work(const FrictionProblem& problem);

  SolveReport solve(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options = {});

 private:
  void start(const FrictionProblem& problem, const ConstVectorRef& r);
  void calc_function(const FrictionProblem& problem, const VectorX& r, VectorX& function);
  template <int Size>
  void project_single_discs(const FrictionProblem& problem, const VectorX& r, VectorX& function);
  void project_blocks(const FrictionProblem& problem, const VectorX& r, VectorX& function);
  [[nodiscard]] BlockMatrix calc_jacobian(const FrictionProblem& problem, int contact) const;
  [[nodiscard]] double calc_norm(const VectorX& function) const;
  [[nodiscard]] bool calc_step(const FrictionProblem& problem, double epsilon, bool all_stick);
  void move(const FrictionProblem& problem);
  [[nodiscard]] double keep_best(const FrictionProblem& problem);
  SolveReport finish(const FrictionProblem& problem, VectorRef r, double tolerance, int iterations);

  std::unique_ptr<NewtonEquations> equations_;
  std::vector<BlockMatrix> jacobians_;  // P' of each contact
  VectorX rho_;                         // of each contact
  VectorX r_, best_, function_, trial_, trial_function_, step_;
  VectorX u_, y_;  // velocities, and r − ρ u, at the function last calculated
  VectorX natural_map_;
  std::vector<double> history_;
  double least_{};   // error of the best
  double length_{};  // of the last step, in parts of Newton's
};

/// With the impulses as unknowns. Allocates.
SolveReport solve_by_newton(const FrictionProblem& problem, VectorRef r, const FrictionNewtonOptions& options = {});

}  // namespace carom
