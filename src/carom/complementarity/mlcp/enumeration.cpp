#include "carom/complementarity/mlcp/enumeration.h"

#include <algorithm>
#include <vector>

#include <Eigen/QR>

#include "carom/complementarity/linear/active_system.h"

namespace carom {
namespace {

/// Where a row stands. Counting through them is counting with digits of different bases.
enum class Place : char { Between, Lower, Upper };

class Enumeration {
 public:
  Enumeration(const MlcpProblem& problem, VectorRef z)
      : problem_(problem),
        z_(z),
        place_(problem.size(), Place::Between),
        active_(problem.size()),
        work_(problem.size()),
        best_(problem.size()),
        system_(problem.size()) {}

  SolveReport run(double tolerance) {
    SolveReport report;
    best_.setZero();
    double least = std::numeric_limits<double>::infinity();
    do {
      ++report.iterations;
      solve_places();
      const double residual = calc_natural_map(problem_, z_, work_);
      if (!(residual < least)) continue;
      least = residual;
      best_ = z_;
      if (residual <= tolerance) break;
    } while (advance());
    z_ = best_;
    judge(problem_, z_, tolerance, work_, report);
    if (!report.solved() && !met_singular_) {
      report.status = SolveStatus::Infeasible;
      report.detail = "every choice of bounds was tried";
    } else if (!report.solved()) {
      report.detail = "every choice of bounds was tried, but some leave rows that depend on each other";
    }
    return report;
  }

 private:
  // The next choice; false after the last.
  bool advance() {
    for (int i = 0; i < problem_.size(); ++i) {
      if (problem_.is_free(i)) continue;
      if (place_[i] == Place::Between && problem_.has_lower(i)) return place_[i] = Place::Lower, true;
      if (place_[i] != Place::Upper && problem_.has_upper(i)) return place_[i] = Place::Upper, true;
      place_[i] = Place::Between;
    }
    return false;
  }

  void solve_places() {
    for (int i = 0; i < problem_.size(); ++i) {
      active_[i] = place_[i] == Place::Between ? 1 : 0;
      z_[i] = place_[i] == Place::Lower ? problem_.lower[i] : place_[i] == Place::Upper ? problem_.upper[i] : 0.0;
    }
    if (!system_.solve(problem_.M, problem_.q, active_, z_)) solve_singular();
    for (int i = 0; i < problem_.size(); ++i) z_[i] = std::clamp(z_[i], problem_.lower[i], problem_.upper[i]);
  }

  // The solution of least norm among those of least error: one of many, so that its failure proves nothing.
  void solve_singular() {
    met_singular_ = true;
    std::vector<int> rows;
    for (int i = 0; i < problem_.size(); ++i) {
      if (active_[i]) rows.push_back(i);
    }
    for (const int i : rows) z_[i] = 0.0;
    const VectorX right = -(problem_.M * z_ + problem_.q)(rows);
    const MatrixX left = problem_.M(rows, rows);
    const VectorX found = left.completeOrthogonalDecomposition().solve(right);
    for (std::size_t k = 0; k < rows.size(); ++k) z_[rows[k]] = found[static_cast<Eigen::Index>(k)];
  }

  const MlcpProblem& problem_;
  VectorRef z_;
  std::vector<Place> place_;
  std::vector<char> active_;
  VectorX work_, best_;
  ActiveSystem system_;
  bool met_singular_{};
};

}  // namespace

double count_choices(const MlcpProblem& problem) {
  double choices = 1.0;
  for (int i = 0; i < problem.size(); ++i) {
    choices *= 1.0 + (problem.has_lower(i) ? 1.0 : 0.0) + (problem.has_upper(i) ? 1.0 : 0.0);
  }
  return choices;
}

SolveReport solve_by_enumeration(const MlcpProblem& problem, VectorRef z, const EnumerationOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  if (count_choices(problem) > options.most_choices) {
    VectorX work(problem.size());
    judge(problem, z, options.tolerance, work, report);
    if (!report.solved()) report.detail = "too many choices of bounds to try them all";
    return report;
  }
  return Enumeration(problem, z).run(options.tolerance);
}

}  // namespace carom
