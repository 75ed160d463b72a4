#pragma once

#include <optional>

#include "apps/carom/exit_code.h"

namespace carom::app {

/// While one exists, SIGINT and SIGTERM are remembered instead of ending the program, so that a run can stop cleanly.
/// A second signal ends the program as usual.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// The exit code for the signal that came; nothing as long as none has.
  [[nodiscard]] static std::optional<ExitCode> received();
};

}  // namespace carom::app
