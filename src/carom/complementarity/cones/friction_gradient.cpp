#include <algorithm>
#include <cmath>

#include "carom/complementarity/cones/friction_splitting.h"

namespace carom {
namespace {

/// In variables x = r/scale, each contact scaled by its diagonal; G is only multiplied with.
class ProjectedGradient {
 public:
  ProjectedGradient(const FrictionProblem& problem, const VectorX& r) : problem_(problem), scale_(r.size()) {
    const int size = problem.G.block_size();
    for (int contact = 0; contact < problem.contacts(); ++contact) {
      const double mean = problem.G.diagonal(contact).trace() / size;
      scale_.segment(contact * size, size).setConstant(mean > 0.0 ? 1.0 / std::sqrt(mean) : 1.0);
    }
    x_ = r.cwiseQuotient(scale_);
    y_ = x_;
    product_.resize(r.size());
    curvature_ = estimate_curvature();
  }

  [[nodiscard]] VectorX impulses() const { return scale_.cwiseProduct(x_); }

  void iterate() {
    const VectorX gradient = calc_gradient(y_);
    VectorX next = y_ - gradient / curvature_;
    const int size = problem_.G.block_size();
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      auto block = next.segment(contact * size, size);
      block = project_on_cone(problem_.cone(contact), block);
    }
    const VectorX step = next - x_;
    // Uphill: the momentum is forgotten.
    if ((y_ - next).dot(step) > 0.0) {
      weight_ = 1.0;
      y_ = next;
    } else {
      const double next_weight = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * weight_ * weight_));
      y_ = next + (weight_ - 1.0) / next_weight * step;
      weight_ = next_weight;
    }
    x_ = next;
  }

 private:
  VectorX calc_gradient(const VectorX& x) {
    problem_.G.multiply(scale_.cwiseProduct(x), product_);
    product_ += problem_.q;
    const int size = problem_.G.block_size();
    for (int contact = 0; contact < problem_.contacts(); ++contact) {
      auto block = product_.segment(contact * size, size);
      block = add_de_saxce_term(problem_.cone(contact), block);
    }
    return scale_.cwiseProduct(product_);
  }

  // The largest eigenvalue by power iteration, which comes from below: a margin makes it an upper bound.
  double estimate_curvature() {
    constexpr int kIterations = 30;
    VectorX direction = VectorX::Ones(x_.size());
    double length = 1.0;
    for (int k = 0; k < kIterations && length > 0.0; ++k) {
      direction /= direction.norm();
      problem_.G.multiply(scale_.cwiseProduct(direction), product_);
      direction = scale_.cwiseProduct(product_) + 0.1 * direction;
      length = direction.norm();
    }
    return std::max(1.2 * length, 1e-300);
  }

  const FrictionProblem& problem_;
  VectorX scale_, x_, y_, product_;
  double curvature_{};
  double weight_{1.0};  // of the momentum
};

}  // namespace

SolveReport solve_by_projected_gradient(const FrictionProblem& problem, VectorRef r, const IterationOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  BestIterate<FrictionProblem> best(static_cast<int>(r.size()));
  ProjectedGradient gradient(problem, r);
  while (!best.check(problem, r, options, report)) {
    for (int k = 0; k < options.check_every; ++k, ++report.iterations) gradient.iterate();
    r = gradient.impulses();
  }
  return report;
}

}  // namespace carom
