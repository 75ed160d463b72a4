#pragma once

#include "carom/simulation/simulation.h"
#include "cases/contact_cases.h"

namespace carom::cases {

/// Balls of 0.03 m and 0.1 kg above a square bin with a floor and four walls, in layers from the floor up. A thousand
/// in a bin of 1 m, 0.08 m apart, are what the programs of other engines measure too.
struct SphereBin {
  int spheres{1000};
  double width{1.0};     // of the bin  [m]
  double spacing{0.08};  // between the centers  [m]
  double jitter{0.1};    // along x and y, at most, in parts of the spacing  [-]
  double restitution{};  // [-]
  double friction{0.5};  // [-]
  double speed{};        // with which they are thrown, at most, along each axis  [m/s]
  bool closed{};         // with a lid at the height of the bin's width, and without gravity: balls as a gas

  static constexpr double kRadius = 0.03;  // [m]
};

[[nodiscard]] ContactCase make_sphere_bin(const SphereBin& bin);

/// From event to event.
[[nodiscard]] SimulationOptions make_rigid_bin_options(const ContactCase& scene, double duration, double tolerance);

/// Peiret's scheme with bristles and with normals relaxed to 1e6 N/m, which the weight of a ball presses in by 1 µm, in
/// steps of 1 ms; impulses are found to a tolerance [m/s].
[[nodiscard]] SimulationOptions make_bin_options(const ContactCase& scene, double duration, double tolerance);

/// What balls in a bin look like at one moment.
struct BinState {
  double fastest{};        // [m/s]
  double lowest{};         // center above the floor  [m]
  double highest{};        // [m]
  double farthest_wall{};  // a center is at most that far behind a wall, less its radius; negative: all are inside  [m]
};
[[nodiscard]] BinState look_at_bin(const Model& model, const State& state, const SphereBin& bin);

}  // namespace carom::cases
