#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace carom {

/// Where a byte of a text stands.
struct TextPlace {
  int line{1};    // from 1
  int column{1};  // from 1, in letters: the bytes of one in UTF-8 count once
};

[[nodiscard]] inline TextPlace find_text_place(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line_end = before.rfind('\n');
  const std::string_view line = line_end == std::string_view::npos ? before : before.substr(line_end + 1);
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(std::count_if(line.begin(), line.end(), is_first_byte)) + 1};
}

}  // namespace carom
