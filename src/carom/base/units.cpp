#include "carom/base/units.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"

namespace carom {
namespace {

using namespace dimensions;

struct Unit {
  std::string_view symbol;
  double factor{};  // to SI
  Dimension dimension{};
  bool takes_prefix{};  // km, ms, GPa
};

constexpr double kTurn = 2.0 * std::numbers::pi;  // [rad]
constexpr Dimension kPressure = kForce / kLength / kLength;
constexpr Dimension kPower = kTorque / kTime;

constexpr std::array kUnits{
    Unit{"m", 1.0, kLength, true},
    Unit{"g", 1e-3, kMass, true},
    Unit{"t", 1e3, kMass, false},
    Unit{"s", 1.0, kTime, true},
    Unit{"min", 60.0, kTime, false},
    Unit{"h", 3600.0, kTime, false},
    Unit{"rad", 1.0, kAngle, true},
    Unit{"deg", kTurn / 360.0, kAngle, false},
    Unit{"°", kTurn / 360.0, kAngle, false},
    Unit{"rev", kTurn, kAngle, false},
    Unit{"rpm", kTurn / 60.0, kAngularSpeed, false},
    Unit{"Hz", 1.0, kFrequency, true},
    Unit{"N", 1.0, kForce, true},
    Unit{"J", 1.0, kTorque, true},
    Unit{"W", 1.0, kPower, true},
    Unit{"Pa", 1.0, kPressure, true},
    Unit{"1", 1.0, kNumber, false},
    Unit{"%", 1e-2, kNumber, false},
};

struct Prefix {
  std::string_view symbol;
  double factor{};
};
// Both signs for micro: U+00B5 (keyboards) and U+03BC (the letter).
constexpr std::array kPrefixes{Prefix{"n", 1e-9},      Prefix{"u", 1e-6}, Prefix{"\u00b5", 1e-6},
                               Prefix{"\u03bc", 1e-6}, Prefix{"m", 1e-3}, Prefix{"c", 1e-2},
                               Prefix{"k", 1e3},       Prefix{"M", 1e6},  Prefix{"G", 1e9}};

struct NamedDimension {
  Dimension dimension{};
  std::string_view name;
  std::string_view unit;
};
constexpr std::array kNamedDimensions{
    NamedDimension{kNumber, "a number without unit", ""},
    NamedDimension{kLength, "a length", "m"},
    NamedDimension{kMass, "a mass", "kg"},
    NamedDimension{kTime, "a time", "s"},
    NamedDimension{kAngle, "an angle", "rad"},
    NamedDimension{kFrequency, "a frequency", "Hz"},
    NamedDimension{kSpeed, "a speed", "m/s"},
    NamedDimension{kAngularSpeed, "an angular velocity", "rad/s"},
    NamedDimension{kAcceleration, "an acceleration", "m/s²"},
    NamedDimension{kAngularSpeed / kTime, "an angular acceleration", "rad/s²"},
    NamedDimension{kLength * kLength, "an area", "m²"},
    NamedDimension{kLength * kLength * kLength, "a volume", "m³"},
    NamedDimension{kDensity, "a density", "kg/m³"},
    NamedDimension{kInertia, "a moment of inertia", "kg·m²"},
    NamedDimension{kForce, "a force", "N"},
    NamedDimension{kTorque, "a torque or an energy", "N·m"},
    NamedDimension{kPower, "a power", "W"},
    NamedDimension{kPressure, "a pressure", "Pa"},
    NamedDimension{kStiffness, "a stiffness", "N/m"},
    NamedDimension{kDamping, "a damping", "N·s/m"},
    NamedDimension{kTorque / kAngle, "a rotational stiffness", "N·m/rad"},
    NamedDimension{kTorque / kAngularSpeed, "a rotational damping", "N·m·s/rad"},
    NamedDimension{kLength / kAngle, "a pitch", "m/rad"},
    NamedDimension{kTime / kLength, "an inverse speed", "s/m"},
    NamedDimension{kTime / kAngle, "an inverse angular velocity", "s/rad"},
};

const NamedDimension* find_named(const Dimension& dimension) {
  for (const NamedDimension& named : kNamedDimensions) {
    if (named.dimension == dimension) return &named;
  }
  return nullptr;
}

Dimension raise(const Dimension& d, double power) {
  return {d.length * power, d.mass * power, d.time * power, d.angle * power};
}

const Unit* find_unit(std::string_view symbol) {
  for (const Unit& unit : kUnits) {
    if (unit.symbol == symbol) return &unit;
  }
  return nullptr;
}

// "mm": no unit itself, but a prefix before one. A whole symbol wins: "min" is no milli-inch.
std::optional<Unit> resolve_symbol(std::string_view symbol) {
  if (const Unit* unit = find_unit(symbol)) return *unit;
  for (const Prefix& prefix : kPrefixes) {
    if (!symbol.starts_with(prefix.symbol)) continue;
    const Unit* unit = find_unit(symbol.substr(prefix.symbol.size()));
    if (unit != nullptr && unit->takes_prefix) return Unit{symbol, prefix.factor * unit->factor, unit->dimension, true};
  }
  return std::nullopt;
}

std::string suggest_symbol(std::string_view symbol) {
  std::vector<std::string> known{"mm", "kg", "ms"};
  for (const Unit& unit : kUnits) known.emplace_back(unit.symbol);
  return make_suggestion(symbol, known);
}

void skip_spaces(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

bool skip(std::string_view& text, std::string_view token) {
  if (!text.starts_with(token)) return false;
  text.remove_prefix(token.size());
  return true;
}

// std::from_chars takes no plus sign, and "inf" or "nan" are no quantities.
bool read_number(std::string_view& text, double& value) {
  std::string_view digits = text;
  skip(digits, "+");
  const std::size_t first = digits.starts_with("-") ? 1 : 0;
  if (digits.size() <= first || !(digits[first] == '.' || (digits[first] >= '0' && digits[first] <= '9'))) return false;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{}) return false;
  text = digits.substr(static_cast<std::size_t>(end - digits.data()));
  return true;
}

// One unit with its power; the text starts with its symbol.
void read_factor(std::string_view& text, bool divides, ParsedQuantity& quantity) {
  std::size_t length = 0;
  while (length < text.size() && std::string_view(" \t*/^").find(text[length]) == std::string_view::npos &&
         !text.substr(length).starts_with("·") && !text.substr(length).starts_with("²") &&
         !text.substr(length).starts_with("³")) {
    ++length;
  }
  const std::string_view symbol = text.substr(0, length);
  text.remove_prefix(length);
  const std::optional<Unit> unit = resolve_symbol(symbol);
  if (!unit) {
    quantity.problem =
        symbol.empty() ? "a unit is missing" : fmt::format("unknown unit '{}'{}", symbol, suggest_symbol(symbol));
    return;
  }
  double power = 1.0;
  if (skip(text, "²")) {
    power = 2.0;
  } else if (skip(text, "³")) {
    power = 3.0;
  } else if (skip(text, "^") && (!read_number(text, power) || std::abs(power) > 10.0)) {
    quantity.problem = fmt::format("the power after '{}^' must be a number of at most 10", symbol);
    return;
  }
  if (divides) power = -power;
  quantity.value *= std::pow(unit->factor, power);
  quantity.dimension = quantity.dimension * raise(unit->dimension, power);
}

}  // namespace

std::string describe_dimension(const Dimension& dimension) {
  const NamedDimension* named = find_named(dimension);
  return std::string(named != nullptr ? named->name : "a quantity");
}

std::string unit_of(const Dimension& dimension) {
  if (const NamedDimension* named = find_named(dimension)) return std::string(named->unit);
  // Forces read better than their base units: N first, then what is left over.
  std::string text;
  Dimension rest = dimension;
  const auto append = [&text](std::string_view symbol, double power) {
    if (power == 0.0) return;
    text += text.empty() ? "" : "·";
    text += power == 1.0 ? std::string(symbol) : fmt::format("{}^{}", symbol, power);
  };
  if (rest.mass == 1.0 && rest.time <= -1.0) {
    append("N", 1.0);
    rest = rest / kForce;
  }
  append("kg", rest.mass);
  append("m", rest.length);
  append("s", rest.time);
  append("rad", rest.angle);
  return text;
}

bool is_compatible(const Dimension& given, const Dimension& expected) {
  if (given == expected) return true;
  const bool has_force = given.mass != 0.0 && expected.mass != 0.0;
  return has_force && given.length == expected.length && given.mass == expected.mass && given.time == expected.time &&
         given.angle == 0.0;
}

ParsedQuantity parse_quantity(std::string_view text) {
  ParsedQuantity quantity;
  skip_spaces(text);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  if (!read_number(text, quantity.value)) {
    quantity.problem = "it does not start with a number";
    return quantity;
  }
  skip_spaces(text);
  bool divides = skip(text, "/");
  while (!text.empty() && quantity.problem.empty()) {
    quantity.has_unit = true;
    skip_spaces(text);
    read_factor(text, divides, quantity);
    skip_spaces(text);
    if (text.empty() || !quantity.problem.empty()) break;
    divides = skip(text, "/");
    if (!divides && !skip(text, "*") && !skip(text, "·")) {
      quantity.problem = fmt::format("'{}' cannot follow a unit; multiply by * and divide by /", text);
    } else if (text.empty()) {
      quantity.problem = "a unit is missing";
    }
  }
  if (quantity.problem.empty() && !std::isfinite(quantity.value)) quantity.problem = "it is too large";
  return quantity;
}

}  // namespace carom
