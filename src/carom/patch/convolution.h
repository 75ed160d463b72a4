#pragma once

#include <complex>
#include <functional>
#include <memory>

#include "carom/patch/patch_grid.h"

namespace carom {

/// Sums over all elements of a grid, u_i = Σ_j K(x_i − x_j) p_j, in O(n log n). Padded to twice its size the periodic
/// convolution of the transform is the true one; without padding the grid repeats itself. Nothing is allocated once
/// built.
class Convolution {
 public:
  /// Row after row of the half that determines the rest.
  using Spectrum = Eigen::ArrayXcd;
  enum class Padding { Twice, None };

  explicit Convolution(const PatchGrid& grid, Padding padding = Padding::Twice);
  ~Convolution();
  Convolution(const Convolution&) = delete;
  Convolution& operator=(const Convolution&) = delete;

  /// Of a kernel given by the offset of its elements (column, row).
  [[nodiscard]] Spectrum transform_kernel(const std::function<double(int, int)>& kernel);
  /// What a kernel's padded spectrum has at the frequencies of the grid without padding.
  [[nodiscard]] Eigen::ArrayXd thin_out(const Eigen::ArrayXd& padded) const;
  [[nodiscard]] Spectrum make_spectrum() const { return Spectrum::Zero(spectrum_size()); }

  void transform(const PatchField& field, Spectrum& spectrum);
  /// Destroys the spectrum.
  void invert(Spectrum& spectrum, PatchField& field);

 private:
  struct Plans;

  [[nodiscard]] int half_x() const { return period_x_ / 2 + 1; }
  [[nodiscard]] int spectrum_size() const { return half_x() * period_y_; }

  PatchGrid grid_;
  int period_x_, period_y_;
  std::unique_ptr<Plans> plans_;
};

}  // namespace carom
