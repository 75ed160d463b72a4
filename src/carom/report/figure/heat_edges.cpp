#include "carom/report/figure/heat_edges.h"

#include <cmath>

namespace carom {

std::vector<double> find_cell_edges(const std::vector<double>& points, AxisScale scale) {
  if (points.empty()) return {};
  const auto to_axis = [scale](double value) { return scale == AxisScale::Log ? std::log(value) : value; };
  const auto from_axis = [scale](double value) { return scale == AxisScale::Log ? std::exp(value) : value; };
  const std::size_t count = points.size();
  if (count == 1) return {from_axis(to_axis(points[0]) - 0.5), from_axis(to_axis(points[0]) + 0.5)};
  std::vector<double> edges(count + 1);
  for (std::size_t i = 1; i < count; ++i) edges[i] = from_axis(0.5 * (to_axis(points[i - 1]) + to_axis(points[i])));
  edges[0] = from_axis(1.5 * to_axis(points[0]) - 0.5 * to_axis(points[1]));
  edges[count] = from_axis(1.5 * to_axis(points[count - 1]) - 0.5 * to_axis(points[count - 2]));
  return edges;
}

}  // namespace carom
