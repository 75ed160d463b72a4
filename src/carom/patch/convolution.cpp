#include "carom/patch/convolution.h"

#include <fftw3.h>

namespace carom {

namespace {

/// The least even size ≥ n with small prime factors only: those are fast.
int find_fast_size(int n) {
  for (n += n % 2;; n += 2) {
    int rest = n;
    for (const int factor : {2, 3, 5}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return n;
  }
}

fftw_complex* as_fftw(std::complex<double>* values) { return reinterpret_cast<fftw_complex*>(values); }

}  // namespace

/// FFTW's plans: all rows at once, and one column. Rows that hold only padding are left out on both ways.
struct Convolution::Plans {
  Plans(int rows, int period_x, int period_y, Spectrum& spectrum, Spectrum& columns)
      : padded(static_cast<Eigen::Index>(period_x) * rows) {
    const int half = period_x / 2 + 1;
    // Not FFTW_MEASURE: plans that depend on measured times would give other bits each time.
    const unsigned how = FFTW_ESTIMATE;
    fftw_complex *of_rows = as_fftw(spectrum.data()), *of_column = as_fftw(columns.data());
    along_x =
        fftw_plan_many_dft_r2c(1, &period_x, rows, padded.data(), nullptr, 1, period_x, of_rows, nullptr, 1, half, how);
    back_x =
        fftw_plan_many_dft_c2r(1, &period_x, rows, of_rows, nullptr, 1, half, padded.data(), nullptr, 1, period_x, how);
    along_y = fftw_plan_dft_1d(period_y, of_column, of_column, FFTW_FORWARD, how);
    back_y = fftw_plan_dft_1d(period_y, of_column, of_column, FFTW_BACKWARD, how);
  }
  ~Plans() {
    for (fftw_plan plan : {along_x, along_y, back_x, back_y}) fftw_destroy_plan(plan);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  PatchField padded;
  fftw_plan along_x{}, along_y{}, back_x{}, back_y{};
};

Convolution::Convolution(const PatchGrid& grid, Padding padding) : grid_(grid) {
  const int times = padding == Padding::Twice ? 2 : 1;
  period_x_ = times * find_fast_size(grid.num_x);
  period_y_ = grid.plane() ? 1 : times * find_fast_size(grid.num_y);
  rows_.fill(Spectrum::Zero(static_cast<Eigen::Index>(half_x()) * grid.num_y));
  columns_.fill(Spectrum::Zero(static_cast<Eigen::Index>(kColumns) * period_y_));
  plans_ = std::make_unique<Plans>(grid.num_y, period_x_, period_y_, rows_[0], columns_[0]);
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
  Eigen::ArrayXXcd by_rows(half_x(), period_y_);
  fftw_plan plan = fftw_plan_dft_r2c_2d(period_y_, period_x_, periodic.data(), as_fftw(by_rows.data()), FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
  const Eigen::ArrayXXcd by_columns = by_rows.transpose();
  return Eigen::Map<const Spectrum>(by_columns.data(), by_columns.size());
}

Eigen::ArrayXd Convolution::thin_out(const Eigen::ArrayXd& padded) const {
  Eigen::ArrayXd thin(static_cast<Eigen::Index>(half_x()) * period_y_);
  const int times_y = grid_.plane() ? 1 : 2;
  for (int column = 0; column < half_x(); ++column) {
    for (int row = 0; row < period_y_; ++row) {
      thin[column * period_y_ + row] = padded[2 * column * times_y * period_y_ + times_y * row];
    }
  }
  return thin;
}

Convolution::Part Convolution::make_part(int column) {
  const Eigen::Index size = static_cast<Eigen::Index>(num_columns(column)) * period_y_;
  return {static_cast<Eigen::Index>(column) * period_y_, size, {columns_[0].data(), size}, {columns_[1].data(), size}};
}

void Convolution::transform_rows(const PatchField& field, int number) {
  Eigen::Map<Eigen::ArrayXXd> padded(plans_->padded.data(), period_x_, grid_.num_y);
  padded.topRows(grid_.num_x) = Eigen::Map<const Eigen::ArrayXXd>(field.data(), grid_.num_x, grid_.num_y);
  padded.bottomRows(period_x_ - grid_.num_x).setZero();
  fftw_execute_dft_r2c(plans_->along_x, plans_->padded.data(), as_fftw(rows_[static_cast<std::size_t>(number)].data()));
}

void Convolution::read_columns(int number, int first) {
  const std::complex<double>* rows = rows_[static_cast<std::size_t>(number)].data() + first;
  std::complex<double>* columns = columns_[static_cast<std::size_t>(number)].data();
  const int count = num_columns(first);
  for (int row = 0; row < grid_.num_y; ++row, rows += half_x()) {
    for (int column = 0; column < count; ++column) columns[column * period_y_ + row] = rows[column];
  }
  if (grid_.plane()) return;
  for (int column = 0; column < count; ++column, columns += period_y_) {
    std::fill(columns + grid_.num_y, columns + period_y_, 0.0);
    fftw_execute_dft(plans_->along_y, as_fftw(columns), as_fftw(columns));
  }
}

void Convolution::write_columns(int number, int first) {
  std::complex<double>* rows = rows_[static_cast<std::size_t>(number)].data() + first;
  std::complex<double>* columns = columns_[static_cast<std::size_t>(number)].data();
  const int count = num_columns(first);
  for (int column = 0; column < count && !grid_.plane(); ++column) {
    fftw_complex* one = as_fftw(columns + column * period_y_);
    fftw_execute_dft(plans_->back_y, one, one);
  }
  for (int row = 0; row < grid_.num_y; ++row, rows += half_x()) {
    for (int column = 0; column < count; ++column) rows[column] = columns[column * period_y_ + row];
  }
}

void Convolution::invert_rows(int number, PatchField& field) {
  fftw_execute_dft_c2r(plans_->back_x, as_fftw(rows_[static_cast<std::size_t>(number)].data()), plans_->padded.data());
  Eigen::Map<Eigen::ArrayXXd>(field.data(), grid_.num_x, grid_.num_y) =
      Eigen::Map<const Eigen::ArrayXXd>(plans_->padded.data(), period_x_, grid_.num_y).topRows(grid_.num_x) /
      (static_cast<double>(period_x_) * period_y_);
}

}  // namespace carom
