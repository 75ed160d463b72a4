#include "carom/complementarity/mlcp/fischer_burmeister.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "carom/complementarity/linear/active_system.h"

namespace carom {
namespace {

/// φ and how it changes with a and b.
struct Phi {
  Phi(double a, double b) {
    const double length = std::hypot(a, b);
    value = length > 0.0 ? (a > 0.0 && b > 0.0 ? 2.0 * a * b / (a + b + length) : a + b - length) : 0.0;
    // At the kink any direction serves.
    by_a = 1.0 - (length > 0.0 ? a / length : std::sqrt(0.5));
    by_b = 1.0 - (length > 0.0 ? b / length : std::sqrt(0.5));
  }
  double value, by_a, by_b;
};

class FischerBurmeister {
 public:
  explicit FischerBurmeister(const MlcpProblem& problem)
      : problem_(problem), function_(problem.size()), by_z_(problem.size()), by_w_(problem.size()) {
    // Rows of about one: w means as much as z.
    row_scale_.resize(problem.size());
    for (int i = 0; i < problem.size(); ++i) {
      const double largest = problem.M.row(i).cwiseAbs().maxCoeff();
      row_scale_[i] = largest > 0.0 ? 1.0 / largest : 1.0;
    }
  }

  /// Half of the square of the function's length.
  double calc(const VectorX& z) {
    const VectorX w = row_scale_.cwiseProduct(problem_.M * z + problem_.q);
    for (int i = 0; i < problem_.size(); ++i) calc_row(i, z[i], w[i]);
    return 0.5 * function_.squaredNorm();
  }

  /// At the z of the last calc(). (HᵀH + λ) step = −Hᵀ function.
  VectorX calc_step(double lambda) {
    MatrixX H = (by_w_.cwiseProduct(row_scale_)).asDiagonal() * problem_.M;
    H.diagonal() += by_z_;
    MatrixX normal = H.transpose() * H;
    normal.diagonal().array() += lambda;
    gradient_ = H.transpose() * function_;
    return -normal.ldlt().solve(gradient_);
  }
  [[nodiscard]] const VectorX& gradient() const { return gradient_; }

 private:
  void calc_row(int i, double z, double w) {
    const bool has_lower = problem_.has_lower(i), has_upper = problem_.has_upper(i);
    if (!has_lower && !has_upper) {
      set(i, w, 0.0, 1.0);
    } else if (!has_upper) {
      const Phi phi(z - problem_.lower[i], w);
      set(i, phi.value, phi.by_a, phi.by_b);
    } else if (!has_lower) {
      const Phi phi(problem_.upper[i] - z, -w);
      set(i, -phi.value, phi.by_a, phi.by_b);
    } else {
      const Phi inner(problem_.upper[i] - z, -w), outer(z - problem_.lower[i], -inner.value);
      set(i, outer.value, outer.by_a + outer.by_b * inner.by_a, outer.by_b * inner.by_b);
    }
  }
  void set(int i, double value, double by_z, double by_w) {
    function_[i] = value;
    by_z_[i] = by_z;
    by_w_[i] = by_w;
  }

  const MlcpProblem& problem_;
  VectorX function_, by_z_, by_w_, row_scale_, gradient_;
};

// Whichever of z and w is nearer to its bound stands there, and the rest follows from the equations.
void refine(const MlcpProblem& problem, VectorRef z) {
  std::vector<char> active(static_cast<std::size_t>(problem.size()));
  VectorX refined = z, work(problem.size());
  const double before = calc_natural_map(problem, z, work);
  const VectorX w = problem.M * z + problem.q;
  for (int i = 0; i < problem.size(); ++i) {
    const bool lower = z[i] - problem.lower[i] <= w[i], upper = problem.upper[i] - z[i] <= -w[i];
    active[static_cast<std::size_t>(i)] = lower || upper ? 0 : 1;
    if (lower) refined[i] = problem.lower[i];
    if (upper) refined[i] = problem.upper[i];
  }
  ActiveSystem system(problem.size());
  if (system.solve(problem.M, problem.q, active, refined) && calc_natural_map(problem, refined, work) < before) {
    z = refined;
  }
}

}  // namespace

SolveReport solve_by_fischer_burmeister(const MlcpProblem& problem, VectorRef z,
                                        const FischerBurmeisterOptions& options) {
  constexpr double kLargestLambda = 1e-2, kLeastLambda = 1e-14, kShortest = 1e-10, kDescent = 1e-4;
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  FischerBurmeister function(problem);
  VectorX point = z, trial, work(problem.size());
  double merit = function.calc(point);
  for (; report.iterations < options.most_iterations && !options.stop.stop_requested(); ++report.iterations) {
    if (calc_natural_map(problem, point, work) <= 0.01 * options.tolerance) break;
    const VectorX step = function.calc_step(std::clamp(merit, kLeastLambda, kLargestLambda));
    const double slope = function.gradient().dot(step);
    if (!(slope < 0.0) || !step.allFinite()) break;
    double length = 1.0, next = 0.0;
    do {
      trial = point + length * step;
      next = function.calc(trial);
      length *= 0.5;
    } while (!(next <= merit + kDescent * 2.0 * length * slope) && length > kShortest);
    if (!(next < merit)) break;
    point.swap(trial);
    merit = next;
  }
  for (int i = 0; i < problem.size(); ++i) z[i] = std::clamp(point[i], problem.lower[i], problem.upper[i]);
  refine(problem, z);
  for (int i = 0; i < problem.size(); ++i) z[i] = std::clamp(z[i], problem.lower[i], problem.upper[i]);
  judge(problem, z, options.tolerance, work, report);
  if (!report.solved()) report.detail = "the function of Fischer and Burmeister has a minimum here that is no solution";
  return report;
}

}  // namespace carom
