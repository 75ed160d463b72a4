#pragma once

#include <array>

#include "carom/impact/contact_inertia.h"

namespace carom::impact {

/// The directions u of slip that are their own consequence: friction against u, and an impulse that changes the normal
/// velocity by Q, make an average of the slip before and after that points along u.       [aghili, Eqs. (15)–(18)]
template <int kTangential>
struct AverageSlip {
  Eigen::Matrix<double, kTangential, 1> direction = Eigen::Matrix<double, kTangential, 1>::Zero();
  double normal_impulse{};  // Q/(c − μ b·u)  [N·s]
  int count{};              // how many there are; the one given is nearest to the slip before
  std::array<Eigen::Matrix<double, kTangential, 1>, 4> all{};  // the first `count`
};

[[nodiscard]] AverageSlip<1> find_average_slip(const ContactInertia<1>& inertia, double friction,
                                               const Eigen::Matrix<double, 1, 1>& slip, double velocity_change);
/// All roots of a trigonometric polynomial of the second degree on the circle: none is missed, and there is no
/// iteration that might not end. Each is found to the last bits.
[[nodiscard]] AverageSlip<2> find_average_slip(const ContactInertia<2>& inertia, double friction,
                                               const Eigen::Vector2d& slip, double velocity_change);

}  // namespace carom::impact
