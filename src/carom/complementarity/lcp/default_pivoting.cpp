#include <cmath>

#include <Eigen/QR>

#include "carom/complementarity/default_solvers.h"
#include "carom/complementarity/lcp/lemke.h"
#include "carom/complementarity/lcp/principal_pivoting.h"
#include "carom/complementarity/mlcp/block_pivoting.h"
#include "carom/complementarity/mlcp/enumeration.h"
#include "carom/complementarity/mlcp/fischer_burmeister.h"
#include "carom/complementarity/mlcp/mlcp_lemke.h"

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kOtherPaths = 3;
// Where Newton's method on the function of Fischer and Burmeister starts: zero, and numbers of no pattern.
constexpr int kStarts = 5;
// Pivots with which most problems are solved, and with which none is given up for good.
constexpr int kFewPivots = 50, kFewPivotsPerRow = 5;

// Numbers between −1 and 1, spread evenly by the golden ratio.
double spread(int k) {
  const double product = 0.6180339887498949 * k;
  return 2.0 * (product - std::floor(product)) - 1.0;
}

// Adds what a method did; the better of two answers that are none stays.
bool is_final(const SolveReport& attempt, std::string_view method, const VectorX& trial, VectorRef z,
              SolveReport& report) {
  Route route = report.route;
  route.add(method);
  const int iterations = report.iterations + attempt.iterations;
  const bool final = attempt.status != SolveStatus::NotConverged;
  if (final || attempt.residual < report.residual) {
    report = attempt;
    z = trial;
  }
  report.route = route;
  report.iterations = iterations;
  return final;
}

// Rounding spoils a proof in two ways: weights that should be zero are not, and sums Mᵀy that should vanish do not,
// which shows in columns with small entries alone. The others change by the least parts that make these sums vanish.
VectorX refine_certificate(const MatrixX& M, VectorX y) {
  constexpr double kRoundOff = 1e-12, kVanishing = 1e-6;
  const double least = kRoundOff * y.lpNorm<Eigen::Infinity>();
  y = (y.array().abs() > least).select(y, 0.0);
  constexpr int kPasses = 2;
  for (int pass = 0; pass < kPasses; ++pass) {
    // Row j: terms of the sum in column j, in parts of their sizes.
    MatrixX terms = M.transpose() * y.asDiagonal();
    for (int j = 0; j < terms.rows(); ++j) {
      const double size = terms.row(j).lpNorm<1>(), sum = std::abs(terms.row(j).sum());
      terms.row(j) *= sum <= kVanishing * size && size > 0.0 ? 1.0 / size : 0.0;
    }
    const VectorX sums = terms.rowwise().sum(), parts = terms.completeOrthogonalDecomposition().solve(sums);
    y.array() *= 1.0 - parts.array();
  }
  return y;
}

// min 0 subject to the signs of w and the bounds of z, as a problem with the skew matrix of its multipliers y: for such
// a matrix Lemke either solves it or proves that it cannot be solved, which is the proof for the problem itself.
void prove_infeasible(const MlcpProblem& problem, SolveReport& report) {
  constexpr int kMostRows = 200;
  const int n = problem.size();
  if (n > kMostRows) return;
  MatrixX M = MatrixX::Zero(2 * n, 2 * n);
  M.topRightCorner(n, n) = -problem.M.transpose();
  M.bottomLeftCorner(n, n) = problem.M;
  VectorX q = VectorX::Zero(2 * n), lower(2 * n), upper(2 * n), z = VectorX::Zero(2 * n);
  q.tail(n) = problem.q;
  lower.head(n) = problem.lower;
  upper.head(n) = problem.upper;
  for (int i = 0; i < n; ++i) {
    lower[n + i] = problem.has_lower(i) ? 0.0 : -kInfinity;
    upper[n + i] = problem.has_upper(i) ? 0.0 : kInfinity;
  }
  VectorX work(n);
  for (int covering = 0; covering <= kOtherPaths; ++covering) {
    MlcpLemkeSolver lemke;
    if (lemke.solve({M, q, lower, upper}, z, {.covering = covering}).solved()) return;
    if (lemke.certificate().size() != 2 * n) continue;
    const VectorX certificate = refine_certificate(problem.M, lemke.certificate().tail(n));
    if (!proves_infeasible(problem, certificate, work)) continue;
    report.status = SolveStatus::Infeasible;
    report.detail = "the rows, weighted by the certificate, contradict the bounds";
    report.worst = WorstRows::find(certificate);
    return;
  }
}

SolveReport solve_mlcp_slowly(const MlcpProblem& problem, VectorRef z, double tolerance, SolveReport report) {
  VectorX trial(problem.size());
  for (int covering = 0; covering <= kOtherPaths; ++covering) {
    trial.setZero();
    MlcpLemkeSolver lemke;
    const SolveReport attempt = lemke.solve(problem, trial, {.tolerance = tolerance, .covering = covering});
    if (is_final(attempt, "lemke", trial, z, report)) return report;
  }
  for (int start = 0; start < kStarts; ++start) {
    for (int i = 0; i < problem.size(); ++i) trial[i] = start * spread(start * (i + 1));
    const SolveReport attempt = solve_by_fischer_burmeister(problem, trial, {.tolerance = tolerance});
    if (is_final(attempt, "fischer-burmeister", trial, z, report)) return report;
  }
  if (count_choices(problem) <= EnumerationOptions{}.most_choices) {
    trial.setZero();
    const SolveReport attempt = solve_by_enumeration(problem, trial, {.tolerance = tolerance});
    if (is_final(attempt, "enumeration", trial, z, report)) return report;
  }
  prove_infeasible(problem, report);
  return report;
}

}  // namespace

SolveReport solve_lcp(const LcpProblem& problem, VectorRef z, const DefaultOptions& options) {
  const int size = problem.size();
  VectorX trial = z;
  SolveReport report;
  LemkeSolver lemke(size);
  // Another path is sooner tried than a long one followed.
  for (int covering = 0; covering <= kOtherPaths; ++covering) {
    const LemkeOptions few{
        .tolerance = options.tolerance, .most_pivots = kFewPivots + kFewPivotsPerRow * size, .covering = covering};
    if (is_final(lemke.solve(problem, trial, few), "lemke", trial, z, report)) return report;
  }
  if (options.quick) return report;
  PrincipalPivotingSolver pivoting(size);
  const SolveReport attempt = pivoting.solve(problem, trial, {.tolerance = options.tolerance});
  if (is_final(attempt, "principal-pivoting", trial, z, report)) return report;
  const VectorX lower = VectorX::Zero(size), upper = VectorX::Constant(size, kInfinity);
  return solve_mlcp_slowly({problem.M, problem.q, lower, upper}, z, options.tolerance, report);
}

SolveReport solve_mlcp(const MlcpProblem& problem, VectorRef z, const DefaultOptions& options) {
  VectorX trial = z;
  SolveReport report;
  BlockPivotingSolver pivoting(problem.size());
  const SolveReport attempt = pivoting.solve(problem, trial, {.tolerance = options.tolerance});
  if (is_final(attempt, "block-pivoting", trial, z, report)) return report;
  return solve_mlcp_slowly(problem, z, options.tolerance, report);
}

}  // namespace carom
