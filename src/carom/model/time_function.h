#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/math/cubic_spline.h"

namespace carom {

/// The forms a function of time can take. Values are in the unit of what they drive: rad or m for a joint, N for a
/// force.
namespace time_functions {

struct Constant {
  double value{};
};

/// offset + speed t
struct ConstantSpeed {
  double offset{};
  double speed{};  // [unit/s]
};

/// offset + amplitude sin(ω t + φ)
struct Sine {
  double offset{};
  double amplitude{};
  double angular_frequency{};  // ω  [rad/s]
  double phase{};              // φ  [rad]
};

/// c₀ + c₁ t + c₂ t² + …
struct Polynomial {
  std::vector<double> coefficients;  // cᵢ  [unit/sⁱ]
};

/// The cubic spline with continuous acceleration through a table, held constant before and after it.
///
/// By default it starts and ends at rest, so that its rate is continuous for all time. Other end rates, or a natural
/// spline (no value: zero acceleration at both ends), fit a table that covers the whole run.
struct Table {
  std::vector<double> times;                        // at least two, increasing  [s]
  std::vector<double> values;                       // one for each time
  std::optional<EndSlopes> end_rates{EndSlopes{}};  // [unit/s]
};

}  // namespace time_functions

/// What a function of time is at one moment, with both derivatives.
struct TimeFunctionSample {
  double value{};
  double rate{};          // [unit/s]
  double acceleration{};  // [unit/s²]
};

/// A function of time that drives a joint, a motor or a force. Sampling it allocates nothing.
class TimeFunction {
 public:
  using Form = std::variant<time_functions::Constant, time_functions::ConstantSpeed, time_functions::Sine,
                            time_functions::Polynomial, time_functions::Table>;

  /// Zero at all times.
  TimeFunction() = default;

  /// Throws InputError about `element` for numbers that are not finite, a polynomial without coefficients, or a table
  /// with fewer than two rows, unequal columns or times that do not increase.
  TimeFunction(const Form& form, std::string_view element = "function of time");

  [[nodiscard]] TimeFunctionSample sample(double time) const;

 private:
  // As the form, but a table is ready to be evaluated.
  using Evaluable = std::variant<time_functions::Constant, time_functions::ConstantSpeed, time_functions::Sine,
                                 time_functions::Polynomial, CubicSpline>;

  static Evaluable make_evaluable(const Form& form, std::string_view element);

  Evaluable function_;
};

}  // namespace carom
