#include "carom/report/figure/gnuplot_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "carom/report/support/utf8.h"

namespace carom {

std::string quote_for_gnuplot(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : repair_utf8(text)) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x20 || code == 0x7F) {
      quoted += ' ';
    } else if (letter == '\\' || letter == '"' || letter == '`' || letter == '@') {
      quoted += fmt::format("\\{:03o}", code);
    } else {
      quoted += letter;
    }
  }
  return quoted + "\"";
}

std::string write_for_gnuplot(double value) {
  if (!std::isfinite(value)) return "NaN";
  std::array<char, 32> digits{};
  const std::to_chars_result result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), result.ptr};
}

}  // namespace carom
