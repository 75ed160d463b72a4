#pragma once

#include <cmath>

#include <Eigen/Core>

namespace carom::testing_support {

/// A function of time at one moment with its first two derivatives, and the rules that differentiate what is computed
/// from it. Unlike a finite difference it has no truncation error: what it is compared with must agree to round-off.
struct Jet {
  double value{};
  double rate{};
  double acceleration{};

  Jet() = default;
  Jet(double constant) : value(constant) {}  // NOLINT: a constant is a jet
  Jet(double value_in, double rate_in, double acceleration_in)
      : value(value_in), rate(rate_in), acceleration(acceleration_in) {}

  Jet& operator+=(const Jet& b) { return *this = {value + b.value, rate + b.rate, acceleration + b.acceleration}; }
  Jet& operator-=(const Jet& b) { return *this = {value - b.value, rate - b.rate, acceleration - b.acceleration}; }
  Jet& operator*=(const Jet& b) {
    return *this = {value * b.value, rate * b.value + value * b.rate,
                    acceleration * b.value + 2.0 * rate * b.rate + value * b.acceleration};
  }

  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator*(Jet a, const Jet& b) { return a *= b; }
  friend Jet operator-(const Jet& a) { return {-a.value, -a.rate, -a.acceleration}; }
};

/// f(x(t)) from f, f' and f'' at x.
inline Jet chain(const Jet& x, double f, double df, double ddf) {
  return {f, df * x.rate, df * x.acceleration + ddf * x.rate * x.rate};
}
inline Jet sin(const Jet& x) { return chain(x, std::sin(x.value), std::cos(x.value), -std::sin(x.value)); }
inline Jet cos(const Jet& x) { return chain(x, std::cos(x.value), -std::sin(x.value), -std::cos(x.value)); }
inline Jet sqrt(const Jet& x) {
  const double root = std::sqrt(x.value);
  return chain(x, root, 0.5 / root, -0.25 / (root * x.value));
}
inline Jet operator/(const Jet& a, const Jet& b) {
  const double inverse = 1.0 / b.value;
  return a * chain(b, inverse, -inverse * inverse, 2.0 * inverse * inverse * inverse);
}

using JetVector3 = Eigen::Matrix<Jet, 3, 1>;
using JetMatrix3 = Eigen::Matrix<Jet, 3, 3>;

template <class Derived>
auto value_of(const Eigen::MatrixBase<Derived>& m) {
  return m.unaryExpr([](const Jet& x) { return x.value; }).eval();
}
template <class Derived>
auto rate_of(const Eigen::MatrixBase<Derived>& m) {
  return m.unaryExpr([](const Jet& x) { return x.rate; }).eval();
}
template <class Derived>
auto acceleration_of(const Eigen::MatrixBase<Derived>& m) {
  return m.unaryExpr([](const Jet& x) { return x.acceleration; }).eval();
}

}  // namespace carom::testing_support

template <>
struct Eigen::NumTraits<carom::testing_support::Jet> : Eigen::NumTraits<double> {
  using Real = carom::testing_support::Jet;
  using NonInteger = carom::testing_support::Jet;
  using Nested = carom::testing_support::Jet;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 3,
    AddCost = 3,
    MulCost = 9
  };
};
