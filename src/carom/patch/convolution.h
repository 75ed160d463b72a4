#pragma once

#include <algorithm>
#include <complex>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include "carom/patch/padded_transform.h"
#include "carom/patch/patch_grid.h"

namespace carom {

/// Sums over all elements of a grid, w_i = Σ_j K(x_i − x_j) z_j, in O(n log n), of two real components at once: z is
/// one plus i times the other. Padded to twice its size the periodic convolution of the transform is the true one;
/// without padding the grid repeats itself. Nothing is allocated once built.
///
/// A frequency k and its opposite −k are known together, and with them both components: z₁ and i z₂ have the
/// transforms (Z(k) ± Z(−k)*)/2. Kernels are even or odd along both axes, so that a quarter of all frequencies tells
/// the rest.
///
/// Rows are transformed first. Then a few pairs of columns, of opposite frequencies along x, are transformed at a time,
/// multiplied by the kernels and transformed back, while they are in the processor's cache: the padded spectrum as a
/// whole is never there.
class Convolution {
 public:
  using Complex = std::complex<double>;
  /// Real and imaginary part: g++ sends complex numbers through memory.
  using Parts = Eigen::Array2d;
  enum class Padding { Twice, None };

  /// Convolutions that share a space need not take as much of the processor's cache.
  using Space = std::shared_ptr<Eigen::ArrayXcd>;
  Convolution(int num_x, int num_y, Padding padding, Space space);

  [[nodiscard]] const PaddedTransform& along_x() const { return along_x_; }
  [[nodiscard]] const PaddedTransform& along_y() const { return along_y_; }

  /// A kernel's spectrum at the frequencies of twice the size that are not negative, column by row, as convolve() takes
  /// it.
  [[nodiscard]] Eigen::ArrayXd arrange(const Eigen::ArrayXXd& spectrum) const;

  /// `load(row, z)` gives the elements of a row, for each row that has any that are not zero; `store(row, w)` takes
  /// those that are wanted. `kernels(i)` gives what multiplies a frequency, i being where arrange() has put the kernels
  /// at the absolute values along x and y: `multiply(sign_x, sign_y, Z(k), Z(−k))` returns W(k), and the signs are
  /// those of k, for kernels that are odd.
  template <class Load, class Kernels, class Store>
  void convolve(PatchRows from, const Load& load, const Kernels& kernels, PatchRows to, const Store& store) {
    for (int row = from.first; row < from.last; ++row) {
      load(row, along_x_.line(0));
      transform_row(row);
    }
    for (int pair = 0; pair < num_pairs(); ++pair) {
      transform_columns(pair, from);
      multiply_columns(static_cast<Eigen::Index>(pair) * along_y_.num_positive(), kernels);
      invert_columns(pair, to);
    }
    for (int row = to.first; row < to.last; ++row) {
      invert_row(row);
      store(row, along_x_.line(0));
    }
  }
  [[nodiscard]] PatchRows all_rows() const { return {.first = 0, .last = along_y_.num()}; }

 private:
  static constexpr int kPairs = 16;  // of columns in a block
  static constexpr int kColumns = 2 * kPairs;

  [[nodiscard]] int num_pairs() const { return along_x_.num_positive(); }
  [[nodiscard]] int num_blocks() const { return (num_pairs() + kPairs - 1) / kPairs; }
  /// The frequencies of a block of columns in a row.
  [[nodiscard]] Complex* find_block(int block, int row) {
    return blocks_->data() + (static_cast<Eigen::Index>(block) * (along_y_.num() + 1) + row) * kColumns;
  }
  void transform_row(int row);
  void invert_row(int row);
  void transform_columns(int pair, PatchRows from);
  void invert_columns(int pair, PatchRows to);

  [[nodiscard]] static Parts read(const Complex& z) {
    return Eigen::Map<const Parts, Eigen::Aligned16>(reinterpret_cast<const double*>(&z));
  }
  static void write(const Parts& parts, Complex& z) {
    Eigen::Map<Parts, Eigen::Aligned16>(reinterpret_cast<double*>(&z)) = parts;
  }
  template <class Kernels>
  void multiply_columns(Eigen::Index at, const Kernels& kernels) {
    Complex *first = along_y_.spectrum(0), *second = along_y_.spectrum(1);
    for (int part = 0; part < along_y_.parts(); ++part, first += along_y_.size(), second += along_y_.size()) {
      const int count = along_y_.num_positive(part), last = along_y_.find_opposite(part, 1) + 1;
      for (int j = 0; j < count; ++j, ++at) {
        const int minus_j = part == 0 && j == 0 ? 0 : last - j;
        const auto multiply = kernels(at);
        const Parts pp = read(first[j]), mm = read(second[minus_j]), pm = read(first[minus_j]), mp = read(second[j]);
        // Where a frequency is its own opposite, what is odd is zero, and both lines say the same.
        write(multiply(1.0, 1.0, pp, mm), first[j]);
        write(multiply(-1.0, -1.0, mm, pp), second[minus_j]);
        write(multiply(1.0, -1.0, pm, mp), first[minus_j]);
        write(multiply(-1.0, 1.0, mp, pm), second[j]);
      }
    }
  }

  PaddedTransform along_x_, along_y_;
  std::vector<int> order_;  // of a row's spectrum in blocks: a frequency, its opposite, the next frequency
  Space blocks_;            // of columns: row after row each
};

}  // namespace carom
