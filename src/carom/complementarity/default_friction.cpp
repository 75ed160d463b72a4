#include <algorithm>

#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/factored_operator.h"
#include "carom/complementarity/friction_newton.h"
#include "carom/complementarity/friction_splitting.h"
#include "carom/complementarity/lemke.h"

namespace carom {
namespace {

// Newton's equations in velocities may take so many multiplications for each contact: as much as some hundred sweeps.
constexpr double kMostWork = 5e4;

/// Tries methods one after another; each starts from the best so far and only replaces it with something better.
class Attempts {
 public:
  Attempts(const FrictionProblem& problem, VectorRef r, double tolerance, VectorX& trial, VectorX& work)
      : problem_(problem), r_(r), tolerance_(tolerance), trial_(trial), work_(work) {
    judge(problem, r, tolerance, work_, report_);
  }

  template <class Method>
  [[nodiscard]] bool succeeds(std::string_view name, const Method& method) {
    if (problem_.stop.stop_requested()) return false;
    trial_ = r_;
    const SolveReport report = method(trial_);
    report_.route.add(name);
    report_.iterations += report.iterations;
    if (report.residual < report_.residual) r_ = trial_;
    judge(problem_, r_, tolerance_, work_, report_);
    return report_.solved();
  }

  SolveReport& report() { return report_; }

 private:
  const FrictionProblem& problem_;
  VectorRef r_;
  double tolerance_;
  VectorX& trial_;
  VectorX& work_;
  SolveReport report_;
};

// Without friction there may be no way either: then the normals that contradict each other prove it for every friction.
void prove_infeasible(const FrictionProblem& problem, SolveReport& report) {
  constexpr int kMostContacts = 500;
  const int contacts = problem.contacts(), size = problem.W.block_size();
  if (contacts > kMostContacts) return;
  const MatrixX W(problem.W.assemble());
  std::vector<int> normals;
  for (int contact = 0; contact < contacts; ++contact) normals.push_back(contact * size);
  const MatrixX M = W(normals, normals);
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

}  // namespace

FrictionSolver::FrictionSolver(int contacts, int block_size)
    : gauss_seidel_(contacts, block_size),
      newton_by_velocities_(make_velocity_equations()),
      trial_(contacts * block_size),
      work_(contacts * block_size) {}

// Sweeps carry loads from contact to contact, one level of a pile each; Newton's method sees all of them at once.
bool FrictionSolver::takes_velocities(const FrictionProblem& problem) {
  const FactoredOperator* W = problem.W.block_size() == 3 ? problem.W.as_factored() : nullptr;
  return W != nullptr && W->velocities() < W->size() &&
         newton_by_velocities_.calc_work(problem) <= kMostWork * problem.contacts();
}

template <class Attempts>
bool FrictionSolver::solve_by_velocities(const FrictionProblem& problem, Attempts& attempts,
                                         const DefaultOptions& options) {
  const auto newton = [&](VectorX& trial) {
    return newton_by_velocities_.solve(problem, trial, {.tolerance = options.tolerance, .most_iterations = 15});
  };
  const auto path = [&](VectorX& trial) {
    return newton_by_velocities_.solve_by_path(problem, trial,
                                               {.tolerance = options.tolerance, .most_iterations = 200});
  };
  const auto path_from_zero = [&](VectorX& trial) {
    trial.setZero();
    return newton_by_velocities_.solve_by_path(
        problem, trial, {.tolerance = options.tolerance, .most_iterations = 300, .path_factor = 0.3});
  };
  return attempts.succeeds("newton", newton) || attempts.succeeds("newton path", path) ||
         attempts.succeeds("newton path", path_from_zero);
}

SolveReport FrictionSolver::solve(const FrictionProblem& problem, VectorRef r, const DefaultOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  Attempts attempts(problem, r, options.tolerance, trial_, work_);
  const auto sweep = [&](int sweeps) {
    return [&, sweeps](VectorX& trial) {
      return gauss_seidel_.solve(problem, trial, {.tolerance = options.tolerance, .most_iterations = sweeps});
    };
  };
  const auto newton = [&](double regularisation) {
    return [&, regularisation](VectorX& trial) {
      return solve_by_newton(problem, trial,
                             {.tolerance = options.tolerance, .most_iterations = 50, .regularisation = regularisation});
    };
  };
  // Where many contacts share a body, sweeps can lead to a place from which Newton does not return.
  const auto newton_from_zero = [&](VectorX& trial) {
    trial.setZero();
    return solve_by_newton(problem, trial, {.tolerance = options.tolerance, .most_iterations = 50});
  };
  const auto admm = [&](VectorX& trial) {
    return solve_by_admm(problem, trial, {.tolerance = options.tolerance, .most_iterations = 1000});
  };
  const auto path = [&](VectorX& trial) {
    trial.setZero();
    return FrictionNewton(make_impulse_equations())
        .solve_by_path(problem, trial, {.tolerance = options.tolerance, .most_iterations = 200, .path_factor = 0.3});
  };
  const bool by_velocities = takes_velocities(problem);
  const auto by_sweeps = [&] {
    return attempts.succeeds("gauss-seidel", sweep(20)) || attempts.succeeds("newton", newton(1e-6)) ||
           attempts.succeeds("newton", newton_from_zero);
  };
  const auto thoroughly = [&] {
    return attempts.succeeds("newton path", path) || attempts.succeeds("gauss-seidel", sweep(300)) ||
           attempts.succeeds("newton", newton(1e-6)) || attempts.succeeds("admm", admm) ||
           attempts.succeeds("newton", newton(1e-8)) || attempts.succeeds("gauss-seidel", sweep(3000)) ||
           attempts.succeeds("newton", newton(1e-4));
  };
  const bool solved = attempts.report().solved() ||
                      (by_velocities && solve_by_velocities(problem, attempts, options)) ||
                      (!(by_velocities && options.quick) && by_sweeps()) || (!options.quick && thoroughly());
  if (!solved) {
    attempts.report().detail = "every method stalls";
    if (!problem.stop.stop_requested()) prove_infeasible(problem, attempts.report());
  }
  return attempts.report();
}

}  // namespace carom
