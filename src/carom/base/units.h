#pragma once

#include <string>
#include <string_view>

namespace carom {

/// What a quantity measures, as exponents of the base units. Exponents need not be whole: a Hertz stiffness has
/// N/m^1.5. Angles count as a dimension of their own, so that degrees are never taken for a length or a plain number.
struct Dimension {
  double length{};  // of m
  double mass{};    // of kg
  double time{};    // of s
  double angle{};   // of rad

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
  friend constexpr Dimension operator*(const Dimension& a, const Dimension& b) {
    return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle};
  }
  friend constexpr Dimension operator/(const Dimension& a, const Dimension& b) {
    return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle};
  }
};

namespace dimensions {
inline constexpr Dimension kNumber{};
inline constexpr Dimension kLength{.length = 1};
inline constexpr Dimension kMass{.mass = 1};
inline constexpr Dimension kTime{.time = 1};
inline constexpr Dimension kAngle{.angle = 1};
inline constexpr Dimension kFrequency = kNumber / kTime;
inline constexpr Dimension kSpeed = kLength / kTime;
inline constexpr Dimension kAngularSpeed = kAngle / kTime;
inline constexpr Dimension kAcceleration = kSpeed / kTime;
inline constexpr Dimension kDensity = kMass / kLength / kLength / kLength;
inline constexpr Dimension kInertia = kMass * kLength * kLength;
inline constexpr Dimension kForce = kMass * kAcceleration;
inline constexpr Dimension kTorque = kForce * kLength;
inline constexpr Dimension kStiffness = kForce / kLength;
inline constexpr Dimension kDamping = kForce / kSpeed;
}  // namespace dimensions

/// "a length"; a dimension without a common name is called "a quantity".
[[nodiscard]] std::string describe_dimension(const Dimension& dimension);

/// Its unit: "m", "N·m/rad"; empty for plain numbers.
[[nodiscard]] std::string unit_of(const Dimension& dimension);

/// Whether a quantity given in one dimension may stand for the other. The radian may be left out where forces are
/// involved (a rotational stiffness in N·m), but not in a rate: 1/s could as well mean turns.
[[nodiscard]] bool is_compatible(const Dimension& given, const Dimension& expected);

/// A number with its unit, in SI; or why the text is none.
struct ParsedQuantity {
  double value{};  // in the SI unit of its dimension
  Dimension dimension{};
  bool has_unit{};
  std::string problem{};  // empty: the text was understood
};

/// Reads "45 deg", "66 g", "-120 deg/s", "2 kg*m^2", "0.5 N·m·s/rad". Units are multiplied by * or · and divided by /,
/// each / dividing by the one unit after it; powers are ^2, ^-1, ^1.5, ² and ³. The same in every locale.
[[nodiscard]] ParsedQuantity parse_quantity(std::string_view text);

}  // namespace carom
