#include "carom/patch/kernel_spectrum.h"

#include <fftw3.h>

namespace carom {

namespace {

/// Lines of values at 0 … size in place: sums of cosines, or of sines, whose ends are zero and stay so.
struct Lines {
  int size, stride, count, distance;

  void transform(double* values, bool odd) const {
    const int num = odd ? size - 1 : size + 1;
    if (num < 1) return;
    const fftw_r2r_kind kind = odd ? FFTW_RODFT00 : FFTW_REDFT00;
    double* first = values + (odd ? stride : 0);
    fftw_plan plan = fftw_plan_many_r2r(1, &num, count, first, nullptr, stride, distance, first, nullptr, stride,
                                        distance, &kind, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
  }
};

}  // namespace

Eigen::ArrayXXd transform_kernel(const std::function<double(int, int)>& kernel, KernelParity parity, Eigen::Array2i num,
                                 Eigen::Array2i size) {
  const bool plane = num.y() == 1;
  const int columns = size.x() + 1, rows = plane ? 1 : size.y() + 1;
  Eigen::ArrayXXd spectrum = Eigen::ArrayXXd::Zero(columns, rows);
  for (int row = parity.odd_y ? 1 : 0; row < num.y(); ++row) {
    for (int column = parity.odd_x ? 1 : 0; column < num.x(); ++column) spectrum(column, row) = kernel(column, row);
  }
  Lines{.size = size.x(), .stride = 1, .count = rows, .distance = columns}.transform(spectrum.data(), parity.odd_x);
  if (!plane) {
    Lines{.size = size.y(), .stride = columns, .count = columns, .distance = 1}.transform(spectrum.data(),
                                                                                          parity.odd_y);
  }
  // Each sum of sines comes with a factor −i.
  return parity.odd_x || parity.odd_y ? Eigen::ArrayXXd(-spectrum) : spectrum;
}

}  // namespace carom
