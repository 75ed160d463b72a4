#pragma once

#include <limits>
#include <vector>

#include "carom/model/model.h"

namespace carom {

/// The moments at which functions of time in a model are not smooth: steps end there, so that none passes over a pulse
/// or a corner.
class TimeBreaks {
 public:
  struct Stop {
    double time{std::numeric_limits<double>::infinity()};  // [s]
    /// What accelerates the mechanism jumps, so that a method starts afresh. Else only its higher derivatives do.
    bool restarts{};
    int order{3};  // the lowest derivative of a function of time that jumps: TimeBreak
  };

  enum class Scope {
    All,
    DrivenSpeeds  // only where the speed of a driven joint jumps: what else there is, steps take on average
  };

  /// The model must outlive it.
  TimeBreaks(const Model& model, Scope scope);

  /// The first after a time.
  [[nodiscard]] Stop next(double after) const;

 private:
  struct Entry {
    const TimeFunction* function{};
    int jump{};   // a derivative of this order or lower that jumps makes accelerations jump
    int least{};  // derivatives of a higher order do not count
  };

  std::vector<Entry> entries_;
};

}  // namespace carom
