#pragma once

#include "apps/carom/command.h"

namespace carom::app {

/// The whole program but for the list of its commands: reads the command line, runs the command, and turns every error
/// into a message on standard error and an exit code. Nothing is thrown.
[[nodiscard]] ExitCode run_program(Commands (*make_commands)(), int argc, char** argv) noexcept;

}  // namespace carom::app
