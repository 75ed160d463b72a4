#include "apps/carom/output/patch_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/strict_number.h"
#include "carom/base/text_place.h"
#include "carom/scene/source_files.h"

namespace carom::app {
namespace {

using namespace dimensions;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kElement = "patch.profile";

double require(const std::optional<double>& value, const PatchProfile& profile, const char* key) {
  if (!value) throw InputError(kElement, fmt::format("type \"{}\" needs {}", profile.type, key));
  return *value;
}

void check_tip(double half_size, double half_grid, const char* direction) {
  if (half_size < half_grid) return;
  throw InputError(kElement, fmt::format("the punch is larger than the grid in {}: {:g} m against {:g} m", direction,
                                         2.0 * half_size, 2.0 * half_grid));
}

double calc_punch(const PatchProfile& profile, const PatchGrid& grid, double x, double y) {
  if (profile.sides.empty()) {
    const double radius = require(profile.radius, profile, "radius or sides");
    check_tip(radius, 0.5 * grid.num_x * grid.dx, "x");
    return std::hypot(x, y) < radius ? 0.0 : kInfinity;
  }
  const double side_y = profile.sides.size() > 1 ? profile.sides[1] : profile.sides[0];
  check_tip(0.5 * profile.sides[0], 0.5 * grid.num_x * grid.dx, "x");
  if (!grid.plane()) check_tip(0.5 * side_y, 0.5 * grid.num_y * grid.dy, "y");
  return std::abs(x) < 0.5 * profile.sides[0] && std::abs(y) < 0.5 * side_y ? 0.0 : kInfinity;
}

// Straight between the points of the table; no surface beyond the last.
double interpolate(const PatchProfile& profile, double distance) {
  const std::vector<double>& at = profile.distance;
  const auto above = std::upper_bound(at.begin(), at.end(), distance);
  if (above == at.end()) return distance == at.back() ? profile.height.back() : kInfinity;
  const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(above - at.begin(), 1));
  const double share = (distance - at[i - 1]) / (at[i] - at[i - 1]);
  return profile.height[i - 1] + share * (profile.height[i] - profile.height[i - 1]);
}

void check_table(const PatchProfile& profile) {
  const std::vector<double>& at = profile.distance;
  if (at.size() < 2 || at.size() != profile.height.size()) {
    throw InputError(kElement, fmt::format("distance and height need the same number of values, at least 2, found {} "
                                           "and {}",
                                           at.size(), profile.height.size()));
  }
  if (at.front() != 0.0 || std::adjacent_find(at.begin(), at.end(), std::greater_equal<>()) != at.end()) {
    throw InputError(kElement, "distance has to rise from 0");
  }
}

// Numbers between commas or blanks, row by row.
std::vector<double> read_numbers(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  const auto is_separator = [](char c) {
    return c == ',' || c == ';' || std::isspace(static_cast<unsigned char>(c)) != 0;
  };
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (is_separator(*at)) {
      ++at;
      continue;
    }
    const char* const next = std::find_if(at, end, is_separator);
    const std::string_view word(at, static_cast<std::size_t>(next - at));
    const std::optional<double> value = parse_strict_number(word);
    if (!value) {
      const TextPlace place = find_text_place(text, static_cast<std::size_t>(at - text.data()));
      throw InputError(kElement, fmt::format("expected a height in metres, found '{}'", word.substr(0, 60)),
                       {path.string(), place.line, place.column});
    }
    numbers.push_back(*value);
    at = next;
  }
  return numbers;
}

PatchField read_heights(const PatchProfile& profile, const PatchGrid& grid, const std::filesystem::path& folder) {
  if (profile.file.empty()) throw InputError(kElement, "type \"heights\" needs file");
  const std::vector<double> heights = read_numbers(folder / profile.file);
  if (heights.size() != static_cast<std::size_t>(grid.size())) {
    throw InputError(kElement, fmt::format("{} holds {} heights and the grid {} × {} elements", profile.file,
                                           heights.size(), grid.num_y, grid.num_x));
  }
  return Eigen::Map<const PatchField>(heights.data(), grid.size());
}

}  // namespace

std::shared_ptr<const schema::Table<PatchProfile>> make_profile_table() {
  auto table = schema::make_table<PatchProfile>("profile", "How far apart the undeformed surfaces are at first touch.");
  table
      ->add_choice("type", {"paraboloid", "punch", "power", "table", "heights"}, &PatchProfile::type,
                   "how the distance is given")
      .required();
  table->add("radius", &PatchProfile::radius, kLength, "of curvature (paraboloid, heights), or of a round punch")
      .above(0.0);
  table->add("radius_y", &PatchProfile::radius_y, kLength, "of curvature in y; default: as in x").above(0.0);
  table->add("sides", &PatchProfile::sides, kLength, "of a rectangular punch, in x and y").above(0.0);
  table->add("coefficient", &PatchProfile::coefficient, kNumber, "of power: distance = coefficient · r^exponent, in m")
      .above(0.0);
  table->add("exponent", &PatchProfile::exponent, kNumber, "of power").above(0.0);
  table->add("distance", &PatchProfile::distance, kLength, "from the middle: first column of table").at_least(0.0);
  table->add("height", &PatchProfile::height, kLength, "of the gap there: second column of table");
  table->add("file", &PatchProfile::file, "of heights in m, one for each element, row by row; they stand out");
  return table;
}

PatchField calc_profile(const PatchProfile& profile, const PatchGrid& grid, const std::filesystem::path& folder) {
  if (profile.type == "table") check_table(profile);
  if (profile.type == "power" && !(profile.coefficient > 0.0)) throw InputError(kElement, "power needs coefficient");
  PatchField gap = PatchField::Zero(grid.size());
  const bool round = profile.type == "paraboloid" || (profile.type == "heights" && profile.radius);
  for (int i = 0; i < grid.size(); ++i) {
    const double x = grid.x(i), y = grid.plane() ? 0.0 : grid.y(i), r = std::hypot(x, y);
    if (round) {
      const double radius = require(profile.radius, profile, "radius");
      gap[i] = 0.5 * (x * x / radius + y * y / profile.radius_y.value_or(radius));
    } else if (profile.type == "punch") {
      gap[i] = calc_punch(profile, grid, x, y);
    } else if (profile.type == "power") {
      gap[i] = profile.coefficient * std::pow(r, profile.exponent);
    } else if (profile.type == "table") {
      gap[i] = interpolate(profile, r);
    }
  }
  if (profile.type == "heights") gap -= read_heights(profile, grid, folder);
  // Counted from first touch.
  return gap - gap.minCoeff();
}

}  // namespace carom::app
