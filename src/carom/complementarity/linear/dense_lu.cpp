#include "carom/complementarity/linear/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {
namespace {

// y −= a x
void subtract(int count, double a, const double* __restrict x, double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] -= a * x[i];
}

// y −= a x + b z: one pass over y where two would read and write it twice.
void subtract(int count, double a, const double* __restrict x, double b, const double* __restrict z,
              double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] -= a * x[i] + b * z[i];
}

int find_largest(const double* column, int first, int size) {
  int place = first;
  for (int i = first + 1; i < size; ++i) {
    if (std::abs(column[i]) > std::abs(column[place])) place = i;
  }
  return place;
}

}  // namespace

Eigen::Map<MatrixX> DenseLu::resize(int size) {
  size_ = size;
  values_.resize(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  exchanges_.resize(static_cast<std::size_t>(size));
  return {values_.data(), size, size};
}

// Column after column: each takes the exchanges and the columns of L before it, two at a time, then its own pivot.
void DenseLu::factor() {
  for (int j = 0; j < size_; ++j) {
    double* const own = column(j);
    for (int k = 0; k < j; ++k) std::swap(own[k], own[exchanges_[static_cast<std::size_t>(k)]]);
    int k = 0;
    for (; k + 1 < j; k += 2) {
      const double* const first = column(k);
      const double* const second = column(k + 1);
      own[k + 1] -= own[k] * first[k + 1];
      subtract(size_ - k - 2, own[k], first + k + 2, own[k + 1], second + k + 2, own + k + 2);
    }
    if (k < j) subtract(size_ - k - 1, own[k], column(k) + k + 1, own + k + 1);

    const int pivot = find_largest(own, j, size_);
    exchanges_[static_cast<std::size_t>(j)] = pivot;
    if (pivot != j) {
      for (int i = 0; i <= j; ++i) std::swap(column(i)[j], column(i)[pivot]);
    }
    if (own[j] == 0.0) continue;
    const double inverse = 1.0 / own[j];
    for (int i = j + 1; i < size_; ++i) own[i] *= inverse;
  }
}

void DenseLu::solve(VectorRef x) const {
  for (int k = 0; k < size_; ++k) std::swap(x[k], x[exchanges_[static_cast<std::size_t>(k)]]);
  for (int k = 0; k < size_; ++k) subtract(size_ - k - 1, x[k], column(k) + k + 1, x.data() + k + 1);
  for (int k = size_ - 1; k >= 0; --k) {
    x[k] /= column(k)[k];
    subtract(k, x[k], column(k), x.data());
  }
}

double DenseLu::least_pivot() const {
  double least = HUGE_VAL;
  for (int k = 0; k < size_; ++k) least = std::min(least, std::abs(column(k)[k]));
  return least;
}

}  // namespace carom
