#pragma once

#include <cmath>
#include <vector>

#include "carom/patch/normal_problem.h"
#include "carom/patch/slip_edge.h"

namespace carom {

/// Coulomb's law at every element, for given bounds c: |q| ≤ c, and where the surfaces slip by s = target − share · K q
/// over a step, q = c s/|s|.                                     [wang1992, Eqs. (4.7), (4.10); deviation W6]
///
/// That is the minimum of E(q) = ½ share qᵀK q − targetᵀq over discs: a convex problem, with one answer. Newton's
/// method with active sets: an element at its bound that wants to slip outwards slips, and only its direction is free;
/// every other one sticks, and both components are free. The linear systems are symmetric and positive, and solved by
/// preconditioned conjugate gradients, no better than the step deserves. The step is projected onto the discs, mended
/// where elements have begun or ceased to slip, or else shortened until E falls.
///
/// Rejected: to let an element of the wrong sign of slip jump to the far side of its disc, as Newton's method on
/// q = Π(q + r s) does for a large r. Whole regions then jump back and forth.
class ShearProblem {
 public:
  ShearProblem(ElasticOperator& elastic, const InfluenceFunction& influence);

  /// `traction` is where the search starts, and the answer.
  PatchSolveReport solve(const ShearField& target, const PatchField& bound, double share, double tolerance,
                         ShearField& traction);
  /// share · K q of the last solution.
  void calc_displacement(ShearField& u) const {
    u.x = target_.x - slip_.x;
    u.y = target_.y - slip_.y;
  }
  /// Whether an element of the last solution slips by more than the tolerance leaves open.
  [[nodiscard]] bool slips(int i) const { return std::hypot(slip_.x[i], slip_.y[i]) > 10.0 * goal_; }

 private:
  /// An element that slips, in the linear system of a step; all others stick.
  struct Slider {
    std::size_t element;
    double holding{};                  // how stiffly the direction of slip is held  [m/Pa]
    double ease{};                     // what that makes of the preconditioner  [-]
    Eigen::Vector2d across{0.0, 0.0};  // the direction in which it is free, none in a plane  [-]

    [[nodiscard]] Eigen::Vector2d restrict_to_free(const Eigen::Vector2d& v) const { return across.dot(v) * across; }
    [[nodiscard]] Eigen::Vector2d outwards() const { return {across.y(), -across.x()}; }
  };

  /// Where the bound is positive; all other traction is dropped.
  void find_elements(const PatchField& bound, ShearField& traction);
  void calc_slip(const ShearField& traction);
  /// How far a projected step along the slip would move an element, as a displacement: the largest.
  [[nodiscard]] double calc_violation(const ShearField& traction) const;
  [[nodiscard]] double calc_energy(const ShearField& traction) const;
  /// Trusting: what starts at its bound slips, wherever it wants to go.
  void linearise(const ShearField& traction, bool trusting);
  /// Returns the iterations taken.
  int solve_step();
  /// From the residual to the answer; returns their product.
  double precondition();
  /// To the next direction d, with so much of the last one. Returns what holding adds to the curvature of E along it,
  /// dᵀ H d.
  double turn(double keep);
  /// Along the direction; what is left of the linear system.
  void take_step(double length);
  /// Goes along the step as far as E falls; returns the evaluations of E.
  int search(bool mending, double& energy, ShearField& traction);
  /// So much of the step, projected onto the discs.
  void go(double length, ShearField& traction);
  /// After the whole step.
  void mend_edge(ShearField& traction);
  /// Returns E.
  double evaluate(const ShearField& traction);

  ElasticOperator& elastic_;
  double share_{1.0};
  double goal_{};  // [m]
  double own_{};   // displacement of an element under its own traction, share included  [m/Pa]
  ShearField target_, slip_;
  PatchField bound_;                        // [Pa]
  PatchElements at_;                        // those that can carry traction; in their order:
  std::vector<double> bounds_;              // [Pa]
  ShearVector start_, q_;                   // traction before the step and after it  [Pa]
  ShearVector ahead_;                       // slip after the step  [m]
  ShearVector residual_;                    // eased  [m]
  ShearVector direction_;                   // [Pa]
  ShearVector answer_;                      // of the residual, preconditioned, or of the direction, its displacement
  std::vector<Slider> sliders_;             // in order, and one past the end
  std::vector<std::size_t> order_;          // of an element of the grid among those above
  std::vector<PatchFringe::Place> places_;  // on the grid: what slips is beyond the edge
  PatchFringe fringe_;                      // of what sticks
  SlipEdge edge_;
  double rest_{};    // the displacement that an element's traction has yet to make: the largest  [m]
  double excess_{};  // how far the step leads out of the discs, or what slips backwards after it, as a displacement:
                     // what the linear model gets wrong. To solve it much better is in vain.  [m]
};

}  // namespace carom
