#pragma once

#include <compare>
#include <string_view>

#include "carom/math/types.h"

namespace carom {

/// Which contact it is: the same from step to step, whatever else comes and goes.
struct ContactId {
  int shape_a{-1}, shape_b{-1};  // places in ContactSetup::shapes
  int feature{};                 // which of the points of these two

  [[nodiscard]] auto operator<=>(const ContactId&) const = default;
};

/// A contact point at one moment, whatever the formulation: from the search for contacts to recordings and pages.
///
/// A and B are in the order in which the scene's rule names them. Vectors are in world axes.
struct Contact {
  ContactId id{};
  int body_a{-1}, body_b{-1};         // places in the model; 0: the world
  std::string_view name{};            // of the report that counts it: lives as long as the simulation
  double gap{};                       // negative in penetration  [m]
  double gap_rate{};                  // positive while opening  [m/s]
  bool touching{};                    // forces and memory are zero where it does not
  Vector3 point{Vector3::Zero()};     // where the force acts  [m]
  Vector3 normal{Vector3::Zero()};    // n_BA: out of B towards A; a positive normal force pushes A
  Vector3 slip{Vector3::Zero()};      // of A against B, in the tangent plane  [m/s]
  double normal_force{};              // [N]
  Vector3 friction{Vector3::Zero()};  // on A  [N]
  double bristle{};                   // size of the bristles' deflection  [m]
  double dwell{};                     // from 0 to 1

  /// What A gets; B gets the opposite  [N].
  [[nodiscard]] Vector3 force() const { return normal_force * normal + friction; }
};

/// Slip speeds below this have no direction of their own: that of the memory holds  [m/s].
inline constexpr double kSlowestSlip = 1e-9;

}  // namespace carom
