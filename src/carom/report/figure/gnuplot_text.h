#pragma once

#include <string>
#include <string_view>

namespace carom {

/// A text as gnuplot reads it literally, whatever it holds: in single quotes, where gnuplot runs no commands and
/// expands nothing, on one line, and valid UTF-8. Where it is drawn, `noenhanced` keeps markup from being seen in it.
[[nodiscard]] std::string quote_for_gnuplot(std::string_view text);

/// A number that gnuplot reads back to the same bits; NaN, which it takes for a gap, where it is not finite.
[[nodiscard]] std::string write_for_gnuplot(double value);

}  // namespace carom
