#pragma once

#include <limits>
#include <span>
#include <vector>

namespace carom {

/// A cubic and where it starts: value + slope d + curvature d²/2 + third d³/6 with d = x − start.
struct CubicPiece {
  double start{}, value{}, slope{}, curvature{}, third{};
  int joins{-1};  // derivatives up to this one go on from the piece before, up to rounding; −1: not even the value
};

/// The cubic through (x₀, y₀) with slope d₀ that ends h later at y₁ with slope d₁.
[[nodiscard]] CubicPiece make_hermite_piece(double x, double h, double y0, double y1, double d0, double d1, int joins);

/// Slopes at points (x, y) with which cubics between them rise and fall only where the points do: at an inner point the
/// weighted harmonic mean of the secants on both sides, zero where they differ in sign; zero at the ends, where the
/// values are held, so that the curve has no corner.                                               [fritsch1984]
[[nodiscard]] std::vector<double> calc_monotone_slopes(std::span<const double> x, std::span<const double> y);

/// Cubic pieces one after another, and a constant before the first. The last piece has no end.
///
/// At the start of a piece the function is that piece, so that jumps belong to what follows them. Evaluating searches
/// by halving and allocates nothing.
class PiecewiseCubic {
 public:
  struct Sample {
    double value{};
    double slope{};      // first derivative
    double curvature{};  // second derivative
  };
  /// Where pieces do not join smoothly: the lowest derivative that jumps, 0 for the value itself; 3 for all beyond the
  /// second.
  struct Break {
    double x{std::numeric_limits<double>::infinity()};
    int order{3};
  };

  /// At least one piece, starts strictly increasing, everything finite (asserted).
  PiecewiseCubic(double before, std::vector<CubicPiece> pieces);

  [[nodiscard]] Sample sample(double x) const { return sample(x, x); }
  /// The piece that holds `within`, continued to x: both sides of a jump can be asked for.
  [[nodiscard]] Sample sample(double x, double within) const;
  /// From a ≤ b. Rounds relative to what the pieces between contribute, however far from zero a and b are.
  [[nodiscard]] double integral(double a, double b) const;
  /// The value itself jumps somewhere.
  [[nodiscard]] bool has_jumps() const { return has_jumps_; }
  /// The first after x; at infinity where there is none.
  [[nodiscard]] Break next_break(double x) const;
  /// All of them.
  [[nodiscard]] std::span<const Break> breaks() const { return breaks_; }

 private:
  [[nodiscard]] const CubicPiece& find_piece(double x) const;

  CubicPiece before_;
  std::vector<CubicPiece> pieces_;
  std::vector<Break> breaks_;
  bool has_jumps_{};
};

}  // namespace carom
