#pragma once

#include <limits>

namespace carom {

enum class RootStatus {
  Converged,          // the bracket is as narrow as was asked for, or f is exactly zero
  NotBracketed,       // f has the same sign at both ends
  NotFinite,          // f was NaN or infinite at `root`
  TooManyIterations,  // the best point so far is in `root`
};

struct [[nodiscard]] RootReport {
  RootStatus status{RootStatus::TooManyIterations};
  double root{};      // the end of the final bracket with the smaller |f|
  double near_end{};  // the final bracket: f keeps the sign it has at the first given end ...
  double far_end{};   // ... and has the sign of the second given end, or is zero
  int iterations{};   // evaluations of f beyond the two given ends
};

struct RootOptions {
  double tolerance{0.0};    // width of the final bracket, besides 4ε|x|: the unit of x
  int max_iterations{100};  // bisection alone needs 53 to halve a bracket down to its rounding
  double guess{std::numeric_limits<double>::quiet_NaN()};  // tried first where it is inside; else the middle is
};

/// Finds a zero of a continuous f between two points where its signs differ: inverse quadratic interpolation where it
/// is safe, else bisection, so that the bracket always shrinks.                                     [chandrupatla1997]
///
/// A stepper rather than a function of a callback, so that it lives in one translation unit; find_root drives it.
class RootBracket {
 public:
  RootBracket(double x_near, double f_near, double x_far, double f_far, const RootOptions& options);

  [[nodiscard]] bool finished() const { return finished_; }
  /// Where f is to be evaluated next.
  [[nodiscard]] double next() const { return next_; }
  /// Takes f(next()).
  void update(double f_next);
  [[nodiscard]] const RootReport& report() const { return report_; }

 private:
  void begin(double x_near, double f_near, double x_far, double f_far);
  void finish(RootStatus status, double root);
  void choose_next();

  RootOptions options_;
  RootReport report_;
  bool finished_{};
  double next_{};
  double a_{}, fa_{};       // the latest point
  double b_{}, fb_{};       // the other end: f(a) and f(b) have opposite signs
  double c_{}, fc_{};       // the point that was given up last
  bool far_is_negative_{};  // the sign of f at the second given end
};

/// `f` is called as double(double); f_near and f_far are its values at the ends. Order of the ends is free.
template <class Function>
[[nodiscard]] RootReport find_root(Function&& f, double x_near, double f_near, double x_far, double f_far,
                                   const RootOptions& options = {}) {
  RootBracket bracket(x_near, f_near, x_far, f_far, options);
  while (!bracket.finished()) bracket.update(f(bracket.next()));
  return bracket.report();
}

}  // namespace carom
