#pragma once

#include <complex>
#include <memory>
#include <vector>

#include <Eigen/Core>

namespace carom {

/// Fourier transforms of a few lines of numbers at a time, alone or followed by as many zeros.
///
/// With zeros it is two transforms of the plain size: even frequencies 2j are those of the line itself, odd ones 2j + 1
/// those of the line turned by exp(−iπn/size). That saves the first stage of a transform of twice the size, its memory,
/// and reading zeros. Part 0 of a spectrum has the even frequencies (without zeros: all), part 1 the odd ones.
class PaddedTransform {
 public:
  using Complex = std::complex<double>;

  /// For `lines` of `num` values. Their transform has the next even size with small prime factors, which are fast; that
  /// of a single value is itself.
  PaddedTransform(int lines, int num, bool padded);
  ~PaddedTransform();
  PaddedTransform(const PaddedTransform&) = delete;
  PaddedTransform& operator=(const PaddedTransform&) = delete;

  [[nodiscard]] int num() const { return num_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int parts() const { return parts_; }
  /// Of a whole spectrum.
  [[nodiscard]] int period() const { return parts_ * size_; }

  /// Frequencies of a part that are not negative, from 0 on; and where the negative of one is.
  [[nodiscard]] int num_positive(int part) const { return size_ == 1 ? 1 : size_ / 2 + (part == 0 ? 1 : 0); }
  [[nodiscard]] int find_opposite(int part, int j) const { return part == 1 ? size_ - 1 - j : j == 0 ? 0 : size_ - j; }
  /// Frequencies that are not negative, of all parts.
  [[nodiscard]] int num_positive() const { return parts_ == 2 ? size_ + 1 : num_positive(0); }

  /// Of one line; `size` numbers.
  [[nodiscard]] Complex* line(int which) { return lines_.data() + which * period(); }
  /// All parts, one after the other.
  [[nodiscard]] Complex* spectrum(int which) { return spectra_.data() + which * period(); }

  /// From the first `num` numbers of each line to its spectrum.
  void transform();
  /// Back, times period().
  void invert();

 private:
  struct Plans;
  /// Of a number by an angle: z (cos + i sin) = real z + imag (Im z, Re z), by components.
  struct Turn {
    Eigen::Array2d real, imag;
  };

  int num_lines_, num_, size_, parts_;
  std::vector<Turn> turn_;
  Eigen::ArrayXcd lines_;  // each followed by what it is when turned
  Eigen::ArrayXcd spectra_;
  std::unique_ptr<Plans> plans_;
};

}  // namespace carom
