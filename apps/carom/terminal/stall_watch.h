#pragma once

#include <cstdint>
#include <optional>

namespace carom::app {

/// Notices a run that has become slower by orders of magnitude, from how far it comes in each second of wall time.
class StallWatch {
 public:
  struct Stall {
    double time{};    // of the run  [s]
    double slower{};  // times, than in its best seconds
    double speed{};   // now: seconds of the run in a second
    double step{};    // mean length of the steps now  [s]
  };

  /// The run at a moment of wall time, both in seconds. Tells a stall when it is sure, and then only of one that is ten
  /// times worse.
  [[nodiscard]] std::optional<Stall> look(double wall, double time, std::int64_t steps);

 private:
  double window_wall_{}, window_time_{};
  std::int64_t window_steps_{};
  double fastest_{};    // of all windows so far
  int slow_windows_{};  // one after another
  double told_{1.0};    // the speed of the last stall that was told, in parts of the fastest
};

}  // namespace carom::app
