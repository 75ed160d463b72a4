#pragma once

#include <map>
#include <memory>

#include "carom/complementarity/cones/disc_problem.h"
#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/simulation/time_stepping/friction_pyramid.h"
#include "carom/simulation/time_stepping/step_problem.h"
#include "carom/simulation/time_stepping_options.h"

namespace carom {

/// The impulses of a step by the scheme's law of friction.
///
/// Everything is solved in impulses times the mean of G's diagonal, which are velocities: the residual of the report is
/// in m/s, whatever the masses. Solvers are made when a number of contacts is first seen, then used again;
/// large ones as long as the number stays.
class ImpulseSolver {
 public:
  explicit ImpulseSolver(const TimeSteppingOptions& options) : options_(options) {}

  /// p holds a start on entry; `was_swept`: where many sweeps in vain have ended.
  SolveReport solve(const StepProblem& problem, VectorRef p, bool was_swept = false);
  /// By Newton's method alone where friction is a cone.
  SolveReport solve_briefly(const StepProblem& problem, VectorRef p);
  /// By another method, slower and with other luck.
  SolveReport solve_otherwise(const StepProblem& problem, VectorRef p);

  /// Friction alone, with the normal impulses that p holds; its bounds are μ times these. For restitution.
  SolveReport solve_friction(const StepProblem& problem, VectorRef p);

 private:
  struct Solvers {
    Solvers(int count, int rows_each) : contacts(count), rows(rows_each), cone(count, rows_each), discs(count) {}
    int contacts, rows;
    FrictionSolver cone;
    DiscSolver discs;
    std::unique_ptr<BlockPivotingSolver> box;  // made when first used: its matrices are large
  };

  void scale(const StepProblem& problem, const ConstVectorRef& p);
  [[nodiscard]] Solvers& solvers(const StepProblem& problem);
  [[nodiscard]] FrictionPolygon find_polygon() const;
  SolveReport dispatch(const StepProblem& problem, bool otherwise);
  SolveReport solve_cone(const StepProblem& problem, bool otherwise);
  SolveReport solve_friction_problem(const StepProblem& problem, const FrictionPolygon& polygon, bool otherwise);
  SolveReport solve_pyramid(const StepProblem& problem, bool otherwise);
  SolveReport solve_box(const StepProblem& problem, bool otherwise);
  SolveReport solve_discs(const StepProblem& problem);
  void accept_rounding(const StepProblem& problem, SolveReport& report);
  template <class Solve>
  SolveReport with_operator(const StepProblem& problem, const Solve& solve);
  template <class Solve>
  SolveReport iterate_bounds(const StepProblem& problem, const Solve& solve);

  TimeSteppingOptions options_;
  std::map<std::pair<int, int>, std::unique_ptr<Solvers>> solvers_;  // of few contacts, by their number and rows
  std::unique_ptr<Solvers> large_;
  FrictionPyramid pyramid_;
  double scale_{1.0};  // x = scale · p  [1/kg]
  bool was_swept_{}, is_brief_{};
  MatrixX G_;
  VectorX x_, start_, radius_, lower_, upper_, rounding_, sweep_;
};

}  // namespace carom
