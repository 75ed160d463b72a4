#pragma once

#include <string>

#include <fmt/format.h>

namespace carom::app {

/// "1 body", "2 bodies"
template <class Number>
[[nodiscard]] std::string count_of(Number count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace carom::app
