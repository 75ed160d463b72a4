#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace carom::app {

/// "1 body", "2 bodies"
template <class Number>
[[nodiscard]] std::string count_of(Number count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// How many places a text takes in a terminal: bytes that continue a letter of UTF-8 take none.
[[nodiscard]] inline std::size_t text_width(const std::string& text) {
  const auto starts_letter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_letter));
}

}  // namespace carom::app
