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

fftw_complex* as_fftw(Convolution::Spectrum& spectrum) { return reinterpret_cast<fftw_complex*>(spectrum.data()); }

}  // namespace

/// FFTW's plans, row by row and column by column: rows that hold only padding are left out on both ways.
struct Convolution::Plans {
  Plans(int rows, int period_x, int period_y)
      : padded(static_cast<Eigen::Index>(period_x) * rows),
        scratch(static_cast<Eigen::Index>(period_x / 2 + 1) * period_y) {
    const int half = period_x / 2 + 1;
    // Not FFTW_MEASURE: plans that depend on measured times would give other bits each time.
    const unsigned how = FFTW_ESTIMATE;
    fftw_complex* spectrum = as_fftw(scratch);
    along_x = fftw_plan_many_dft_r2c(1, &period_x, rows, padded.data(), nullptr, 1, period_x, spectrum, nullptr, 1,
                                     half, how);
    back_x = fftw_plan_many_dft_c2r(1, &period_x, rows, spectrum, nullptr, 1, half, padded.data(), nullptr, 1, period_x,
                                    how);
    const auto across = [&](int sign) {
      return fftw_plan_many_dft(1, &period_y, half, spectrum, nullptr, half, 1, spectrum, nullptr, half, 1, sign, how);
    };
    along_y = across(FFTW_FORWARD);
    back_y = across(FFTW_BACKWARD);
  }
  ~Plans() {
    for (fftw_plan plan : {along_x, along_y, back_x, back_y}) fftw_destroy_plan(plan);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  PatchField padded;
  Spectrum scratch;
  fftw_plan along_x{}, along_y{}, back_x{}, back_y{};
};

Convolution::Convolution(const PatchGrid& grid, Padding padding) : grid_(grid) {
  const int times = padding == Padding::Twice ? 2 : 1;
  period_x_ = times * find_fast_size(grid.num_x);
  period_y_ = grid.plane() ? 1 : times * find_fast_size(grid.num_y);
  plans_ = std::make_unique<Plans>(grid.num_y, period_x_, period_y_);
}

Convolution::~Convolution() = default;

Convolution::Spectrum Convolution::transform_kernel(const std::function<double(int, int)>& kernel) {
  Eigen::ArrayXXd periodic = Eigen::ArrayXXd::Zero(period_x_, period_y_);
  // Offsets below zero sit at the end of the period.
  for (int row = 1 - grid_.num_y; row < grid_.num_y; ++row) {
    for (int column = 1 - grid_.num_x; column < grid_.num_x; ++column) {
      periodic((column + period_x_) % period_x_, (row + period_y_) % period_y_) = kernel(column, row);
    }
  }
  Spectrum spectrum = make_spectrum();
  fftw_plan plan = fftw_plan_dft_r2c_2d(period_y_, period_x_, periodic.data(), as_fftw(spectrum), FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
  return spectrum;
}

Eigen::ArrayXd Convolution::thin_out(const Eigen::ArrayXd& padded) const {
  Eigen::ArrayXd thin(spectrum_size());
  const int step_y = grid_.plane() ? 1 : 2;
  for (int row = 0; row < period_y_; ++row) {
    for (int column = 0; column < half_x(); ++column) {
      thin[row * half_x() + column] = padded[step_y * row * (period_x_ + 1) + 2 * column];
    }
  }
  return thin;
}

void Convolution::transform(const PatchField& field, Spectrum& spectrum) {
  Eigen::Map<Eigen::ArrayXXd> padded(plans_->padded.data(), period_x_, grid_.num_y);
  padded.topRows(grid_.num_x) = Eigen::Map<const Eigen::ArrayXXd>(field.data(), grid_.num_x, grid_.num_y);
  padded.bottomRows(period_x_ - grid_.num_x).setZero();
  fftw_execute_dft_r2c(plans_->along_x, plans_->padded.data(), as_fftw(spectrum));
  if (grid_.plane()) return;
  spectrum.tail(half_x() * (period_y_ - grid_.num_y)).setZero();
  fftw_execute_dft(plans_->along_y, as_fftw(spectrum), as_fftw(spectrum));
}

void Convolution::invert(Spectrum& spectrum, PatchField& field) {
  if (!grid_.plane()) fftw_execute_dft(plans_->back_y, as_fftw(spectrum), as_fftw(spectrum));
  fftw_execute_dft_c2r(plans_->back_x, as_fftw(spectrum), plans_->padded.data());
  Eigen::Map<Eigen::ArrayXXd>(field.data(), grid_.num_x, grid_.num_y) =
      Eigen::Map<const Eigen::ArrayXXd>(plans_->padded.data(), period_x_, grid_.num_y).topRows(grid_.num_x) /
      (static_cast<double>(period_x_) * period_y_);
}

}  // namespace carom
