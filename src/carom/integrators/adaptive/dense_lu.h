#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace carom {

/// P A = L U with partial pivoting for the small matrices of an implicit step, real or complex. Eigen's takes several
/// times as long below twenty rows, where its blocks do not pay.
template <class Scalar>
class DenseLu {
 public:
  explicit DenseLu(std::size_t size) : size_(size), values_(size * size), pivots_(size) {}

  /// The matrix, row after row, to be filled before factor().
  [[nodiscard]] Scalar& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }

  /// False where the matrix is singular.
  [[nodiscard]] bool factor() {
    for (std::size_t k = 0; k < size_; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < size_; ++i) {
        if (calc_size(at(i, k)) > calc_size(at(pivot, k))) pivot = i;
      }
      pivots_[k] = pivot;
      if (!(calc_size(at(pivot, k)) > 0.0)) return false;
      if (pivot != k) {
        for (std::size_t j = 0; j < size_; ++j) std::swap(at(k, j), at(pivot, j));
      }
      const Scalar inverse = Scalar(1.0) / at(k, k);
      for (std::size_t i = k + 1; i < size_; ++i) {
        const Scalar part = multiply(at(i, k), inverse);
        at(i, k) = part;
        if (part == Scalar(0.0)) continue;
        for (std::size_t j = k + 1; j < size_; ++j) at(i, j) -= multiply(part, at(k, j));
      }
      at(k, k) = inverse;  // what solve() needs of it
    }
    return true;
  }

  void solve(std::span<Scalar> x) const {
    for (std::size_t k = 0; k < size_; ++k) std::swap(x[k], x[pivots_[k]]);
    for (std::size_t i = 1; i < size_; ++i) {
      for (std::size_t j = 0; j < i; ++j) x[i] -= multiply(values_[i * size_ + j], x[j]);
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t j = i + 1; j < size_; ++j) x[i] -= multiply(values_[i * size_ + j], x[j]);
      x[i] = multiply(x[i], values_[i * size_ + i]);
    }
  }

 private:
  [[nodiscard]] static double calc_size(double x) { return std::abs(x); }
  [[nodiscard]] static double calc_size(const std::complex<double>& x) {
    return std::abs(x.real()) + std::abs(x.imag());
  }
  // The standard's product of complex numbers looks for infinities first.
  [[nodiscard]] static double multiply(double a, double b) { return a * b; }
  [[nodiscard]] static std::complex<double> multiply(const std::complex<double>& a, const std::complex<double>& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }

  std::size_t size_;
  std::vector<Scalar> values_;
  std::vector<std::size_t> pivots_;
};

}  // namespace carom
