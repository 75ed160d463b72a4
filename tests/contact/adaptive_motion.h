#pragma once

#include <algorithm>
#include <cmath>

#include "carom/math/root_finding.h"
#include "carom/math/types.h"

namespace carom::test {

/// Dormand and Prince's pair of orders 5 and 4 [hairer1993, Table II.5.2] with steps chosen by the error estimate.
template <int size>
class AdaptiveMotion {
 public:
  using State = Eigen::Matrix<double, size, 1>;

  AdaptiveMotion(State start, State scale, double tolerance) : y_(start), scale_(scale), tolerance_(tolerance) {}

  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] const State& state() const { return y_; }

  /// One accepted step under y' = rate(y), not beyond `end`.
  template <class Rate>
  void step(const Rate& rate, double end) {
    for (;;) {
      const double h = std::min(h_, end - time_);
      const auto [next, error] = try_step(rate, y_, h);
      const double factor = 0.9 * std::pow(tolerance_ / std::max(error, 1e-3 * tolerance_), 0.2);
      if (error <= tolerance_) {
        before_ = y_;
        time_before_ = time_;
        y_ = next;
        time_ += h;
        if (h == h_) h_ *= std::min(factor, 4.0);
        return;
      }
      h_ = h * std::max(factor, 0.2);
    }
  }

  /// The state after which the last step saw `margin` change its sign; the time of it in `when`.
  template <class Rate, class Margin>
  [[nodiscard]] State locate(const Rate& rate, const Margin& margin, double& when) const {
    const auto at = [&](double h) { return margin(try_step(rate, before_, h).next); };
    const double step = find_root(at, 0.0, margin(before_), time_ - time_before_, margin(y_)).root;
    when = time_before_ + step;
    return try_step(rate, before_, step).next;
  }
  template <class Margin>
  [[nodiscard]] bool crossed(const Margin& margin) const {
    return margin(before_) * margin(y_) < 0.0;
  }

 private:
  struct Trial {
    State next;
    double error{};
  };

  template <class Rate>
  [[nodiscard]] Trial try_step(const Rate& rate, const State& y, double h) const {
    const State k1 = rate(y);
    const State k2 = rate(State(y + h * (k1 / 5.0)));
    const State k3 = rate(State(y + h * (3.0 / 40.0 * k1 + 9.0 / 40.0 * k2)));
    const State k4 = rate(State(y + h * (44.0 / 45.0 * k1 - 56.0 / 15.0 * k2 + 32.0 / 9.0 * k3)));
    const State k5 = rate(
        State(y + h * (19372.0 / 6561.0 * k1 - 25360.0 / 2187.0 * k2 + 64448.0 / 6561.0 * k3 - 212.0 / 729.0 * k4)));
    const State k6 = rate(State(y + h * (9017.0 / 3168.0 * k1 - 355.0 / 33.0 * k2 + 46732.0 / 5247.0 * k3 +
                                         49.0 / 176.0 * k4 - 5103.0 / 18656.0 * k5)));
    const State next = y + h * (35.0 / 384.0 * k1 + 500.0 / 1113.0 * k3 + 125.0 / 192.0 * k4 - 2187.0 / 6784.0 * k5 +
                                11.0 / 84.0 * k6);
    const State k7 = rate(next);
    const State error = h * (71.0 / 57600.0 * k1 - 71.0 / 16695.0 * k3 + 71.0 / 1920.0 * k4 - 17253.0 / 339200.0 * k5 +
                             22.0 / 525.0 * k6 - 1.0 / 40.0 * k7);
    return {next, error.cwiseQuotient(scale_).cwiseAbs().maxCoeff()};
  }

  State y_, scale_, before_{State::Zero()};
  double tolerance_;
  double time_{}, time_before_{}, h_{1e-6};
};

}  // namespace carom::test
