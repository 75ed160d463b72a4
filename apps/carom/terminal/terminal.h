#pragma once

#include <cstdio>
#include <string_view>

namespace carom::app {

/// Colors for words on a terminal; all empty in a pipe, and where the user asks for none (NO_COLOR).
struct TerminalColors {
  std::string_view good;
  std::string_view bad;
  std::string_view faint;
  std::string_view plain;  // ends each of them
};
[[nodiscard]] TerminalColors choose_colors(std::FILE* stream);

}  // namespace carom::app
