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

/// FFTW's plans for one row and one column, and where they are put together. Rows that hold only padding are left out
/// on both ways.
struct Convolution::Plans {
  Plans(int period_x, int period_y)
      : row(PatchField::Zero(period_x)),
        row_spectrum(Spectrum::Zero(period_x / 2 + 1)),
        column(Spectrum::Zero(period_y)),
        column_spectrum(Spectrum::Zero(period_y)) {
    // Not FFTW_MEASURE: plans that depend on measured times would give other bits each time.
    const unsigned how = FFTW_ESTIMATE;
    fftw_complex *of_row = as_fftw(row_spectrum.data()), *of_column = as_fftw(column_spectrum.data());
    along_x = fftw_plan_dft_r2c_1d(period_x, row.data(), of_row, how);
    back_x = fftw_plan_dft_c2r_1d(period_x, of_row, row.data(), how);
    along_y = fftw_plan_dft_1d(period_y, as_fftw(column.data()), of_column, FFTW_FORWARD, how);
    back_y = fftw_plan_dft_1d(period_y, of_column, as_fftw(column.data()), FFTW_BACKWARD, how);
  }
  ~Plans() {
    for (fftw_plan plan : {along_x, along_y, back_x, back_y}) fftw_destroy_plan(plan);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  PatchField row;
  Spectrum row_spectrum, column, column_spectrum;
  fftw_plan along_x{}, along_y{}, back_x{}, back_y{};
};

Convolution::Convolution(const PatchGrid& grid, Padding padding) : grid_(grid) {
  const int times = padding == Padding::Twice ? 2 : 1;
  period_x_ = times * find_fast_size(grid.num_x);
  period_y_ = grid.plane() ? 1 : times * find_fast_size(grid.num_y);
  rows_.fill(Spectrum::Zero(static_cast<Eigen::Index>(half_x()) * grid.num_y));
  columns_.fill(Spectrum::Zero(static_cast<Eigen::Index>(kColumns) * period_y_));
  padded_columns_ = inverted_columns_ = columns_[0];
  plans_ = std::make_unique<Plans>(period_x_, period_y_);
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
  PatchField& padded = plans_->row;
  padded.tail(period_x_ - grid_.num_x).setZero();
  std::complex<double>* rows = rows_[static_cast<std::size_t>(number)].data();
  for (int row = 0; row < grid_.num_y; ++row, rows += half_x()) {
    padded.head(grid_.num_x) = field.segment(row * grid_.num_x, grid_.num_x);
    fftw_execute_dft_r2c(plans_->along_x, padded.data(), as_fftw(rows));
  }
}

void Convolution::read_columns(int number, int first) {
  const std::complex<double>* rows = rows_[static_cast<std::size_t>(number)].data() + first;
  std::complex<double>* columns = columns_[static_cast<std::size_t>(number)].data();
  const int count = num_columns(first);
  // Below the grid these columns are zero, and stay so.
  std::complex<double>* padded = grid_.plane() ? columns : padded_columns_.data();
  for (int row = 0; row < grid_.num_y; ++row, rows += half_x()) {
    for (int column = 0; column < count; ++column) padded[column * period_y_ + row] = rows[column];
  }
  for (int column = 0; column < count && !grid_.plane(); ++column) {
    fftw_execute_dft(plans_->along_y, as_fftw(padded + column * period_y_), as_fftw(columns + column * period_y_));
  }
}

void Convolution::write_columns(int number, int first) {
  std::complex<double>* rows = rows_[static_cast<std::size_t>(number)].data() + first;
  std::complex<double>* columns = columns_[static_cast<std::size_t>(number)].data();
  const int count = num_columns(first);
  std::complex<double>* inverted = grid_.plane() ? columns : inverted_columns_.data();
  for (int column = 0; column < count && !grid_.plane(); ++column) {
    fftw_execute_dft(plans_->back_y, as_fftw(columns + column * period_y_), as_fftw(inverted + column * period_y_));
  }
  for (int row = 0; row < grid_.num_y; ++row, rows += half_x()) {
    for (int column = 0; column < count; ++column) rows[column] = inverted[column * period_y_ + row];
  }
}

void Convolution::invert_rows(int number, PatchField& field) {
  const double scale = 1.0 / (static_cast<double>(period_x_) * period_y_);
  std::complex<double>* rows = rows_[static_cast<std::size_t>(number)].data();
  for (int row = 0; row < grid_.num_y; ++row, rows += half_x()) {
    fftw_execute_dft_c2r(plans_->back_x, as_fftw(rows), plans_->row.data());
    field.segment(row * grid_.num_x, grid_.num_x) = scale * plans_->row.head(grid_.num_x);
  }
}

}  // namespace carom
