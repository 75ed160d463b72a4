#include "contact/impact_motion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "carom/math/root_finding.h"
#include "carom/math/types.h"

namespace carom::test {
namespace {

// s = √depth, depth rate, time, dissipated energy; in units of the impact, so that all are of order one.
using State = Eigen::Vector4d;

class Impact {
 public:
  Impact(const NormalResponse& response, double mass, double speed, ImpactEnd end)
      : response_(response), mass_(mass), speed_(speed), end_(end) {
    // The depth where an undamped spring would have taken about all of the energy.
    depth_ = std::pow(mass * speed * speed / response.stiffness, 1.0 / (response.exponent + 1.0));
  }

  ImpactResult run() {
    State y(0.0, 1.0, 0.0, 0.0);
    result_.peak_force = force(1e-300, 1.0);
    double h = 0.05;
    for (int steps = 0; steps < 100000; ++steps) {
      const Step trial = extrapolate(y, h);
      if (!(trial.error < 1e-14)) {
        h *= 0.5;
        continue;
      }
      note_peaks(y, trial.y, h);
      if (end_margin(trial.y) < 0.0)
        return finish(locate(y, h, trial.y, [this](const State& x) { return end_margin(x); }));
      y = trial.y;
      h *= trial.error < 1e-16 ? 1.5 : 1.1;
    }
    ADD_FAILURE() << "the impact does not end";
    return result_;
  }

 private:
  struct Step {
    State y;
    double error{};
  };

  [[nodiscard]] double depth(const State& y) const { return y[0] * y[0] * depth_; }

  [[nodiscard]] double force(double depth, double relative_rate) const {
    const double rate = relative_rate * speed_;
    return end_ == ImpactEnd::ForceZero ? response_.evaluate(depth, rate).force : response_.unclipped(depth, rate);
  }

  [[nodiscard]] State calc_rate(const State& y) const {
    const double f = force(depth(y), y[1]);
    const double lost = (f - response_.evaluate(depth(y), y[1] * speed_).elastic) * y[1];
    const double unit = depth_ / (mass_ * speed_ * speed_);
    return {0.5 * y[1], -y[0] * f * unit, y[0], y[0] * lost * unit};
  }

  // Gragg's midpoint rule with n substeps.
  [[nodiscard]] State calc_midpoint(const State& y, double h, int n) const {
    const double step = h / n;
    State before = y, now = y + step * calc_rate(y);
    for (int i = 1; i < n; ++i) {
      const State next = before + 2.0 * step * calc_rate(now);
      before = now;
      now = next;
    }
    return 0.5 * (before + now + step * calc_rate(now));
  }

  [[nodiscard]] Step extrapolate(const State& y, double h) const {
    constexpr int kColumns = 8;
    std::array<State, kColumns> row;
    double error = 0.0;
    for (int j = 0; j < kColumns; ++j) {
      State entry = calc_midpoint(y, h, 2 * (j + 1));
      for (int k = 1; k <= j; ++k) {
        const double ratio = static_cast<double>(j + 1) / (j + 1 - k);
        const State coarser = row[static_cast<std::size_t>(k - 1)];
        row[static_cast<std::size_t>(k - 1)] = entry;
        const State finer = entry + (entry - coarser) / (ratio * ratio - 1.0);
        error = (finer - entry).cwiseAbs().maxCoeff();
        entry = finer;
      }
      row[static_cast<std::size_t>(j)] = entry;
    }
    return {row[kColumns - 1], error};
  }

  template <class Function>
  [[nodiscard]] State locate(const State& y, double h, const State& far, Function&& margin) const {
    const auto at = [&](double step) { return margin(extrapolate(y, step).y); };
    const RootReport report = find_root(at, 0.0, margin(y), h, margin(far));
    EXPECT_EQ(report.status, RootStatus::Converged);
    return extrapolate(y, report.root).y;
  }

  [[nodiscard]] double end_margin(const State& y) const {
    const double above_zero = y[1] < 0.0 ? y[0] : 1.0;
    if (end_ == ImpactEnd::DepthZero) return above_zero;
    return std::min(above_zero, response_.release_margin(depth(y), y[1] * speed_) / response_.stiffness);
  }

  // d(force)/dt
  [[nodiscard]] double force_rate(const State& y) const {
    const double rate = y[1] * speed_;
    return response_.stiffness_at(depth(y), rate) * rate -
           response_.damping_at(depth(y), rate) * force(depth(y), y[1]) / mass_;
  }

  void note_peaks(const State& y, const State& next, double h) {
    if (y[1] > 0.0 && next[1] <= 0.0) {
      const State deepest = locate(y, h, next, [](const State& x) { return x[1]; });
      result_.peak_depth = depth(deepest);
      result_.force_at_depth = force(depth(deepest), deepest[1]);
    }
    if (y[0] > 0.0 && force_rate(y) > 0.0 && force_rate(next) <= 0.0) {
      const State strongest = locate(y, h, next, [this](const State& x) { return force_rate(x); });
      result_.peak_force = std::max(result_.peak_force, force(depth(strongest), strongest[1]));
    }
  }

  ImpactResult finish(const State& y) {
    result_.restitution = -y[1];
    result_.force_duration = y[2] * depth_ / speed_;
    result_.release_depth = depth(y);
    result_.depth_duration = result_.force_duration - depth(y) / (y[1] * speed_);
    result_.dissipated = y[3] * mass_ * speed_ * speed_;
    result_.lost_at_release = response_.stored(depth(y));
    return result_;
  }

  NormalResponse response_;
  double mass_, speed_;
  ImpactEnd end_;
  double depth_{};
  ImpactResult result_;
};

}  // namespace

ImpactResult simulate_impact(const NormalResponse& response, double mass, double speed, ImpactEnd end) {
  return Impact(response, mass, speed, end).run();
}

}  // namespace carom::test
