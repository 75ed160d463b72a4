#pragma once

#include <span>
#include <vector>

#include "carom/simulation/compliant/compliant_part.h"

namespace carom {

/// What presses on contacts that are about to begin. After each call the contacts' motion is that at (t, y).
class ContactLoad {
 public:
  explicit ContactLoad(CompliantPart& part) : part_(part) {}

  /// How fast the rate of a slot's depth grows at (t, y), under all forces that act there; 0 where that cannot be told
  /// [m/s²].
  [[nodiscard]] double calc_closing_acceleration(int slot, double time, std::span<const double> y);

  /// The load speed of a slot that touches down at (t, y): √(A x₀/p), where A is gravity along its normal and x₀ =
  /// (m A/k)^{1/p} the depth at which its spring holds that load. An oscillation about rest that just lifts off has
  /// this speed, so that slower impacts do not rebound: they settle. 0: no gravity, or a law that does not remember its
  /// impact.  [m/s]
  ///
  /// Rejected: the acceleration with which the bodies close. In an impact of several bodies it is that of the impact,
  /// and in a stack that is let go it is zero.
  [[nodiscard]] double calc_load_speed(int slot, double time, std::span<const double> y);

  /// The load speed of a slot that overlaps at (t, y) when a run starts: that to which its spring could drive the
  /// bodies apart  [m/s].
  [[nodiscard]] double calc_speed_of_overlap(int slot, double time, std::span<const double> y);

 private:
  CompliantPart& part_;
  std::vector<double> rate_, later_;
};

}  // namespace carom
