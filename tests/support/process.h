#pragma once

#include <string>
#include <vector>

namespace carom::test {

/// How a program ended and what it wrote.
struct ProcessResult {
  int code{-1};   // exit code; -1: it was ended by a signal
  int signal{0};  // 0: none
  std::string out;
  std::string err;
};

/// Runs a program (path first, then its arguments) with an empty standard input and waits for its end.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& command);

}  // namespace carom::test
