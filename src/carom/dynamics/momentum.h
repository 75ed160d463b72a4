#pragma once

#include "carom/dynamics/kinematics.h"

namespace carom {

/// Momentum of the whole mechanism about its centre of mass, in world axes.
struct CentroidalMomentum {
  double mass{};                            // [kg]
  Vector3 center_of_mass{Vector3::Zero()};  // p_WC; the origin for a mechanism without mass  [m]
  Vector3 linear{Vector3::Zero()};          // [kg·m/s]
  Vector3 angular{Vector3::Zero()};         // about the centre of mass  [kg·m²/s]

  [[nodiscard]] Vector3 angular_about_origin() const { return angular + center_of_mass.cross(linear); }
};
[[nodiscard]] CentroidalMomentum calc_centroidal_momentum(const Model& model, const Kinematics& kinematics);

/// The matrix A with (angular; linear) centroidal momentum = A v: 6 × number of velocities.          [orin2013]
void calc_centroidal_momentum_matrix(const Model& model, const Kinematics& kinematics, MatrixRef A);

}  // namespace carom
