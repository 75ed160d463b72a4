#include <algorithm>

#include "carom/complementarity/cones/friction_interior_point.h"
#include "carom/complementarity/cones/friction_newton.h"
#include "carom/complementarity/cones/friction_pivoting.h"
#include "carom/complementarity/cones/friction_splitting.h"
#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/lcp/lemke.h"
#include "carom/complementarity/linear/factored_operator.h"

namespace carom {
namespace {

// Newton's equations in velocities may take so many multiplications for each contact: as much as some hundred sweeps.
constexpr double kMostWork = 5e4;
// Sweeps that bring contacts near enough for Newton's method, which then takes few iterations or circles.
constexpr int kFewSweeps = 7, kManySweeps = 3000;
constexpr int kFewIterations = 15;
// Without a guess redundant contacts send Newton's method far: it then starts as a proximal point method with steps of
// some size, and lets go of it by itself. With 1e-6 it stalls in four of five recorded problems of 24 to 300 contacts.
constexpr int kIterationsFromZero = 25;
constexpr double kRegularisationFromZero = 1e-2;
constexpr int kManyIterations = 50;
// The part of De Saxcé's term that interior points linearise where they stall with all of it.
constexpr double kCareful = 0.7;
// Convex problems in turn: so many where others can still be asked for something easier, and as a last resort; and how
// exactly each of them is solved, in m/s.
constexpr int kFewProblems = 6, kManyProblems = 40;
constexpr double kConvexError = 1e-8;
// Those who can ask for something easier do not want them for errors up to here  [m/s].
constexpr double kNearlySolved = 1e-6;
// With more contacts than this and no guess, Newton's method that takes all of them as carrying comes before sweeps.
constexpr int kFewContacts = 10;
// Up to so many contacts Newton's method by impulses, with a full matrix, is worth a try before a step is halved.
constexpr int kFewWithMatrix = 150;
constexpr int kVelocitiesOfBody = 6;  // velocities

/// Tries methods one after another; each starts from the best so far and only replaces it with something better. The
/// residual in a method's report is the error measure of what it hands out, so that it need not be computed again.
class Attempts {
 public:
  Attempts(const FrictionProblem& problem, VectorRef r, const DefaultOptions& options, VectorX& trial, VectorX& work)
      : problem_(problem), r_(r), options_(options), trial_(trial), work_(work) {
    // A start whose error rounding explains may still be far from what a method finds: heavy bodies sink by that.
    judge(problem_, r_, options_.tolerance, work_, report_);
  }

  template <class Method>
  [[nodiscard]] bool succeeds(std::string_view name, const Method& method) {
    if (problem_.stop.stop_requested()) return false;
    trial_ = r_;
    const SolveReport report = method(trial_);
    report_.route.add(name);
    report_.iterations += report.iterations;
    if (report.residual < report_.residual) {
      r_ = trial_;
      report_.residual = report.residual;
      report_.worst = report.worst;
    }
    if (!is_solved()) return false;
    report_.status = SolveStatus::Solved;
    report_.worst = {};
    return true;
  }

  SolveReport& report() { return report_; }

 private:
  [[nodiscard]] bool is_solved() {
    return report_.residual <= options_.tolerance ||
           (options_.forgives_rounding && report_.residual <= calc_round_off(problem_, r_, work_));
  }

  const FrictionProblem& problem_;
  VectorRef r_;
  const DefaultOptions& options_;
  VectorX& trial_;
  VectorX& work_;
  SolveReport report_;
};

// Without friction there may be no way either: then the normals that contradict each other prove it for every friction.
void prove_infeasible(const FrictionProblem& problem, SolveReport& report) {
  constexpr int kMostContacts = 500;
  const int contacts = problem.contacts(), size = problem.G.block_size();
  if (contacts > kMostContacts) return;
  const MatrixX G(problem.G.assemble());
  std::vector<int> normals;
  for (int contact = 0; contact < contacts; ++contact) normals.push_back(contact * size);
  const MatrixX M = G(normals, normals);
  const VectorX q = problem.q(normals);
  VectorX z(contacts);
  LemkeSolver lemke(contacts);
  if (lemke.solve({M, q}, z).status != SolveStatus::Infeasible) return;
  const VectorX& certificate = lemke.certificate();
  if (!proves_infeasible(problem, certificate)) return;
  report.status = SolveStatus::Infeasible;
  report.detail = "the normals of some contacts cannot all stop closing, whatever the friction";
  report.worst = WorstRows::find(certificate);
  for (int i = 0; i < report.worst.count; ++i) report.worst.rows[i] *= size;
}

void say_stalled(const FrictionProblem& problem, SolveReport& report) {
  report.detail = "every method stalls";
  if (!problem.stop.stop_requested()) prove_infeasible(problem, report);
}

}  // namespace

FrictionSolver::FrictionSolver(int contacts, int block_size)
    : gauss_seidel_(contacts, block_size),
      newton_by_velocities_(make_velocity_equations()),
      newton_by_impulses_(make_impulse_equations()),
      trial_(contacts * block_size),
      work_(contacts * block_size) {}

// Sweeps carry loads from contact to contact, one level of a pile each; Newton's method sees all of them at once.
bool FrictionSolver::takes_velocities(const FrictionProblem& problem) {
  const FactoredOperator* G = problem.G.block_size() == 3 ? problem.G.as_factored() : nullptr;
  // In velocities of a mechanism redundant contacts leave fewer digits than in impulses.
  if (G == nullptr || (problem.contacts() <= kFewWithMatrix && G->largest_part() > kVelocitiesOfBody)) return false;
  return G->velocities() < G->size() && newton_by_velocities_.calc_work(problem) <= kMostWork * problem.contacts();
}

// Tableaus grow with the square of the contacts, and the pivots with the contacts.
bool FrictionSolver::takes_pivoting(const FrictionProblem& problem) {
  constexpr int kMostContacts = 20;
  return problem.contacts() <= kMostContacts && (problem.G.block_size() == 2 || problem.G.block_size() == 3);
}

// The cone of a contact with rolling friction is not one of those that interior points know.
bool FrictionSolver::takes_interior_points(const FrictionProblem& problem) {
  return problem.G.block_size() == 2 || problem.G.block_size() == 3;
}

// Newton's method from where we are, and if it does not get there from the end of a path that interior points follow.
template <class Attempts>
bool FrictionSolver::solve_by_newton(const FrictionProblem& problem, bool by_velocities, Attempts& attempts,
                                     const DefaultOptions& options) {
  FrictionNewton& own = by_velocities ? newton_by_velocities_ : newton_by_impulses_;
  const auto newton = [&](int iterations) {
    return [&, iterations](VectorX& trial) {
      return own.solve(problem, trial, {.tolerance = options.tolerance, .most_iterations = iterations});
    };
  };
  const auto interior = [&](double linearised) {
    return [&, linearised](VectorX& trial) {
      FrictionInteriorPoint path(by_velocities ? make_velocity_equations() : make_impulse_equations());
      const SolveReport first = path.solve(problem, trial, {.tolerance = options.tolerance, .linearised = linearised});
      SolveReport report =
          own.solve(problem, trial, {.tolerance = options.tolerance, .most_iterations = kManyIterations});
      report.iterations += first.iterations;
      return report;
    };
  };
  const auto convex = [&](VectorX& trial) {
    return solve_by_convex_problems(problem, by_velocities, options.quick ? kFewProblems : kManyProblems,
                                    options.tolerance, trial);
  };
  const auto is_nearly_solved = [&] { return options.quick && attempts.report().residual <= kNearlySolved; };
  if (attempts.succeeds("newton", newton(kFewIterations))) return true;
  return !options.brief && takes_interior_points(problem) &&
         (attempts.succeeds("interior point", interior(1.0)) ||
          attempts.succeeds("careful interior point", interior(kCareful)) ||
          (!is_nearly_solved() && attempts.succeeds("convex problems", convex)));
}

// With De Saxcé's term fixed the problem is convex, and interior points solve it; the next one has the term of its
// solution [acary2011]. The terms need not settle, and where they circle among jammed bodies, each solution is another
// start for Newton's method.
SolveReport FrictionSolver::solve_by_convex_problems(const FrictionProblem& problem, bool by_velocities, int count,
                                                     double tolerance, VectorX& r) {
  FrictionNewton& newton = by_velocities ? newton_by_velocities_ : newton_by_impulses_;
  FrictionInteriorPoint path(by_velocities ? make_velocity_equations() : make_impulse_equations());
  const int size = problem.G.block_size();
  VectorX term(problem.contacts()), convex = r, u(r.size()), trial;
  SolveReport best;
  int iterations = 0;
  for (int k = 0; k < count && !best.solved() && !problem.stop.stop_requested(); ++k) {
    problem.G.multiply(convex, u);
    u += problem.q;
    for (int c = 0; c < problem.contacts(); ++c) {
      term[c] = problem.cone(c).mu * u.segment(c * size + 1, size - 1).norm();
    }
    iterations += path.solve(problem, convex, {.tolerance = kConvexError, .fixed_term = &term}).iterations;
    trial = convex;
    const SolveReport report = newton.solve(problem, trial, {.tolerance = tolerance, .most_iterations = 30});
    iterations += report.iterations;
    if (!(report.residual < best.residual)) continue;
    best = report;
    r = trial;
  }
  best.iterations = iterations;
  return best;
}

SolveReport FrictionSolver::solve(const FrictionProblem& problem, VectorRef r, const DefaultOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  return problem.polygon.corners > 0 ? solve_on_polygons(problem, r, options) : solve_on_circles(problem, r, options);
}

// Newton's method from where we are, and if it does not get there from impulses on the circles around the polygons,
// for which there are more methods.
SolveReport FrictionSolver::solve_on_polygons(const FrictionProblem& problem, VectorRef r,
                                              const DefaultOptions& options) {
  Attempts attempts(problem, r, options, trial_, work_);
  const bool by_velocities = problem.contacts() > kFewWithMatrix && takes_velocities(problem);
  FrictionNewton& own = by_velocities ? newton_by_velocities_ : newton_by_impulses_;
  const auto newton = [&](int iterations, double regularisation) {
    return [&, iterations, regularisation](VectorX& trial) {
      return own.solve(
          problem, trial,
          {.tolerance = options.tolerance, .most_iterations = iterations, .regularisation = regularisation});
    };
  };
  const auto from_circles = [&](VectorX& trial) {
    const FrictionProblem round{.G = problem.G,
                                .q = problem.q,
                                .mu = problem.mu,
                                .mu_rolling = problem.mu_rolling,
                                .stop = problem.stop,
                                .polygon = {.radius = problem.polygon.radius},
                                .mu_spinning = problem.mu_spinning};
    VectorX start = trial;
    const SolveReport first = FrictionSolver(problem.contacts(), problem.G.block_size())
                                  .solve_on_circles(round, start, {options.tolerance, options.quick});
    SolveReport end = own.solve(problem, start, {.tolerance = options.tolerance, .most_iterations = kManyIterations});
    trial = start;
    end.iterations += first.iterations;
    return end;
  };
  const auto sweeps = [&](VectorX& trial) {
    return gauss_seidel_.solve(problem, trial, {.tolerance = options.tolerance, .most_iterations = 300});
  };
  const auto thoroughly = [&] {
    return attempts.succeeds("gauss-seidel", sweeps) || attempts.succeeds("newton", newton(kManyIterations, 1e-4)) ||
           attempts.succeeds("newton", newton(kManyIterations, 1e-8));
  };
  const bool solved = attempts.report().solved() || attempts.succeeds("newton", newton(kFewIterations, 1e-6)) ||
                      attempts.succeeds("newton from the cone", from_circles) ||
                      ((!options.quick || problem.contacts() <= kFewWithMatrix) && thoroughly());
  if (!solved) say_stalled(problem, attempts.report());
  return attempts.report();
}

// Along some paths and with coarse and fine polygons, each with Newton's method from its end; the best counts.
SolveReport FrictionSolver::solve_by_pivots(const FrictionProblem& problem, VectorX& r, const DefaultOptions& options) {
  constexpr int kPaths = 3;
  SolveReport best;
  VectorX trial(r.size());
  for (const int directions : {8, 32}) {
    for (int covering = 0; covering < kPaths && !best.solved(); ++covering) {
      const SolveReport first = solve_by_pivoting(
          problem, trial, {.tolerance = options.tolerance, .directions = directions, .covering = covering});
      SolveReport report = newton_by_impulses_.solve(
          problem, trial, {.tolerance = options.tolerance, .most_iterations = kManyIterations});
      report.iterations += first.iterations + best.iterations;
      if (report.residual < best.residual) {
        best = report;
        r = trial;
      }
      best.iterations = report.iterations;
    }
  }
  return best;
}

SolveReport FrictionSolver::solve_on_circles(const FrictionProblem& problem, VectorRef r,
                                             const DefaultOptions& options) {
  Attempts attempts(problem, r, options, trial_, work_);
  const auto sweep = [&](int sweeps) {
    return [&, sweeps](VectorX& trial) {
      return gauss_seidel_.solve(
          problem, trial,
          {.tolerance = options.tolerance, .most_iterations = sweeps, .start_error = attempts.report().residual});
    };
  };
  const auto newton = [&](double regularisation) {
    return [&, regularisation](VectorX& trial) {
      return newton_by_impulses_.solve(
          problem, trial,
          {.tolerance = options.tolerance, .most_iterations = kManyIterations, .regularisation = regularisation});
    };
  };
  const auto newton_from_zero = [&](VectorX& trial) {
    trial.setZero();
    return newton_by_impulses_.solve(problem, trial,
                                     {.tolerance = options.tolerance,
                                      .most_iterations = kIterationsFromZero,
                                      .regularisation = kRegularisationFromZero});
  };
  const auto admm = [&](VectorX& trial) {
    return solve_by_admm(problem, trial, {.tolerance = options.tolerance, .most_iterations = 1000});
  };
  const auto pivoting = [&](VectorX& trial) { return solve_by_pivots(problem, trial, options); };
  const bool by_velocities = takes_velocities(problem), is_cold = r.isZero(0.0);
  const auto by_impulses = [&] {
    if (attempts.succeeds("gauss-seidel", sweep(1))) return true;
    // Deep heaps fill the factors: for them even many sweeps are less work.
    const bool cheap = !options.quick || newton_by_impulses_.calc_work(problem) <= kMostWork * problem.contacts();
    if (!cheap) return !options.was_swept && attempts.succeeds("gauss-seidel", sweep(kManySweeps));
    const bool without_guess = problem.contacts() > kFewContacts && is_cold;
    return (without_guess && attempts.succeeds("newton", newton_from_zero)) ||
           attempts.succeeds("gauss-seidel", sweep(kFewSweeps)) || solve_by_newton(problem, false, attempts, options);
  };
  const auto thoroughly = [&] {
    return attempts.succeeds("gauss-seidel", sweep(300)) || attempts.succeeds("newton", newton(1e-6)) ||
           attempts.succeeds("admm", admm) || attempts.succeeds("newton", newton(1e-8)) ||
           attempts.succeeds("gauss-seidel", sweep(kManySweeps)) || attempts.succeeds("newton", newton(1e-4)) ||
           (takes_pivoting(problem) && attempts.succeeds("pivoting", pivoting));
  };
  const bool solved = attempts.report().solved() ||
                      (by_velocities && solve_by_newton(problem, true, attempts, options)) ||
                      (!(by_velocities && options.quick && problem.contacts() > kFewWithMatrix) && by_impulses()) ||
                      (!options.quick && !options.brief && thoroughly());
  if (!solved && !options.brief) say_stalled(problem, attempts.report());
  return attempts.report();
}

}  // namespace carom
