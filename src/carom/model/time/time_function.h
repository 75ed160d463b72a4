#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/math/cubic_spline.h"
#include "carom/math/piecewise_cubic.h"

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

/// What a table is between its rows. Before the first row and after the last it is constant.
enum class TableKind {
  Linear,  // straight from row to row: the rate jumps at each
  Step,    // a value holds until the time of the next: the value jumps
  Pulse,   // a value is added to the base for the width of a pulse: the value jumps
  Smooth,  // cubics with continuous rate that rise and fall only where the rows do: no overshoot; from rest to rest
  Spline,  // cubics with continuous acceleration, which may overshoot
};

struct Table {
  std::vector<double> times;   // at least two (a pulse: one), increasing  [s]
  std::vector<double> values;  // one for each time
  /// Of a spline. By default it starts and ends at rest, so that its rate is continuous for all time. Other end rates,
  /// or a natural spline (no value: zero acceleration at both ends), fit a table that covers the whole run.  [unit/s]
  std::optional<EndSlopes> end_rates{EndSlopes{}};
  TableKind kind{TableKind::Linear};
  double width{};  // of pulses  [s]
  double base{};   // what pulses are added to
};

/// "linear", "step", …: in the order of TableKind.
[[nodiscard]] std::span<const std::string> table_kind_names();

/// How far a spline through these rows leaves their range, at worst. Of a table that could be one (asserted).
struct Overshoot {
  double time{};      // where it is farthest  [s]
  double value{};     // there
  double beyond{};    // the range of the rows; 0: nowhere
  double range{};     // of the rows: the largest less the least value
  std::size_t row{};  // the row before it
};
[[nodiscard]] Overshoot find_overshoot(const Table& table);

}  // namespace time_functions

/// What a function of time is at one moment, with both derivatives.
struct TimeFunctionSample {
  double value{};
  double rate{};          // [unit/s]
  double acceleration{};  // [unit/s²]
};

/// When a function of time is asked for. At a moment that is a jump, it is what follows the jump; or what precedes it,
/// where `piece` lies before. With a length it is the mean over the interval that begins there: of its rate and
/// acceleration too, so that a rate that jumps in between has an acceleration.
struct TimeQuery {
  TimeQuery(double at) : time(at) {}  // NOLINT(google-explicit-constructor): a moment is the usual question
  TimeQuery(double at, double on_piece, double over = 0.0) : time(at), piece(on_piece), length(over) {}

  double time{};                                           // [s]
  double piece{std::numeric_limits<double>::quiet_NaN()};  // a time on the smooth piece that counts; NaN: `time`  [s]
  double length{};                                         // [s]
};

/// Where a function of time is not smooth: the lowest derivative that jumps, 0 for the value itself; 3 for all beyond
/// the acceleration.
struct TimeBreak {
  double time{std::numeric_limits<double>::infinity()};  // [s]
  int order{3};
};

/// A function of time that drives a joint, a motor or a force. Sampling it allocates nothing.
class TimeFunction {
 public:
  using Form = std::variant<time_functions::Constant, time_functions::ConstantSpeed, time_functions::Sine,
                            time_functions::Polynomial, time_functions::Table>;

  /// Zero at all times.
  TimeFunction() = default;

  /// Throws InputError about `element` for numbers that are not finite, a polynomial without coefficients, or a table
  /// with too few rows, unequal columns, times that do not increase, or pulses that overlap.
  TimeFunction(const Form& form, std::string_view element = "function of time");

  [[nodiscard]] TimeFunctionSample sample(const TimeQuery& query) const;
  /// The first after a time; at infinity where there is none.
  [[nodiscard]] TimeBreak next_break(double after) const;
  /// The same at all times.
  [[nodiscard]] bool is_constant() const;

 private:
  // As the form, but a table is ready to be evaluated.
  using Evaluable = std::variant<time_functions::Constant, time_functions::ConstantSpeed, time_functions::Sine,
                                 time_functions::Polynomial, PiecewiseCubic>;

  static Evaluable make_evaluable(const Form& form, std::string_view element);

  Evaluable function_;
};

}  // namespace carom
