#include "carom/patch/convolution.h"

#include <fftw3.h>

namespace carom {

namespace {

/// The least size ≥ n with small prime factors only: those are fast.
int find_fast_size(int n) {
  for (;; ++n) {
    int rest = n;
    for (const int factor : {2, 3, 5}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return n;
  }
}

}  // namespace

/// FFTW's plans and the buffers that they are bound to.
struct Convolution::Plans {
  Plans(int nx, int ny) {
    real = fftw_alloc_real(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
    complex = fftw_alloc_complex(static_cast<std::size_t>(nx / 2 + 1) * static_cast<std::size_t>(ny));
    // Not FFTW_MEASURE: plans that depend on measured times would give other bits each time.
    forward = fftw_plan_dft_r2c_2d(ny, nx, real, complex, FFTW_ESTIMATE);
    backward = fftw_plan_dft_c2r_2d(ny, nx, complex, real, FFTW_ESTIMATE);
  }
  ~Plans() {
    fftw_destroy_plan(forward);
    fftw_destroy_plan(backward);
    fftw_free(real);
    fftw_free(complex);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  double* real{};
  fftw_complex* complex{};
  fftw_plan forward{}, backward{};
};

Convolution::Convolution(const PatchGrid& grid)
    : grid_(grid),
      padded_x_(find_fast_size(2 * grid.num_x)),
      padded_y_(grid.plane() ? 1 : find_fast_size(2 * grid.num_y)),
      spectrum_size_((padded_x_ / 2 + 1) * padded_y_),
      plans_(std::make_unique<Plans>(padded_x_, padded_y_)) {}

Convolution::~Convolution() = default;

Convolution::Spectrum Convolution::transform_kernel(const std::function<double(int, int)>& kernel) {
  Eigen::Map<Eigen::ArrayXXd> padded(plans_->real, padded_x_, padded_y_);
  padded.setZero();
  // Offsets below zero sit at the end of the period.
  for (int row = 1 - grid_.num_y; row < grid_.num_y; ++row) {
    for (int column = 1 - grid_.num_x; column < grid_.num_x; ++column) {
      padded((column + padded_x_) % padded_x_, (row + padded_y_) % padded_y_) = kernel(column, row);
    }
  }
  fftw_execute(plans_->forward);
  return Eigen::Map<const Spectrum>(reinterpret_cast<const std::complex<double>*>(plans_->complex), spectrum_size_);
}

void Convolution::transform(const PatchField& field, Spectrum& spectrum) {
  Eigen::Map<Eigen::ArrayXXd> padded(plans_->real, padded_x_, padded_y_);
  padded.setZero();
  padded.topLeftCorner(grid_.num_x, grid_.num_y) =
      Eigen::Map<const Eigen::ArrayXXd>(field.data(), grid_.num_x, grid_.num_y);
  fftw_execute(plans_->forward);
  spectrum = Eigen::Map<const Spectrum>(reinterpret_cast<const std::complex<double>*>(plans_->complex), spectrum_size_);
}

void Convolution::invert(const Spectrum& spectrum, PatchField& field) {
  Eigen::Map<Spectrum>(reinterpret_cast<std::complex<double>*>(plans_->complex), spectrum_size_) =
      spectrum / static_cast<double>(padded_x_ * padded_y_);
  fftw_execute(plans_->backward);
  Eigen::Map<Eigen::ArrayXXd>(field.data(), grid_.num_x, grid_.num_y) =
      Eigen::Map<const Eigen::ArrayXXd>(plans_->real, padded_x_, padded_y_).topLeftCorner(grid_.num_x, grid_.num_y);
}

}  // namespace carom
