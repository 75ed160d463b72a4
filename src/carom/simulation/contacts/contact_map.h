#pragma once

#include <span>

#include "carom/math/types.h"

namespace carom {

/// What a contact that is resolved over its area carries: cells of a grid, row by row. Vectors are in world axes.
struct ContactMap {
  int num_x{}, num_y{};
  double dx{}, dy{};                // of a cell  [m]
  Vector3 middle{Vector3::Zero()};  // of the grid  [m]
  Vector3 normal{Vector3::Zero()};
  Vector3 axis{Vector3::Zero()};         // along a row
  std::span<const double> pressure{};    // [Pa]
  std::span<const double> traction_x{};  // along the axis  [Pa]
  std::span<const double> traction_y{};  // along normal × axis  [Pa]
};

}  // namespace carom
