#include "carom/scene/toml_depth.h"

#include <algorithm>
#include <cstddef>

namespace carom {
namespace {

// The end of a string that starts here: behind its closing quotes, or where a broken one must end.
std::size_t skip_string(std::string_view text, std::size_t start) {
  const char quote = text[start];
  const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
  const bool is_long = text.substr(start).starts_with(triple);
  for (std::size_t i = start + (is_long ? 3 : 1); i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (is_long ? text.substr(i).starts_with(triple) : text[i] == quote) {
      return i + (is_long ? 3 : 1);
    } else if (!is_long && text[i] == '\n') {
      return i;
    }
  }
  return text.size();
}

bool continues_key(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '+' || static_cast<unsigned char>(c) >= 0x80 || c == ' ' || c == '\t';
}

schema::Place find_place(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = lines == 0 ? 0 : before.rfind('\n') + 1;
  return {0, static_cast<int>(lines) + 1, static_cast<int>(offset - line_start) + 1};
}

}  // namespace

std::optional<schema::Place> find_deep_key(std::string_view text) {
  // Dots between words and strings; a number has one, so what is counted need not be a key.
  int dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = skip_string(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.') {
      if (++dots >= kMostKeyParts) return find_place(text, i);
    } else if (!continues_key(c)) {
      dots = 0;
    }
    ++i;
  }
  return std::nullopt;
}

}  // namespace carom
