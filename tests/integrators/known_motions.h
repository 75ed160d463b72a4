#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "carom/integrators/events/event_functions.h"
#include "carom/integrators/ode_system.h"

// Motions with known answers, shared by the tests of this layer.
namespace carom::known_motions {

/// Any ẏ = f(t, y) without structure.
class FunctionSystem final : public OdeSystem {
 public:
  using Rate = std::function<RateStatus(double, std::span<const double>, std::span<double>)>;
  FunctionSystem(int size, Rate rate) : size_(size), rate_(std::move(rate)) {}
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] RateStatus calc_rate(double t, std::span<const double> y, std::span<double> rate) override {
    return rate_(t, y, rate);
  }

 private:
  int size_;
  Rate rate_;
};

/// Any g(t, y), all with one direction.
class FunctionEvents final : public EventFunctions {
 public:
  using Values = std::function<void(double, std::span<const double>, std::span<double>)>;
  FunctionEvents(int count, Crossing direction, Values values)
      : count_(count), direction_(direction), values_(std::move(values)) {}
  [[nodiscard]] int count() const override { return count_; }
  [[nodiscard]] Crossing direction(int) const override { return direction_; }
  void calc(double t, std::span<const double> y, std::span<double> g) override { values_(t, y, g); }

 private:
  int count_;
  Crossing direction_;
  Values values_;
};

/// A planet about a sun at the origin, μ = 1, semi-major axis 1, from its perihelion: y = (x, z | vx, vz).
struct KeplerOrbit final : OdeSystem {
  static constexpr double kEccentricity = 0.3;
  [[nodiscard]] int size() const override { return 4; }
  [[nodiscard]] Partition partition() const override { return {2, 2}; }
  [[nodiscard]] RateStatus calc_rate(double, std::span<const double> y, std::span<double> rate) override {
    const double r = std::hypot(y[0], y[1]);
    rate[0] = y[2];
    rate[1] = y[3];
    rate[2] = -y[0] / (r * r * r);
    rate[3] = -y[1] / (r * r * r);
    return RateStatus::Ok;
  }
  /// From Kepler's equation t = E − e sin E.
  [[nodiscard]] static std::vector<double> exact(double t) {
    constexpr double e = kEccentricity;
    double E = t;
    for (int i = 0; i < 50; ++i) E -= (E - e * std::sin(E) - t) / (1.0 - e * std::cos(E));
    const double E_rate = 1.0 / (1.0 - e * std::cos(E));
    const double b = std::sqrt(1.0 - e * e);
    return {std::cos(E) - e, b * std::sin(E), -std::sin(E) * E_rate, b * std::cos(E) * E_rate};
  }
};

using Quaternion = std::array<double, 4>;  // w, x, y, z

inline Quaternion multiply(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3], a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
}

/// The rotation by the vector `angle` [rad].
inline Quaternion rotate(double x, double y, double z) {
  const double angle = std::sqrt(x * x + y * y + z * z);
  const double scale = angle < 1e-12 ? 0.5 : std::sin(0.5 * angle) / angle;
  return {std::cos(0.5 * angle), scale * x, scale * y, scale * z};
}

/// A symmetric top free of torque: y = (orientation w,x,y,z | angular velocity in the body).
/// Euler's equations give ω = (a cos λt, a sin λt, n) with λ = n (I₃ − I)/I; the angular momentum L stays where it is
/// in space, and  q(t) = exp(t L/I) exp(−λ t e₃)  with L/I = (a, 0, n + λ).
struct SymmetricTop final : OdeSystem {
  static constexpr double a = 0.7, n = 1.1, lambda = -0.6;  // [rad/s]
  [[nodiscard]] int size() const override { return 7; }
  [[nodiscard]] Partition partition() const override { return {4, 3}; }
  [[nodiscard]] RateStatus calc_rate(double, std::span<const double> y, std::span<double> rate) override {
    const Quaternion product = multiply({y[0], y[1], y[2], y[3]}, {0.0, y[4], y[5], y[6]});
    for (std::size_t i = 0; i < 4; ++i) rate[i] = 0.5 * product[i];
    const double spin = lambda / n * y[6];
    rate[4] = -spin * y[5];
    rate[5] = spin * y[4];
    rate[6] = 0.0;
    return RateStatus::Ok;
  }
  void move_positions(std::span<double> q, std::span<const double> v, double h) const override {
    const Quaternion moved = multiply({q[0], q[1], q[2], q[3]}, rotate(h * v[0], h * v[1], h * v[2]));
    std::ranges::copy(moved, q.begin());
  }
  [[nodiscard]] double calc_drift(double, std::span<const double> y) override { return std::abs(norm(y) - 1.0); }
  [[nodiscard]] bool project(double, std::span<double> y) override {
    const double length = norm(y);
    for (std::size_t i = 0; i < 4; ++i) y[i] /= length;
    return true;
  }
  [[nodiscard]] static double norm(std::span<const double> y) {
    return std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
  }
  [[nodiscard]] static std::vector<double> exact(double t) {
    const Quaternion q = multiply(rotate(t * a, 0.0, t * (n + lambda)), rotate(0.0, 0.0, -lambda * t));
    return {q[0], q[1], q[2], q[3], a * std::cos(lambda * t), a * std::sin(lambda * t), n};
  }
};

/// A pendulum of length 1 m held on its circle by a constraint: y = (x, z | vx, vz).
struct CartesianPendulum final : OdeSystem {
  static constexpr double g = 9.81;  // [m/s²]
  [[nodiscard]] int size() const override { return 4; }
  [[nodiscard]] Partition partition() const override { return {2, 2}; }
  [[nodiscard]] RateStatus calc_rate(double, std::span<const double> y, std::span<double> rate) override {
    // p·a = −v² keeps |p| constant.
    const double tension = (y[2] * y[2] + y[3] * y[3] - g * y[1]) / (y[0] * y[0] + y[1] * y[1]);
    rate[0] = y[2];
    rate[1] = y[3];
    rate[2] = -tension * y[0];
    rate[3] = -g - tension * y[1];
    return RateStatus::Ok;
  }
  [[nodiscard]] double calc_drift(double, std::span<const double> y) override {
    return std::max(std::abs(std::hypot(y[0], y[1]) - 1.0), std::abs(y[0] * y[2] + y[1] * y[3]));
  }
  [[nodiscard]] bool project(double, std::span<double> y) override {
    const double length = std::hypot(y[0], y[1]);
    y[0] /= length;
    y[1] /= length;
    const double radial = y[0] * y[2] + y[1] * y[3];
    y[2] -= radial * y[0];
    y[3] -= radial * y[1];
    return true;
  }
  [[nodiscard]] static double energy(std::span<const double> y) { return 0.5 * (y[2] * y[2] + y[3] * y[3]) + g * y[1]; }
};

/// A stiff equation with a smooth solution: ẏ = −k (y − cos t) − sin t, y = cos t.     [prothero1974]
class StiffFollower final : public OdeSystem {
 public:
  explicit StiffFollower(double stiffness) : stiffness_(stiffness) {}
  [[nodiscard]] int size() const override { return 1; }
  [[nodiscard]] RateStatus calc_rate(double t, std::span<const double> y, std::span<double> rate) override {
    rate[0] = -stiffness_ * (y[0] - std::cos(t)) - std::sin(t);
    return RateStatus::Ok;
  }

 private:
  double stiffness_;  // k  [1/s]
};

/// A point that falls: y = (height | speed upwards).
struct FallingPoint final : OdeSystem {
  static constexpr double g = 9.81;  // [m/s²]
  [[nodiscard]] int size() const override { return 2; }
  [[nodiscard]] Partition partition() const override { return {1, 1}; }
  [[nodiscard]] RateStatus calc_rate(double, std::span<const double> y, std::span<double> rate) override {
    rate[0] = y[1];
    rate[1] = -g;
    return RateStatus::Ok;
  }
};

inline double max_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace carom::known_motions
