#pragma once

#include <optional>
#include <string_view>

namespace carom {

/// The number that a whole text is: finite, with a decimal point whatever the locale says. A plus sign may lead; "nan",
/// "inf", "1,5", "0x10" and anything behind the number are refused. What is too small for a double is 0.
[[nodiscard]] std::optional<double> parse_strict_number(std::string_view text);

/// The whole number that a whole text is.
[[nodiscard]] std::optional<long long> parse_strict_integer(std::string_view text);

}  // namespace carom
