#pragma once

#include <optional>
#include <thread>

#include "apps/carom/exit_code.h"
#include "carom/base/stop_token.h"

namespace carom::app {

/// While one exists, SIGINT, SIGTERM and SIGHUP end the program within a second, whatever it is doing. One that was
/// ignored when the program started, as by nohup, stays ignored.
///
/// Work that asks token() ends by itself, and keeps what it has; it says so by a GracefulStop. Where there is none, or
/// it takes too long, a thread of this object removes temporary folders and ends the program with the signal's exit
/// code. A second signal of the same kind ends the program as usual.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// The exit code for the signal that came; nothing as long as none has.
  [[nodiscard]] static std::optional<ExitCode> received();
  /// Set as soon as one came.
  [[nodiscard]] static StopToken token();

 private:
  static void watch();

  std::thread watcher_;
};

/// While one exists, a signal leaves the program time to end by itself.
class GracefulStop {
 public:
  GracefulStop();
  ~GracefulStop();
  GracefulStop(const GracefulStop&) = delete;
  GracefulStop& operator=(const GracefulStop&) = delete;
};

}  // namespace carom::app
