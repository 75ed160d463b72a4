#include "carom/complementarity/mlcp/mlcp_lemke.h"

#include <algorithm>

namespace carom {
namespace {

/// One variable of the LCP: z of a row changes by `sign` times it; or it is the multiplier s of a second bound.
struct Column {
  int row{};
  double sign{1.0};
  bool second_bound{};
};

struct LcpForm {
  std::vector<Column> columns;
  VectorX origin;  // z where all variables of the LCP are zero
  MatrixX M;
  VectorX q;
};

std::vector<Column> list_columns(const MlcpProblem& problem) {
  std::vector<Column> columns;
  for (int i = 0; i < problem.size(); ++i) {
    if (problem.is_free(i)) {
      columns.push_back({.row = i});
      columns.push_back({.row = i, .sign = -1.0});
    } else {
      columns.push_back({.row = i, .sign = problem.has_lower(i) ? 1.0 : -1.0});
    }
  }
  for (int i = 0; i < problem.size(); ++i) {
    if (problem.has_lower(i) && problem.has_upper(i)) columns.push_back({.row = i, .second_bound = true});
  }
  return columns;
}

// Row a of the LCP is sign (M z + q)_row, plus s where there is a second bound; or upper − lower − x.
double calc_entry(const MlcpProblem& problem, const Column& a, const Column& b) {
  if (a.second_bound) return b.row == a.row && !b.second_bound ? -1.0 : 0.0;
  if (b.second_bound) return a.row == b.row ? 1.0 : 0.0;
  return a.sign * problem.M(a.row, b.row) * b.sign;
}

LcpForm make_lcp(const MlcpProblem& problem) {
  LcpForm form{list_columns(problem), VectorX::Zero(problem.size()), {}, {}};
  for (int i = 0; i < problem.size(); ++i) {
    form.origin[i] = problem.has_lower(i) ? problem.lower[i] : problem.has_upper(i) ? problem.upper[i] : 0.0;
  }
  const VectorX w = problem.M * form.origin + problem.q;
  const auto size = static_cast<int>(form.columns.size());
  form.M.resize(size, size);
  form.q.resize(size);
  for (int i = 0; i < size; ++i) {
    const Column& a = form.columns[i];
    for (int j = 0; j < size; ++j) form.M(i, j) = calc_entry(problem, a, form.columns[j]);
    form.q[i] = a.second_bound ? problem.upper[a.row] - problem.lower[a.row] : a.sign * w[a.row];
  }
  return form;
}

VectorX gather(const LcpForm& form, const VectorX& x, VectorX values) {
  for (std::size_t k = 0; k < form.columns.size(); ++k) {
    const Column& column = form.columns[k];
    if (!column.second_bound) values[column.row] += column.sign * x[static_cast<Eigen::Index>(k)];
  }
  return values;
}

// Which rows are solved for and which stand at a bound follows from z; the linear system then gives more digits than
// the difference of two variables can.
void refine(const MlcpProblem& problem, VectorRef z, double& residual) {
  if (residual == 0.0) return;
  const auto size = problem.size();
  std::vector<char> active(size);
  VectorX refined = z, work(size);
  for (int i = 0; i < size; ++i) active[i] = z[i] > problem.lower[i] && z[i] < problem.upper[i] ? 1 : 0;
  ActiveSystem system(size);
  if (!system.solve(problem.M, problem.q, active, refined)) return;
  const double refined_residual = calc_natural_map(problem, refined, work);
  if (!(refined_residual < residual)) return;
  z = refined;
  residual = refined_residual;
}

}  // namespace

SolveReport MlcpLemkeSolver::solve(const MlcpProblem& problem, VectorRef z, const LemkeOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  FreeElimination elimination;
  if (elimination.reduce(problem)) {
    report = solve_reduced(problem, elimination, z, options);
    if (report.solved() || report.status == SolveStatus::Infeasible) return report;
  }
  PairExchange exchange;
  if (exchange.reduce(problem)) {
    report = solve_exchanged(problem, exchange, z, options);
    if (report.solved()) return report;
  }
  return solve_whole(problem, z, options);
}

// The answer is judged by the whole problem.
SolveReport MlcpLemkeSolver::solve_reduced(const MlcpProblem& problem, const FreeElimination& elimination, VectorRef z,
                                           const LemkeOptions& options) {
  VectorX z_bounded(elimination.size()), work(problem.size());
  SolveReport report;
  if (elimination.size() > 0) report = solve_whole(elimination.problem(), z_bounded, options);
  if (report.status == SolveStatus::Infeasible) {
    certificate_ = elimination.expand_certificate(certificate_);
    if (proves_infeasible(problem, certificate_, work)) {
      report.worst = WorstRows::find(certificate_);
      return report;
    }
  }
  elimination.expand(z_bounded, z);
  report.residual = calc_natural_map(problem, z, work);
  refine(problem, z, report.residual);
  judge(problem, z, options.tolerance, work, report);
  return report;
}

// A ray proves nothing here: the pivots that led to the exchanged problem are not part of its certificate.
SolveReport MlcpLemkeSolver::solve_exchanged(const MlcpProblem& problem, const PairExchange& exchange, VectorRef z,
                                             const LemkeOptions& options) {
  VectorX x(exchange.size()), work(problem.size());
  SolveReport report = solve_whole(exchange.problem(), x, options);
  exchange.expand(x, z);
  for (int i = 0; i < problem.size(); ++i) z[i] = std::clamp(z[i], problem.lower[i], problem.upper[i]);
  report.residual = calc_natural_map(problem, z, work);
  refine(problem, z, report.residual);
  judge(problem, z, options.tolerance, work, report);
  return report;
}

SolveReport MlcpLemkeSolver::solve_whole(const MlcpProblem& problem, VectorRef z, const LemkeOptions& options) {
  SolveReport report;
  const LcpForm form = make_lcp(problem);
  const auto size = static_cast<int>(form.columns.size());
  LemkeSolver lemke(size);
  VectorX x(size), work(problem.size());
  report = lemke.solve({form.M, form.q}, x, options);
  certificate_ = gather(form, lemke.certificate(), VectorX::Zero(problem.size()));
  for (int i = 0; i < problem.size(); ++i) {
    if (problem.has_lower(i) && problem.has_upper(i)) certificate_[i] = 0.0;  // w may have any sign: round-off
  }
  if (report.status == SolveStatus::Infeasible && proves_infeasible(problem, certificate_, work)) {
    report.worst = WorstRows::find(certificate_);
    report.detail = "the rows, weighted by the certificate, contradict the bounds";
    return report;
  }

  z = gather(form, x, form.origin);
  for (int i = 0; i < problem.size(); ++i) z[i] = std::clamp(z[i], problem.lower[i], problem.upper[i]);
  report.residual = calc_natural_map(problem, z, work);
  refine(problem, z, report.residual);
  judge(problem, z, options.tolerance, work, report);
  return report;
}

}  // namespace carom
