#include "carom/simulation/time_stepping/impulse_solver.h"

#include <algorithm>
#include <limits>
#include <numbers>

namespace carom {
namespace {

// Bounds that follow the solution until they stand still, in the end.
constexpr int kMostBoundIterations = 100;
// Numbers of contacts up to here keep a solver each; large islands change their number all the time and share one.
constexpr int kMostKept = 40;

}  // namespace

ImpulseSolver::Solvers& ImpulseSolver::solvers(const StepProblem& problem) {
  const int contacts = problem.contacts;
  std::unique_ptr<Solvers>& found = contacts <= kMostKept ? solvers_[{contacts, problem.rows}] : large_;
  if (!found || found->contacts != contacts || found->rows != problem.rows) {
    found = std::make_unique<Solvers>(contacts, problem.rows);
  }
  return *found;
}

void ImpulseSolver::scale(const StepProblem& problem, const ConstVectorRef& p) {
  if (problem.G_over_scale != nullptr) {
    scale_ = problem.scale;
  } else {
    const double mean = problem.G.trace() / problem.size();
    scale_ = mean > 0.0 ? mean : 1.0;
    G_ = problem.G / scale_;
  }
  x_ = scale_ * p;
}

SolveReport ImpulseSolver::solve(const StepProblem& problem, VectorRef p, bool was_swept) {
  scale(problem, p);
  was_swept_ = was_swept;
  const SolveReport report = dispatch(problem, false);
  p = x_ / scale_;
  return report;
}

SolveReport ImpulseSolver::solve_briefly(const StepProblem& problem, VectorRef p) {
  is_brief_ = true;
  const SolveReport report = solve(problem, p);
  is_brief_ = false;
  return report;
}

SolveReport ImpulseSolver::solve_otherwise(const StepProblem& problem, VectorRef p) {
  was_swept_ = false;
  scale(problem, VectorX::Zero(problem.size()));
  const SolveReport report = dispatch(problem, true);
  p = x_ / scale_;
  return report;
}

SolveReport ImpulseSolver::dispatch(const StepProblem& problem, bool otherwise) {
  if (problem.rows > 3) return solve_friction_problem(problem, find_polygon(), otherwise);
  switch (options_.scheme) {
    case SteppingScheme::StewartTrinkle:
    case SteppingScheme::AnitescuPotra:
      return solve_pyramid(problem, otherwise);
    case SteppingScheme::MoreauJean:
      return solve_cone(problem, otherwise);
    case SteppingScheme::Peiret:
      break;
  }
  if (options_.bounds == FrictionBounds::Box) return solve_box(problem, otherwise);
  if (options_.bound_iterations && !otherwise) return solve_discs(problem);
  return solve_cone(problem, otherwise);
}

// The matrix of the problem, in the units of x.
template <class Solve>
SolveReport ImpulseSolver::with_operator(const StepProblem& problem, const Solve& solve) {
  if (problem.G_over_scale != nullptr) return solve(*problem.G_over_scale);
  DenseOperator G(G_, problem.rows, sweep_);
  return solve(G);
}

SolveReport ImpulseSolver::solve_cone(const StepProblem& problem, bool otherwise) {
  if (otherwise && problem.G_over_scale == nullptr) {
    // A pyramid of many facets is near the cone, and Lemke needs no start.
    return pyramid_.solve(G_, problem.q, problem.mu, 16, options_.tolerance, true, x_);
  }
  return solve_friction_problem(problem, {}, otherwise);
}

SolveReport ImpulseSolver::solve_friction_problem(const StepProblem& problem, const FrictionPolygon& polygon,
                                                  bool otherwise) {
  // Half of a step is easier than the last resorts of a solver are fast, unless there are few contacts.
  const bool quick = !otherwise && problem.G_over_scale != nullptr && options_.most_halvings > 0;
  return with_operator(problem, [&](BlockOperator& G) {
    return solvers(problem).cone.solve(
        {.G = G,
         .q = problem.q,
         .mu = problem.mu,
         .mu_rolling = problem.rolling,
         .stop = options_.stop,
         .polygon = polygon,
         .mu_spinning = {problem.spinning.data(), static_cast<std::size_t>(problem.spinning.size())}},
        x_,
        {.tolerance = options_.tolerance,
         .quick = quick,
         .brief = is_brief_,
         .forgives_rounding = true,
         .was_swept = was_swept_});
  });
}

// That bounds friction under the scheme; without corners: a circle.
FrictionPolygon ImpulseSolver::find_polygon() const {
  if (options_.scheme == SteppingScheme::StewartTrinkle || options_.scheme == SteppingScheme::AnitescuPotra) {
    return {.corners = options_.facets};
  }
  if (options_.scheme == SteppingScheme::MoreauJean || options_.bounds == FrictionBounds::Cone) return {};
  return {.corners = 4, .turn = 0.25 * std::numbers::pi, .radius = std::numbers::sqrt2};
}

// Few contacts by pivots, which need no start. Their number grows fast with the contacts, so that more than a few are
// solved as a cone with facets, without a matrix.
SolveReport ImpulseSolver::solve_pyramid(const StepProblem& problem, bool otherwise) {
  const FrictionPolygon polygon = find_polygon();
  if (problem.G_over_scale != nullptr) return solve_friction_problem(problem, polygon, otherwise);
  start_ = x_;
  SolveReport report = pyramid_.solve(G_, problem.q, problem.mu, options_.facets, options_.tolerance, otherwise, x_);
  if (report.solved() || report.status == SolveStatus::Infeasible) return report;
  x_ = start_;
  return solve_friction_problem(problem, polygon, otherwise);
}

// Solves with the bounds of the last step, then with those of what came out, as often as was chosen.
template <class Solve>
SolveReport ImpulseSolver::iterate_bounds(const StepProblem& problem, const Solve& solve) {
  const int most = options_.bound_iterations.value_or(kMostBoundIterations);
  radius_.resize(problem.contacts);
  for (int c = 0; c < problem.contacts; ++c) {
    radius_[c] = problem.mu[c] * scale_ * std::max(problem.last[3 * c], 0.0);
  }
  SolveReport report = solve();
  int iterations = report.iterations;
  for (int i = 0; i < most && report.solved() && !options_.stop.stop_requested(); ++i) {
    double change = 0.0;
    for (int c = 0; c < problem.contacts; ++c) {
      const double radius = problem.mu[c] * std::max(x_[3 * c], 0.0);
      change = std::max(change, std::abs(radius - radius_[c]));
      radius_[c] = radius;
    }
    if (!options_.bound_iterations && change <= options_.tolerance) break;
    report = solve();
    report.iterations = iterations += report.iterations;
    if (i + 1 == kMostBoundIterations && !options_.bound_iterations) {
      report.status = SolveStatus::NotConverged;
      report.detail = "the bounds of friction do not settle; take bounds = \"cone\", or a number of bound_iterations";
    }
  }
  return report;
}

SolveReport ImpulseSolver::solve_box(const StepProblem& problem, bool otherwise) {
  // Bounds that follow the solution: a square is a polygon. Where that stalls they are found in turns.
  if (!options_.bound_iterations) {
    start_ = x_;
    const SolveReport report = solve_friction_problem(problem, find_polygon(), otherwise);
    if (report.solved() || problem.G_over_scale != nullptr) return report;
    x_ = start_;
  }
  return iterate_bounds(problem, [&]() {
    lower_.resize(problem.size());
    upper_.resize(problem.size());
    for (int c = 0; c < problem.contacts; ++c) {
      lower_.segment<3>(3 * c) << 0.0, -radius_[c], -radius_[c];
      upper_.segment<3>(3 * c) << std::numeric_limits<double>::infinity(), radius_[c], radius_[c];
    }
    const MlcpProblem mlcp{G_, problem.q, lower_, upper_};
    if (!otherwise) {
      std::unique_ptr<BlockPivotingSolver>& box = solvers(problem).box;
      if (!box) box = std::make_unique<BlockPivotingSolver>(problem.size());
      SolveReport report = box->solve(mlcp, x_, {.tolerance = options_.tolerance});
      report.route.add("block-pivoting");
      accept_rounding(problem, report);
      if (report.solved()) return report;
    }
    return solve_mlcp(mlcp, x_, {options_.tolerance});
  });
}

// An error that rounding makes of the impulses themselves counts as none; for problems with a matrix.
void ImpulseSolver::accept_rounding(const StepProblem& problem, SolveReport& report) {
  if (report.status != SolveStatus::NotConverged) return;
  rounding_.resize(problem.size());
  calc_rounding_of_velocities(DenseOperator(G_, problem.rows), problem.q, x_, rounding_);
  if (report.residual <= rounding_.norm() / (1.0 + problem.q.norm())) report.status = SolveStatus::Solved;
}

SolveReport ImpulseSolver::solve_discs(const StepProblem& problem) {
  return with_operator(problem, [&](BlockOperator& G) {
    return iterate_bounds(problem, [&]() {
      return solvers(problem).discs.solve(
          {.G = G, .q = problem.q, .radius = radius_, .forgives_rounding = true, .stop = options_.stop}, x_,
          {.tolerance = options_.tolerance});
    });
  });
}

SolveReport ImpulseSolver::solve_friction(const StepProblem& problem, VectorRef p) {
  scale(problem, p);
  radius_.resize(problem.contacts);
  for (int c = 0; c < problem.contacts; ++c) radius_[c] = problem.mu[c] * x_[3 * c];
  const SolveReport report = with_operator(problem, [&](BlockOperator& G) {
    return solvers(problem).discs.solve({.G = G,
                                         .q = problem.q,
                                         .radius = radius_,
                                         .normals_given = true,
                                         .forgives_rounding = true,
                                         .stop = options_.stop},
                                        x_, {.tolerance = options_.tolerance});
  });
  p = x_ / scale_;
  return report;
}

}  // namespace carom
