#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <initializer_list>
#include <memory>

#include "carom/patch/patch_grid.h"

namespace carom {

/// Sums over all elements of a grid, u_i = Σ_j K(x_i − x_j) p_j, in O(n log n). Padded to twice its size the periodic
/// convolution of the transform is the true one; without padding the grid repeats itself. Nothing is allocated once
/// built.
///
/// Rows are transformed first. Then a few columns at a time are transformed, multiplied by the kernels and transformed
/// back, while they are in the processor's cache: the padded spectrum as a whole is never there.
class Convolution {
 public:
  /// Column after column of the half that determines the rest.
  using Spectrum = Eigen::ArrayXcd;
  enum class Padding { Twice, None };

  explicit Convolution(const PatchGrid& grid, Padding padding = Padding::Twice);
  ~Convolution();
  Convolution(const Convolution&) = delete;
  Convolution& operator=(const Convolution&) = delete;

  [[nodiscard]] const PatchGrid& grid() const { return grid_; }

  /// Of a kernel given by the offset of its elements (column, row).
  [[nodiscard]] Spectrum transform_kernel(const std::function<double(int, int)>& kernel);
  /// What a kernel's padded spectrum has at the frequencies of the grid without padding.
  [[nodiscard]] Eigen::ArrayXd thin_out(const Eigen::ArrayXd& padded) const;

  /// A part of the spectra of one or two fields: where it begins, and the fields there.
  struct Part {
    Eigen::Index start, size;
    Eigen::Map<Spectrum> first, second;
  };
  /// One or two fields in, one or two out; `multiply` turns each part of what goes in into that of what comes out.
  template <class Multiply>
  void convolve(std::initializer_list<const PatchField*> in, std::initializer_list<PatchField*> out,
                const Multiply& multiply) {
    int field = 0;
    for (const PatchField* from : in) transform_rows(*from, field++);
    for (int column = 0; column < half_x(); column += kColumns) {
      for (field = 0; field < static_cast<int>(in.size()); ++field) read_columns(field, column);
      multiply(make_part(column));
      for (field = 0; field < static_cast<int>(out.size()); ++field) write_columns(field, column);
    }
    field = 0;
    for (PatchField* to : out) invert_rows(field++, *to);
  }

 private:
  struct Plans;
  static constexpr int kColumns = 8;  // at a time

  [[nodiscard]] int half_x() const { return period_x_ / 2 + 1; }
  [[nodiscard]] int num_columns(int first) const { return std::min(kColumns, half_x() - first); }
  [[nodiscard]] Part make_part(int column);
  void transform_rows(const PatchField& field, int number);
  void read_columns(int number, int first);
  void write_columns(int number, int first);
  void invert_rows(int number, PatchField& field);

  PatchGrid grid_;
  int period_x_, period_y_;
  std::unique_ptr<Plans> plans_;
  std::array<Spectrum, 2> rows_, columns_;
  Spectrum padded_columns_, inverted_columns_;
};

}  // namespace carom
