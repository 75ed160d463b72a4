#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "carom/base/schema/range.h"

namespace carom {

class ParameterChecks;

/// The restitution that a law is asked to return, as a function of the impact speed v > 0.
class Restitution {
 public:
  /// e = 1 − α v, not below `floor`: the line reaches zero at v = 1/α, and no law returns e ≤ 0. Measured at low
  /// speeds, α = 0.08 … 0.32 s/m for steel, bronze or ivory.                          [gonthier2004, Eq. (12)]
  struct Linear {
    double alpha{};      // α  [s/m]
    double floor{0.01};  // the least restitution, also where the line is below it  [-]
  };
  /// Measured values. Between them the cubic that keeps to their order: no overshoot, so that values in (0, 1] stay
  /// there; outside, the end values hold.                                              [fritsch1984]
  struct Table {
    std::vector<double> speeds;  // increasing  [m/s]
    std::vector<double> values;  // [-]
  };

  Restitution(double constant = 1.0) : form_(constant) {}  // NOLINT(google-explicit-constructor): 0.5 is a restitution
  Restitution(const Linear& linear) : form_(linear) {}     // NOLINT(google-explicit-constructor)
  Restitution(Table table);                                // NOLINT(google-explicit-constructor)

  /// e at an impact speed [m/s]. The table must have passed check().
  [[nodiscard]] double at(double speed) const;
  /// The least and the most that at() gives.
  [[nodiscard]] double least() const;
  [[nodiscard]] double most() const;

  /// A compliant law cannot return nothing; a rigid impact can.
  enum class Zero { Refused, Allowed };
  /// Refuses values outside (0, 1], or [0, 1], a negative slope, a table that is not one.
  void check(ParameterChecks& checks, std::string_view key, Zero zero = Zero::Refused) const;

 private:
  struct SmoothTable : Table {
    std::vector<double> slopes;  // of the interpolant at the points  [s/m]
  };
  static void check_table(const SmoothTable& table, ParameterChecks& checks, std::string_view key,
                          const schema::Range& range);

  std::variant<double, Linear, SmoothTable> form_;
};

}  // namespace carom
