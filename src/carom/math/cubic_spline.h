#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace carom {

/// What a spline is outside its table.
enum class SplineExtension {
  Hold,   // the end value, with zero derivatives
  Linear  // the tangent at the end
};

/// First derivatives prescribed at both ends of a table.
struct EndSlopes {
  double first{};
  double last{};
};

/// The cubic spline with continuous second derivative through the points (xᵢ, yᵢ).
///
/// Evaluating it searches the table by halving and allocates nothing.
class CubicSpline {
 public:
  struct Sample {
    double value{};
    double slope{};      // first derivative
    double curvature{};  // second derivative
  };

  /// At least two points, x strictly increasing, everything finite (asserted). Without end slopes the spline is
  /// natural: its second derivative is zero at both ends.
  CubicSpline(std::span<const double> x, std::span<const double> y, std::optional<EndSlopes> slopes,
              SplineExtension extension);

  [[nodiscard]] Sample sample(double x) const;

  /// The point that starts a piece, and the Taylor coefficients there. The last knot starts no piece; its third
  /// derivative is zero.
  struct Knot {
    double x{}, value{}, slope{}, curvature{}, third{};
  };
  [[nodiscard]] std::span<const Knot> knots() const { return knots_; }

 private:
  [[nodiscard]] Sample extend(const Knot& end, double x) const;

  std::vector<Knot> knots_;
  SplineExtension extension_{};
};

}  // namespace carom
