#include "apps/carom/arguments/parameter_range.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "apps/carom/command.h"

namespace carom::app {

std::string ParameterRange::assign(double value) const { return fmt::format("{}={}", path, value); }

ParameterRange parse_range(const std::string& option, const std::string& text, int count) {
  const auto fail = [&]() -> ParameterRange {
    throw UsageError(
        fmt::format("{}: expected path=from:to like contact.0.friction.kinetic=0.1:2, found '{}'", option, text));
  };
  const std::size_t equals = text.rfind('=');
  const std::size_t colon = text.rfind(':');
  if (equals == std::string::npos || colon == std::string::npos || colon < equals || equals == 0) return fail();
  double from{}, to{};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data() + equals + 1, end, from);
  const auto second = std::from_chars(text.data() + colon + 1, end, to);
  if (first.ec != std::errc{} || first.ptr != text.data() + colon || second.ec != std::errc{} || second.ptr != end) {
    return fail();
  }
  if (!std::isfinite(from) || !std::isfinite(to) || !(from < to)) return fail();
  ParameterRange range{.path = text.substr(0, equals)};
  for (int i = 0; i < count; ++i) range.values.push_back(from + (to - from) * i / (count - 1));
  return range;
}

}  // namespace carom::app
