#include "carom/patch/influence.h"

#include <cmath>
#include <numbers>

namespace carom {

namespace {

/// f(x₂, y₂) − f(x₁, y₂) − f(x₂, y₁) + f(x₁, y₁) over the corners of a rectangle around (x, y): f is the double
/// integral.
template <class Antiderivative>
double between_corners(const Antiderivative& f, double x, double y, double dx, double dy) {
  const double x1 = x - 0.5 * dx, x2 = x + 0.5 * dx, y1 = y - 0.5 * dy, y2 = y + 0.5 * dy;
  return (f(x2, y2) - f(x1, y2)) - (f(x2, y1) - f(x1, y1));
}

/// ln(s + r) with r = √(s² + t²): for s < 0 without the cancellation.
double log_sum(double s, double t) {
  const double r = std::hypot(s, t);
  return s >= 0.0 ? std::log(s + r) : std::log(t * t / (r - s));
}

double integral_x2_r3(double x, double y) { return y * log_sum(x, y); }                          // ∬ x²/r³
double integral_y2_r3(double x, double y) { return x * log_sum(y, x); }                          // ∬ y²/r³
double integral_1_r(double x, double y) { return integral_x2_r3(x, y) + integral_y2_r3(x, y); }  // ∬ 1/r
double integral_xy_r3(double x, double y) { return -std::hypot(x, y); }                          // ∬ xy/r³
double integral_x_r2(double x, double y) {                                                       // ∬ x/r²
  return y * std::log(std::hypot(x, y)) + x * std::atan(y / x);
}

/// ∫ ln|s/L| ds.
double integral_log(double s, double datum) { return s == 0.0 ? 0.0 : s * (std::log(std::abs(s) / datum) - 1.0); }

}  // namespace

InfluenceFunction make_half_space_influence(const PairCompliance& pair, double dx, double dy) {
  return [=](Influence which, double x, double y) {
    const auto over = [&](auto f) { return between_corners(f, x, y, dx, dy); };
    switch (which) {
      case Influence::ZZ:
        return pair.direct * over(integral_1_r);
      case Influence::XX:
        return pair.direct * over(integral_1_r) + pair.lateral * over(integral_x2_r3);
      case Influence::YY:
        return pair.direct * over(integral_1_r) + pair.lateral * over(integral_y2_r3);
      case Influence::XY:
        return pair.lateral * over(integral_xy_r3);
      case Influence::ZX:
        return pair.coupling * over(integral_x_r2);
      case Influence::ZY:
        return pair.coupling * over([](double u, double v) { return integral_x_r2(v, u); });
    }
    return 0.0;
  };
}

InfluenceFunction make_plane_strain_influence(const PairCompliance& pair, double dx, double datum) {
  return [=](Influence which, double x, double) {
    const double left = x - 0.5 * dx, right = x + 0.5 * dx;
    switch (which) {
      case Influence::ZZ:
      case Influence::XX:
        return -2.0 * pair.direct * (integral_log(right, datum) - integral_log(left, datum));
      // Out of the plane: shear alone, Σ 1/(π G) = 2 (direct + lateral).
      case Influence::YY:
        return -2.0 * (pair.direct + pair.lateral) * (integral_log(right, datum) - integral_log(left, datum));
      // ∫ of x/r² along the line load is π sign(x).
      case Influence::ZX:
        return pair.coupling * std::numbers::pi * (std::abs(right) - std::abs(left));
      case Influence::XY:
      case Influence::ZY:
        return 0.0;
    }
    return 0.0;
  };
}

}  // namespace carom
