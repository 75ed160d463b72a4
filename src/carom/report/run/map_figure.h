#pragma once

#include <vector>

#include "carom/recording/recorded_maps.h"
#include "carom/report/figure/figure.h"

namespace carom {

/// The map of one patch where its normal force was largest.
struct LargestMap {
  MapLayout layout;
  double time{}, force{};                      // [s]; sum of the pressures  [Pa]
  std::vector<double> x{}, y{};                // of columns and rows from the middle of the grid  [m]
  std::vector<double> pressure{}, traction{};  // of every element; size of the traction  [Pa]

  /// Takes a sample if it is the largest so far.
  void add(const SampleBlock& block, std::size_t sample);
};

/// Pressure and size of the traction; none of patches that never pressed.
[[nodiscard]] std::vector<Figure> make_map_figures(const std::vector<LargestMap>& maps);

}  // namespace carom
