#pragma once

#include <functional>

#include <Eigen/Core>

namespace carom {

/// Whether a kernel changes its sign with that of an offset.
struct KernelParity {
  bool odd_x{}, odd_y{};
};

/// Transform of a kernel given by the offset of two elements (column, row) ≥ 0, over a period of twice `size` each way
/// with zeros beyond offsets of `num`: at frequencies from 0 to `size`, column by row. Of one row, along x only. A
/// kernel that is odd along one axis has an imaginary spectrum, of which this is the imaginary part; all others are
/// real.
[[nodiscard]] Eigen::ArrayXXd transform_kernel(const std::function<double(int, int)>& kernel, KernelParity parity,
                                               Eigen::Array2i num, Eigen::Array2i size);

}  // namespace carom
