#pragma once

#include "carom/model/model_builder.h"

namespace carom::cases {

/// Closed linkages of thin rods of 1 kg/m. Each is a chain of hinges from the world whose end is closed by a constraint
/// named "closure".

/// Links in the x-z plane, gravity down the z-axis, hinges about −y: an angle lifts a link from x towards z.
struct FourBar {
  double ground{1.0};                             // between the two fixed pivots, along x  [m]
  double crank{0.4};                              // [m]
  double coupler{1.1};                            // [m]
  double rocker{0.8};                             // [m]
  double crank_angle{1.0};                        // at the start, from x  [rad]
  ConstraintType closure{ConstraintType::Hinge};  // any but the tip's in-plane position is then held twice over
};
[[nodiscard]] ModelBuilder make_four_bar_builder(const FourBar& linkage);

/// A four-bar whose opposite links are equal, so that the coupler only translates: one degree of freedom with
/// (⅔ m L² + M L²) θ̈ = −g L (m + M) cos θ for cranks m, L and coupler M.
[[nodiscard]] FourBar make_parallelogram(double crank, double coupler, double angle);

/// Bricard's linkage with six hinges at right angles, links of 1 m laid along edges of a cube: it moves although a
/// count of its joints says that it cannot.
[[nodiscard]] Model make_bricard();

}  // namespace carom::cases
