#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/carom/exit_code.h"

namespace carom::app {

class CommandLine;

/// One subcommand: a file in commands/, named in commands/all.cpp.
///
/// What declare() binds is filled in before run(). Numbers go to standard output, messages to standard error. run()
/// throws what it cannot handle: program.cpp turns each kind of error into a message and an exit code.
class Command {
 public:
  virtual ~Command() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string summary() const = 0;                // one line
  [[nodiscard]] virtual std::vector<std::string> examples() const = 0;  // each works as it stands
  [[nodiscard]] virtual std::string notes() const { return {}; }        // lines of the help above the examples

  /// Binds options and positional arguments to members of the command.
  virtual void declare(CommandLine& line) = 0;
  [[nodiscard]] virtual ExitCode run() = 0;
};

using Commands = std::vector<std::unique_ptr<Command>>;

/// A command line that makes no sense; the program ends with ExitCode::Usage.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run that a command needs did not get to where it was needed; the program ends with ExitCode::NumericalFailure.
class RunFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace carom::app
