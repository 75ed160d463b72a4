#include "carom/math/root_finding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace

RootBracket::RootBracket(double x_near, double f_near, double x_far, double f_far, const RootOptions& options)
    : options_(options), a_(x_far), fa_(f_far), b_(x_near), fb_(f_near), c_(x_near), fc_(f_near) {
  begin(x_near, f_near, x_far, f_far);
}

void RootBracket::begin(double x_near, double f_near, double x_far, double f_far) {
  report_.near_end = x_near;
  report_.far_end = x_far;
  if (!std::isfinite(f_near)) return finish(RootStatus::NotFinite, x_near);
  if (!std::isfinite(f_far)) return finish(RootStatus::NotFinite, x_far);
  if (f_far == 0.0) return finish(RootStatus::Converged, x_far);
  if (f_near == 0.0) {
    report_.far_end = x_near;
    return finish(RootStatus::Converged, x_near);
  }
  far_is_negative_ = f_far < 0.0;
  if ((f_near < 0.0) == far_is_negative_) return finish(RootStatus::NotBracketed, x_near);
  choose_next();
}

void RootBracket::finish(RootStatus status, double root) {
  finished_ = true;
  report_.status = status;
  report_.root = root;
}

void RootBracket::update(double f_next) {
  ++report_.iterations;
  if (!std::isfinite(f_next)) return finish(RootStatus::NotFinite, next_);

  // The new point takes the place of the end with its sign; what is given up serves the interpolation.
  if ((f_next < 0.0) == (fa_ < 0.0)) {
    c_ = a_, fc_ = fa_;
  } else {
    c_ = b_, fc_ = fb_;
    b_ = a_, fb_ = fa_;
  }
  a_ = next_, fa_ = f_next;

  const bool a_is_far = f_next == 0.0 || (f_next < 0.0) == far_is_negative_;
  report_.far_end = a_is_far ? a_ : b_;
  report_.near_end = a_is_far ? b_ : a_;
  if (f_next == 0.0) return finish(RootStatus::Converged, a_);

  choose_next();
  if (!finished_ && report_.iterations >= options_.max_iterations) {
    finish(RootStatus::TooManyIterations, std::abs(fa_) < std::abs(fb_) ? a_ : b_);
  }
}

void RootBracket::choose_next() {
  const double best = std::abs(fa_) < std::abs(fb_) ? a_ : b_;
  const double smallest_move = 2.0 * kEpsilon * std::abs(best) + 0.5 * options_.tolerance;
  const double smallest_fraction = smallest_move / std::abs(b_ - a_);
  if (!(smallest_fraction < 0.5)) return finish(RootStatus::Converged, best);

  // Inverse quadratic interpolation through a, b, c is monotonic between a and b under this condition.
  double fraction = 0.5;
  if (c_ == b_) {  // at first there are two points only
    const double guess = (options_.guess - a_) / (b_ - a_);
    if (guess > 0.0 && guess < 1.0) fraction = guess;
  } else {
    const double xi = (a_ - b_) / (c_ - b_);
    const double phi = (fa_ - fb_) / (fc_ - fb_);
    if (phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi) {
      fraction =
          fa_ / (fb_ - fa_) * (fc_ / (fb_ - fc_)) + (c_ - a_) / (b_ - a_) * (fa_ / (fc_ - fa_)) * (fb_ / (fc_ - fb_));
    }
  }
  fraction = std::clamp(fraction, smallest_fraction, 1.0 - smallest_fraction);
  next_ = a_ + fraction * (b_ - a_);
}

}  // namespace carom
