#include "carom/base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace carom {
namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Edits (insert, delete, replace, swap neighbours) from a to b; three rows of the usual table are enough.
std::size_t calc_edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) current[j] = std::min(current[j], two_back[j - 2] + 1);
    }
    two_back.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

}  // namespace

std::string find_nearest_name(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kLongestName = 100;  // beyond it, a comparison costs more than a suggestion is worth
  if (name.size() > kLongestName) return {};
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestName) continue;
    const std::size_t distance = calc_edit_distance(name, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string make_suggestion(std::string_view name, std::span<const std::string> candidates) {
  const std::string nearest = find_nearest_name(name, candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

}  // namespace carom
