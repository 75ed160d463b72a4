#pragma once

#include <cmath>

#include "carom/integrators/events/event_functions.h"
#include "carom/integrators/ode_system.h"

namespace carom {

/// A time that starts slowly: t = t₀ + √(τ² + w²) − w.
///
/// At touch-down the force grows with a broken power of the depth, xᵖ with x ≈ v (t − t₀), which no method of high
/// order follows. Near τ = 0 the depth is v τ²/2w, and with it every power of √x is smooth in τ; from τ ≫ w on the two
/// times run alike. With w = 0 they are the same.
class StretchedClock {
 public:
  void start(double time, double width) {
    start_ = time;
    width_ = width;
  }

  [[nodiscard]] double start() const { return start_; }
  /// t(τ), with τ = 0 at the start. Written without the difference of nearly equal numbers.  [s]
  [[nodiscard]] double time(double tau) const {
    return width_ == 0.0 ? start_ + tau : start_ + tau * tau / (std::sqrt(tau * tau + width_ * width_) + width_);
  }
  /// dt/dτ
  [[nodiscard]] double speed(double tau) const {
    return width_ == 0.0 ? 1.0 : tau / std::sqrt(tau * tau + width_ * width_);
  }
  /// τ(t) for t ≥ t₀  [s]
  [[nodiscard]] double stretched(double time) const {
    const double passed = time - start_;
    return width_ == 0.0 ? passed : std::sqrt(passed * (passed + 2.0 * width_));
  }

 private:
  double start_{};  // t₀  [s]
  double width_{};  // w  [s]
};

/// A system as its integrator sees it: in the time τ of a clock.
class StretchedSystem final : public OdeSystem {
 public:
  StretchedSystem(OdeSystem& system, const StretchedClock& clock) : system_(system), clock_(clock) {}

  [[nodiscard]] int size() const override { return system_.size(); }
  [[nodiscard]] int num_active() const override { return system_.num_active(); }
  [[nodiscard]] Partition partition() const override { return system_.partition(); }
  [[nodiscard]] RateStatus calc_rate(double tau, std::span<const double> y, std::span<double> rate) override {
    const RateStatus status = system_.calc_rate(clock_.time(tau), y, rate);
    const double speed = clock_.speed(tau);
    if (speed != 1.0) {
      for (double& value : rate) value *= speed;
    }
    return status;
  }
  [[nodiscard]] double calc_drift(double tau, std::span<const double> y) override {
    return system_.calc_drift(clock_.time(tau), y);
  }
  [[nodiscard]] bool project(double tau, std::span<double> y) override { return system_.project(clock_.time(tau), y); }

 private:
  OdeSystem& system_;
  const StretchedClock& clock_;
};

}  // namespace carom
