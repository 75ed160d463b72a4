#pragma once

#include <chrono>

namespace carom::app {

/// A bar with the time left, on standard error and only on a terminal; nothing of it in a pipe. Cheap to call often.
class Progress {
 public:
  /// `wanted` false: stays silent on a terminal too.
  Progress(double total, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double done);
  /// Makes room for a line of text; the bar comes back with the next show().
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  double total_;
  bool active_;
  bool drawn_{};
  Clock::time_point start_{Clock::now()};
  Clock::time_point next_{start_};
};

}  // namespace carom::app
