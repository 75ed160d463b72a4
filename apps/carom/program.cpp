#include "apps/carom/program.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "apps/carom/command_line.h"
#include "apps/carom/terminal/stop_signal.h"
#include "carom/base/syntax_error.h"
#include "carom/scene/scene.h"

namespace carom::app {
namespace {

// Written with C's functions: they neither throw nor allocate, which matters when memory ran out.
ExitCode report(ExitCode code, const char* kind, const char* message, const char* hint = "") noexcept {
  std::fprintf(stderr, "carom: %s%s%s\n", kind, message, hint);
  return code;
}

// An error with a place in a file reads as compilers write it, so that editors can jump there.
ExitCode report_input(ExitCode code, const InputError& error) noexcept {
  if (error.location().file.empty()) return report(code, "", error.what());
  std::fprintf(stderr, "%s\n", error.what());
  return code;
}

ExitCode run_request(const Commands& commands, const std::vector<std::string>& arguments) {
  const Request request = parse_arguments(commands, arguments);
  if (request.command != nullptr) return request.command->run();
  std::fputs(request.text.c_str(), arguments.empty() ? stderr : stdout);
  return arguments.empty() ? ExitCode::Usage : ExitCode::Done;
}

// A full disk or a closed pipe shows only when the buffers are written out.
ExitCode flush_output(ExitCode code) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return code;
  return report(code == ExitCode::Done ? ExitCode::InputOutput : code, "", "cannot write to standard output");
}

}  // namespace

ExitCode run_program(Commands (*make_commands)(), int argc, char** argv) noexcept {
  try {
    const StopSignal signals;
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return flush_output(run_request(make_commands(), arguments));
  } catch (const UsageError& error) {
    return report(ExitCode::Usage, "", error.what(), "\nRun 'carom --help' for help.");
  } catch (const RunFailure& error) {
    return report(ExitCode::NumericalFailure, "", error.what());
  } catch (const SyntaxError& error) {
    return report_input(ExitCode::UnreadableInput, error);
  } catch (const InputError& error) {
    return report_input(ExitCode::SenselessInput, error);
  } catch (const SceneError& error) {
    std::fputs(error.what(), stderr);
    return error.failure() == schema::Failure::Unreadable ? ExitCode::UnreadableInput : ExitCode::SenselessInput;
  } catch (const std::system_error& error) {  // also of std::filesystem and of streams
    return report(ExitCode::InputOutput, "", error.what());
  } catch (const std::bad_alloc&) {
    return report(ExitCode::LimitReached, "", "out of memory");
  } catch (const std::exception& error) {
    return report(ExitCode::InternalError, "internal error: ", error.what(),
                  "\nPlease report it: this is our mistake.");
  } catch (...) {
    return report(ExitCode::InternalError, "internal error: ", "unknown", "\nPlease report it: this is our mistake.");
  }
}

}  // namespace carom::app
