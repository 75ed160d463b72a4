#include "carom/analysis/restitution_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <ceres/ceres.h>
#include <fmt/format.h>

#include "carom/analysis/restitution_curve.h"
#include "carom/analysis/student.h"
#include "carom/base/input_error.h"

namespace carom {
namespace {

using Points = std::vector<RestitutionPoint>;

// Ceres searches in these: logarithms of what must stay positive.
double to_search(const LawParameter& parameter, double value) { return parameter.positive ? std::log(value) : value; }
double from_search(const LawParameter& parameter, double searched) {
  return parameter.positive ? std::exp(searched) : searched;
}

NormalLaw make_law(const FitModel& model, const double* searched) {
  NormalLaw law = model.law;
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const double value = from_search(model.parameters[i], searched[i]);
    set_parameter(law, model.parameters[i].key,
                  model.parameters[i].most > 0.0 ? std::min(value, model.parameters[i].most) : value);
  }
  return law;
}

struct Residuals {
  const FitModel& model;
  const Points& points;
  double mass{};  // [kg]

  bool operator()(double const* const* searched, double* residuals) const {
    const NormalLaw law = make_law(model, searched[0]);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double weight = points[i].deviation > 0.0 ? 1.0 / points[i].deviation : 1.0;
      residuals[i] = weight * (calc_restitution(law, mass, points[i].speed) - points[i].restitution);
      if (!std::isfinite(residuals[i])) return false;
    }
    return true;
  }
};

void check(const FitModel& model, const Points& points, double mass) {
  if (!(mass > 0.0) || !std::isfinite(mass)) throw InputError("mass", "must be above 0");
  if (points.size() <= model.parameters.size()) {
    throw InputError("measurements", fmt::format("{} {} cannot tell {} of '{}': there must be more", points.size(),
                                                 points.size() == 1 ? "point" : "points",
                                                 model.parameters.size() == 1 ? "one parameter" : "two parameters",
                                                 info(model.law).name));
  }
  const bool weighted = points.front().deviation > 0.0;
  for (const RestitutionPoint& point : points) {
    if (!(point.speed > 0.0)) throw InputError("measurements", fmt::format("speed {} is not above 0", point.speed));
    if (!(point.restitution >= 0.0 && point.restitution <= 1.0)) {
      throw InputError("measurements", fmt::format("restitution {} is not between 0 and 1", point.restitution));
    }
    if (weighted != (point.deviation > 0.0)) {
      throw InputError("measurements", "either every point has a deviation above 0, or none");
    }
  }
}

// Where the search begins: at the middle of the measurements.
double guess(const NormalLaw& law, const LawParameter& parameter, const Points& points, double mass) {
  double restitution = 0.0, log_speed = 0.0;
  for (const RestitutionPoint& point : points) {
    restitution += point.restitution / static_cast<double>(points.size());
    log_speed += std::log(point.speed) / static_cast<double>(points.size());
  }
  const double speed = std::exp(log_speed), lost = std::clamp(1.0 - restitution, 0.01, 0.99);
  return guess_parameter(law, parameter.key, {mass, speed, 1.0 - lost, lost});
}

// Akaike's criterion of a least-squares fit, with the correction for few points; the scatter counts as a parameter
// where it is not given. [burnham2002]
double calc_criterion(double cost, std::size_t points, std::size_t parameters, bool weighted) {
  const double n = static_cast<double>(points), k = static_cast<double>(parameters + (weighted ? 0 : 1));
  // A fit without any residual is no better than round-off.
  const double fit = weighted ? cost : n * std::log(std::max(cost / n, 1e-24));
  return fit + 2.0 * k + (n > k + 1.0 ? 2.0 * k * (k + 1.0) / (n - k - 1.0) : 0.0);
}

// One fit: the parameters as Ceres searches them, and the problem that holds on to them.
class Search {
 public:
  Search(const FitModel& model, const Points& points, double mass) : model_(model), points_(points), mass_(mass) {
    for (const LawParameter& parameter : model.parameters) {
      searched_.push_back(to_search(parameter, guess(model.law, parameter, points, mass)));
    }
    ceres::NumericDiffOptions differences;
    differences.relative_step_size = 1e-4;  // restitutions are good to 1e-10: slopes then to 1e-6 and 1e-8
    auto* cost = new ceres::DynamicNumericDiffCostFunction<Residuals, ceres::CENTRAL>(
        new Residuals{model, points, mass}, ceres::TAKE_OWNERSHIP, differences);
    cost->AddParameterBlock(static_cast<int>(searched_.size()));
    cost->SetNumResiduals(static_cast<int>(points.size()));
    problem_.AddResidualBlock(cost, nullptr, searched_.data());
    set_limits();
  }

  void solve() {
    ceres::Solver::Options options;
    options.logging_type = ceres::SILENT;
    options.linear_solver_type = ceres::DENSE_QR;
    options.max_num_iterations = 200;
    options.function_tolerance = options.parameter_tolerance = 1e-12;
    ceres::Solve(options, &problem_, &summary_);
  }

  [[nodiscard]] RestitutionFit report(double confidence) {
    const bool converged = summary_.termination_type == ceres::CONVERGENCE;
    const bool weighted = points_.front().deviation > 0.0;
    const double squares = 2.0 * summary_.final_cost;
    RestitutionFit fit{.law = make_law(model_, searched_.data()),
                       .criterion = calc_criterion(squares, points_.size(), searched_.size(), weighted),
                       .converged = converged,
                       .message = converged ? "" : summary_.message};
    fit.rms = calc_rms(fit.law);
    const std::size_t freedom = points_.size() - searched_.size();
    const double variance = weighted ? 1.0 : squares / static_cast<double>(freedom);
    const double quantile = calc_student_quantile(static_cast<int>(freedom), confidence);
    const std::vector<double> half = find_half_widths(quantile * std::sqrt(variance));
    for (std::size_t i = 0; i < searched_.size(); ++i) {
      const LawParameter& parameter = model_.parameters[i];
      const double high = from_search(parameter, searched_[i] + half[i]);
      fit.parameters.push_back({parameter.key, from_search(parameter, searched_[i]),
                                from_search(parameter, searched_[i] - half[i]),
                                parameter.most > 0.0 ? std::min(high, parameter.most) : high});
    }
    return fit;
  }

 private:
  void set_limits() {
    for (std::size_t i = 0; i < searched_.size(); ++i) {
      const LawParameter& parameter = model_.parameters[i];
      const int place = static_cast<int>(i);
      if (!parameter.positive) problem_.SetParameterLowerBound(searched_.data(), place, 0.0);
      if (parameter.most > 0.0) {
        problem_.SetParameterUpperBound(searched_.data(), place, to_search(parameter, parameter.most));
      }
    }
  }

  [[nodiscard]] double calc_rms(const NormalLaw& law) const {
    double sum = 0.0;
    for (const RestitutionPoint& point : points_) {
      sum += std::pow(calc_restitution(law, mass_, point.speed) - point.restitution, 2);
    }
    return std::sqrt(sum / static_cast<double>(points_.size()));
  }

  // Of each parameter's interval, as searched: so many roots of its part of (JᵀJ)⁻¹; infinite where the points do not
  // tell it.
  [[nodiscard]] std::vector<double> find_half_widths(double factor) {
    const std::size_t count = searched_.size();
    std::vector<double> half(count, std::numeric_limits<double>::infinity());
    ceres::Covariance::Options options;
    options.algorithm_type = ceres::DENSE_SVD;
    ceres::Covariance covariance(options);
    const double* block = searched_.data();
    std::vector<double> matrix(count * count);
    if (!covariance.Compute(std::vector<const double*>{block}, &problem_)) return half;
    if (!covariance.GetCovarianceBlock(block, block, matrix.data())) return half;
    for (std::size_t i = 0; i < count; ++i) half[i] = factor * std::sqrt(matrix[i * count + i]);
    return half;
  }

  const FitModel& model_;
  const Points& points_;
  double mass_;  // [kg]
  std::vector<double> searched_;
  ceres::Problem problem_;
  ceres::Solver::Summary summary_;
};

}  // namespace

RestitutionFit fit_restitution(const FitModel& model, const Points& points, double mass, double confidence) {
  check(model, points, mass);
  Search search(model, points, mass);
  search.solve();
  return search.report(confidence);
}

std::vector<double> calc_weights(const std::vector<RestitutionFit>& fits) {
  double best = std::numeric_limits<double>::infinity(), sum = 0.0;
  for (const RestitutionFit& fit : fits) best = std::min(best, fit.criterion);
  std::vector<double> weights;
  for (const RestitutionFit& fit : fits) {
    weights.push_back(std::exp(-0.5 * (fit.criterion - best)));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace carom
