#include "carom/base/strict_number.h"

#include <charconv>
#include <cmath>

namespace carom {
namespace {

// std::from_chars takes no plus sign.
std::string_view skip_plus(std::string_view text) {
  const bool has_plus = text.starts_with('+') && !text.starts_with("+-");
  return has_plus ? text.substr(1) : text;
}

}  // namespace

std::optional<double> parse_strict_number(std::string_view text) {
  text = skip_plus(text);
  double number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  // Too large and too small are told apart by the exponent.
  if (error == std::errc::result_out_of_range) {
    const bool small = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    return small ? std::optional(0.0) : std::nullopt;
  }
  if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<long long> parse_strict_integer(std::string_view text) {
  text = skip_plus(text);
  long long number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace carom
