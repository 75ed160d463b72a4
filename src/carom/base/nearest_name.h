#pragma once

#include <span>
#include <string>
#include <string_view>

namespace carom {

/// The candidate that a misspelt name most likely meant, or an empty string when none is near: at most a third of the
/// letters differ (Damerau–Levenshtein distance, case ignored). The first of equally near candidates wins.
[[nodiscard]] std::string find_nearest_name(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'friction'?", or an empty string when no candidate is near.
[[nodiscard]] std::string make_suggestion(std::string_view name, std::span<const std::string> candidates);

}  // namespace carom
