#pragma once

#include <vector>

#include "carom/contact/normal/normal_law.h"

namespace carom {

/// A point mass that strikes a plane at right angles, without gravity, and what comes back.
struct CentralImpact {
  double speed{};        // of the approach  [m/s]
  double restitution{};  // speed of the separation over it
  double duration{};     // while the force acts  [s]
  double peak_force{};   // [N]
  double peak_depth{};   // [m]

  /// A moment of it, as the simulator had it.
  struct Sample {
    double depth{};  // [m]
    double force{};  // [N]
  };
  std::vector<Sample> samples{};  // evenly in time from touch-down to lift-off
};

/// Simulates the impact with located touch-down and lift-off, at a relative tolerance of 1e-11. Throws InputError for a
/// law, mass or speed out of range, and where the mass does not come back.
[[nodiscard]] CentralImpact simulate_central_impact(const NormalLaw& law, double mass, double speed);

}  // namespace carom
