#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace carom {

/// A program to run: found on the PATH, with its arguments, in a folder, and with nothing on its standard input. No
/// shell is involved.
struct ChildProcess {
  std::vector<std::string> command{};  // the program first
  std::filesystem::path folder{};
  std::filesystem::path messages{};  // where its standard output and error go
  std::chrono::milliseconds longest{60'000};
};

enum class ChildStatus {
  Done,     // exit code 0
  Missing,  // there is no such program
  Failed,   // another exit code, ended by a signal, or could not be started
  TooLong   // was ended after the longest time
};

[[nodiscard]] ChildStatus run_child_process(const ChildProcess& child);

}  // namespace carom
