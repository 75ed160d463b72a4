#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "carom/patch/patch_grid.h"

namespace carom {

/// Sums over all elements of a grid, u_i = Σ_j K(x_i − x_j) p_j, in O(n log n): the grid is padded to twice its size so
/// that the periodic convolution of the transform is the true one. Nothing is allocated once built.
class Convolution {
 public:
  using Spectrum = Eigen::ArrayXcd;

  explicit Convolution(const PatchGrid& grid);
  ~Convolution();
  Convolution(const Convolution&) = delete;
  Convolution& operator=(const Convolution&) = delete;

  /// Of a kernel given by the offset of its elements (column, row).
  [[nodiscard]] Spectrum transform_kernel(const std::function<double(int, int)>& kernel);
  [[nodiscard]] Spectrum make_spectrum() const { return Spectrum::Zero(spectrum_size_); }

  void transform(const PatchField& field, Spectrum& spectrum);
  /// Overwrites the spectrum's copy in the plan's buffer, not the argument.
  void invert(const Spectrum& spectrum, PatchField& field);

 private:
  struct Plans;

  PatchGrid grid_;
  int padded_x_, padded_y_;
  int spectrum_size_;
  std::unique_ptr<Plans> plans_;
};

}  // namespace carom
