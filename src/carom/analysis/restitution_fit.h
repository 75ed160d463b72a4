#pragma once

#include <string>
#include <vector>

#include "carom/analysis/law_parameters.h"
#include "carom/contact/normal/normal_law.h"

namespace carom {

/// A restitution that was measured.
struct RestitutionPoint {
  double speed{};        // of the impact, above 0  [m/s]
  double restitution{};  // from 0 to 1
  double deviation{};    // standard deviation of the restitution; 0: not known, then of no point
};

/// What is fitted: a law whose other parameters are known.
struct FitModel {
  NormalLaw law{};
  std::vector<LawParameter> parameters{};  // to be found
};

struct FittedParameter {
  std::string key{};
  double value{};
  double low{}, high{};  // of the confidence interval
};

/// Least squares: the parameters that bring the law's restitutions closest to the measured ones.
///
/// The intervals are those of the linearised problem, with Student's quantile. Parameters that stay positive have
/// theirs in the logarithm, where damping acts: restitution depends on it over decades. Where deviations are given they
/// weigh the points and are taken as they are; otherwise the scatter of the points tells theirs.
struct RestitutionFit {
  NormalLaw law{};  // with what was found
  std::vector<FittedParameter> parameters{};
  double rms{};        // root of the mean square of measured − fitted
  double criterion{};  // Akaike's, with the correction for few points: smaller is better; its differences count
  bool converged{};
  std::string message{};  // where not: why
};

/// Throws InputError where there are no more points than parameters, or a number is out of range.
[[nodiscard]] RestitutionFit fit_restitution(const FitModel& model, const std::vector<RestitutionPoint>& points,
                                             double mass, double confidence = 0.95);

/// How likely each fit is the best of them (Akaike's weights); their sum is 1.                     [burnham2002]
[[nodiscard]] std::vector<double> calc_weights(const std::vector<RestitutionFit>& fits);

}  // namespace carom
