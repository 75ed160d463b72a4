#pragma once

#include <span>

namespace carom {

/// Which crossing of zero is an event.
enum class Crossing { Rising, Falling, Both };

/// Functions g(t, y) whose zeros are events: gaps that close, forces that vanish, speeds that turn round.
class EventFunctions {
 public:
  virtual ~EventFunctions() = default;

  [[nodiscard]] virtual int count() const = 0;
  [[nodiscard]] virtual Crossing direction(int /*index*/) const { return Crossing::Both; }

  /// |g| up to which g is its own rounding [unit of g]: an event just handled stays silent until it has left this band.
  [[nodiscard]] virtual double zero_band(int /*index*/) const { return 1e-13; }

  /// Whether a parabola through three samples guesses a zero well, as for gaps of bodies in flight.
  [[nodiscard]] virtual bool is_nearly_parabolic() const { return false; }

  /// Writes all values at (t, y); must not allocate. A value that is not finite ends the step with a report.
  virtual void calc(double time, std::span<const double> y, std::span<double> g) = 0;
};

struct LocatedEvent {
  int index{};
  double time{};  // [s]
};

}  // namespace carom
