#include "carom/analysis/student.h"

#include <cmath>
#include <numbers>

#include "carom/base/assert.h"

namespace carom {
namespace {

// P(|T| < t) for t = √n tan θ: a finite sum of powers of cos θ. [abramowitz1964, section 26.7]
double calc_probability(int degrees, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle), square = cosine * cosine;
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1.0, sum = degrees == 1 ? 0.0 : term;
  for (int i = odd ? 3 : 2; i < degrees - 1; i += 2) {
    term *= square * (i - 1) / i;
    sum += term;
  }
  return odd ? 2.0 / std::numbers::pi * (angle + sine * sum) : sine * sum;
}

}  // namespace

double calc_student_quantile(int degrees, double confidence) {
  CAROM_ASSERT(degrees >= 1 && confidence > 0.0 && confidence < 1.0);
  double low = 0.0, high = 0.5 * std::numbers::pi;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (calc_probability(degrees, middle) < confidence ? low : high) = middle;
  }
  return std::sqrt(static_cast<double>(degrees)) * std::tan(0.5 * (low + high));
}

}  // namespace carom
