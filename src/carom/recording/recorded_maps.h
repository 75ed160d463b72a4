#pragma once

#include <string>
#include <vector>

#include "carom/math/types.h"
#include "carom/recording/recording_reader.h"

namespace carom {

/// Where in a sample the map of one patch is: see name_map(). The numbers of its place come first, then pressure,
/// traction along x and traction along y, each element after element, x running fastest.
struct MapLayout {
  std::string contact;
  std::size_t place{};     // channel: the first of kMapPlaceChannels
  std::size_t pressure{};  // channel
  int num_x{}, num_y{};    // elements

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(num_x) * static_cast<std::size_t>(num_y); }
  [[nodiscard]] std::size_t traction_x() const { return pressure + size(); }
  [[nodiscard]] std::size_t traction_y() const { return pressure + 2 * size(); }
  /// Of the elements.
  [[nodiscard]] bool holds(std::size_t channel) const { return channel >= pressure && channel < pressure + 3 * size(); }
};

/// What a recording holds of patches. What a forged file says of itself is not believed: its maps are left out.
[[nodiscard]] std::vector<MapLayout> find_recorded_maps(const std::vector<Channel>& channels);

/// The map of one patch at one sample.
class MapSample {
 public:
  MapSample(const MapLayout& layout, const SampleBlock& block, std::size_t sample)
      : layout_(layout), block_(block), sample_(sample) {}

  [[nodiscard]] double time() const { return at(0); }  // [s]
  /// Of the middle of an element from that of the grid, along its axes.  [m]
  [[nodiscard]] double x(int column) const { return (column - 0.5 * (layout_.num_x - 1)) * at(layout_.place); }
  [[nodiscard]] double y(int row) const { return (row - 0.5 * (layout_.num_y - 1)) * at(layout_.place + 1); }
  /// Of a point of the grid's plane in the world.  [m]
  [[nodiscard]] Vector3 in_world(double x, double y) const;
  [[nodiscard]] double pressure(std::size_t element) const { return at(layout_.pressure + element); }        // [Pa]
  [[nodiscard]] double traction_x(std::size_t element) const { return at(layout_.traction_x() + element); }  // [Pa]
  [[nodiscard]] double traction_y(std::size_t element) const { return at(layout_.traction_y() + element); }  // [Pa]

 private:
  [[nodiscard]] double at(std::size_t channel) const { return block_.column(channel)[sample_]; }
  [[nodiscard]] Vector3 vector(std::size_t channel) const { return {at(channel), at(channel + 1), at(channel + 2)}; }

  const MapLayout& layout_;
  const SampleBlock& block_;
  std::size_t sample_;
};

}  // namespace carom
