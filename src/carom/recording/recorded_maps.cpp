#include "carom/recording/recorded_maps.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "carom/recording/channel_names.h"

namespace carom {
namespace {

constexpr std::string_view kMapPrefix = "map.", kPressureField = ".pressure_", kFirstOfPlace = ".element_x_m";

// "map.NAME.pressure_3_17_Pa": NAME, 3 and 17.
struct MapElement {
  std::string_view contact;
  int row{}, column{};
};

std::optional<MapElement> read_element(std::string_view name) {
  const std::size_t field = name.rfind(kPressureField);
  if (!name.starts_with(kMapPrefix) || field == std::string_view::npos || field < kMapPrefix.size()) {
    return std::nullopt;
  }
  MapElement element{.contact = name.substr(kMapPrefix.size(), field - kMapPrefix.size())};
  const char *next = name.data() + field + kPressureField.size(), *end = name.data() + name.size();
  const auto row = std::from_chars(next, end, element.row);
  if (row.ec != std::errc() || row.ptr == end || element.row < 0) return std::nullopt;
  const auto column = std::from_chars(row.ptr + 1, end, element.column);
  const bool is_number = column.ec == std::errc() && element.column >= 0;
  return is_number ? std::optional(element) : std::nullopt;
}

bool is_credible(const MapLayout& map, const std::vector<Channel>& channels) {
  const double wanted = 3.0 * map.num_x * map.num_y;
  return static_cast<double>(map.pressure) + wanted <= static_cast<double>(channels.size()) &&
         map.pressure >= kMapPlaceChannels + 1 &&
         channels[map.place].name == std::string(kMapPrefix) + map.contact + std::string(kFirstOfPlace);
}

}  // namespace

std::vector<MapLayout> find_recorded_maps(const std::vector<Channel>& channels) {
  std::vector<MapLayout> maps;
  for (std::size_t c = 1; c < channels.size(); ++c) {
    const std::optional<MapElement> element = read_element(channels[c].name);
    if (!element) continue;
    if (maps.empty() || maps.back().contact != element->contact) {
      maps.push_back({.contact = std::string(element->contact), .pressure = c});
    }
    MapLayout& map = maps.back();
    // Beyond the channels there are none; a number that says so would overflow.
    if (static_cast<std::size_t>(std::max(element->row, element->column)) >= channels.size()) continue;
    map.num_x = std::max(map.num_x, element->column + 1);
    map.num_y = std::max(map.num_y, element->row + 1);
  }
  for (MapLayout& map : maps) map.place = map.pressure - std::min(map.pressure, kMapPlaceChannels);
  std::erase_if(maps, [&](const MapLayout& map) { return !is_credible(map, channels); });
  return maps;
}

Vector3 MapSample::in_world(double x, double y) const {
  const Vector3 first = vector(layout_.place + 5), normal = vector(layout_.place + 8);
  return vector(layout_.place + 2) + x * first + y * normal.cross(first);
}

}  // namespace carom
