#include "carom/patch/padded_transform.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fftw3.h>

namespace carom {

namespace {

int find_fast_size(int num) {
  if (num == 1) return 1;
  for (int size = num + num % 2;; size += 2) {
    int rest = size;
    for (const int factor : {2, 3, 5}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return size;
  }
}

/// Real and imaginary part: products of complex numbers would look for infinities.
using Parts = Eigen::Array2d;
using Aligned = Eigen::Map<Parts, Eigen::Aligned16>;

fftw_complex* as_fftw(Eigen::ArrayXcd& values) { return reinterpret_cast<fftw_complex*>(values.data()); }

}  // namespace

struct PaddedTransform::Plans {
  Plans(int count, int size, Eigen::ArrayXcd& lines, Eigen::ArrayXcd& spectra)
      : forward(plan(count, size, lines, spectra, FFTW_FORWARD)),
        back(plan(count, size, spectra, lines, FFTW_BACKWARD)) {}
  ~Plans() {
    fftw_destroy_plan(forward);
    fftw_destroy_plan(back);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  static fftw_plan plan(int count, int size, Eigen::ArrayXcd& from, Eigen::ArrayXcd& to, int sign) {
    // Not FFTW_MEASURE: plans that depend on measured times would give other bits each time.
    return fftw_plan_many_dft(1, &size, count, as_fftw(from), nullptr, 1, size, as_fftw(to), nullptr, 1, size, sign,
                              FFTW_ESTIMATE);
  }

  fftw_plan forward, back;
};

PaddedTransform::PaddedTransform(int lines, int num, bool padded)
    : num_lines_(lines), num_(num), size_(find_fast_size(num)), parts_(padded && num > 1 ? 2 : 1) {
  lines_.setZero(static_cast<Eigen::Index>(lines) * period());
  spectra_ = lines_;
  plans_ = std::make_unique<Plans>(lines * parts_, size_, lines_, spectra_);
  for (int n = 0; n < num_; ++n) {
    const double angle = -std::numbers::pi * n / size_, c = std::cos(angle), s = std::sin(angle);
    turn_.push_back({.real = {c, c}, .imag = {-s, s}});
  }
}

PaddedTransform::~PaddedTransform() = default;

void PaddedTransform::transform() {
  for (int which = 0; which < num_lines_; ++which) {
    double* plain = reinterpret_cast<double*>(line(which));
    std::fill_n(plain + 2 * num_, 2 * (size_ - num_), 0.0);
    if (parts_ == 1) continue;
    double* turned = plain + 2 * size_;
    for (int n = 0; n < num_; ++n) {
      const Parts z = Aligned(plain + 2 * n);
      Aligned(turned + 2 * n) = turn_[n].real * z + turn_[n].imag * z.reverse();
    }
    std::fill_n(turned + 2 * num_, 2 * (size_ - num_), 0.0);
  }
  fftw_execute(plans_->forward);
}

void PaddedTransform::invert() {
  fftw_execute(plans_->back);
  for (int which = 0; which < num_lines_ && parts_ == 2; ++which) {
    double *plain = reinterpret_cast<double*>(line(which)), *turned = plain + 2 * size_;
    for (int n = 0; n < num_; ++n) {
      const Parts z = Aligned(turned + 2 * n);
      Aligned(plain + 2 * n) += turn_[n].real * z - turn_[n].imag * z.reverse();
    }
  }
}

}  // namespace carom
