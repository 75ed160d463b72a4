#pragma once

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace carom::schema {

/// The values that a key takes; infinity only where it is asked for.
struct Range {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  double least{-kInfinity};
  double most{kInfinity};
  bool least_excluded{};
  bool takes_infinity{};

  [[nodiscard]] bool contains(double value) const {
    if (std::isnan(value) || (std::isinf(value) && !takes_infinity)) return false;
    return value <= most && (least_excluded ? value > least : value >= least);
  }
  /// "above 0", "at least 0", "from 0 to 1"; empty for all finite numbers.
  [[nodiscard]] std::string describe() const {
    const char* lower = least_excluded ? "above" : "at least";
    if (least == -kInfinity) return most == kInfinity ? "" : fmt::format("at most {}", most);
    if (most == kInfinity) return fmt::format("{} {}", lower, least);
    if (least == most) return fmt::format("{}", least);
    return least_excluded ? fmt::format("above {}, at most {}", least, most)
                          : fmt::format("from {} to {}", least, most);
  }
};

}  // namespace carom::schema
