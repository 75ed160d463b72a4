#pragma once

#include <span>

#include "carom/math/types.h"
#include "carom/simulation/event_driven/modes/rigid_mode.h"

namespace carom {

/// One of the contacts that touch, at acceleration level. Its three components are tangential first, normal last.
struct TouchingContact {
  double friction{};                                   // μ while sliding  [-]
  double static_friction{};                            // limit of sticking  [-]
  bool slips{};                                        // it has a slip velocity
  Eigen::Vector2d direction{Eigen::Vector2d::Zero()};  // of the slip, or where it begins to go: unit
  RigidMode mode{RigidMode::Sliding};
  Vector3 reference{Vector3::Zero()};  // where contacts are redundant, forces are those nearest to this  [N]
};

/// Accelerations up to this are none: rounding makes as much of forces that balance  [m/s²].
inline constexpr double kNoAcceleration = 1e-12;
[[nodiscard]] bool accelerates_nothing(const ConstVectorRef& b);

/// Forces of contacts whose modes are known. With a = G f + b the accelerations along the contacts' axes:
///   sliding   a_n = 0, f_t = −μ f_n d
///   sticking  a = 0
///   others    f = 0
/// Where contacts are redundant f is the solution nearest to the contacts' references. With zero references, which is
/// the rule, that is the one of least norm: symmetric contacts share alike. False: there is no such force, since
/// friction turns the equations singular. Where b accelerates nothing there are no forces: where a mechanism has fewer
/// degrees of freedom than its contacts have directions, G is singular, and what rounding leaves of b need not lie in
/// its range.
[[nodiscard]] bool calc_smooth_forces(const ConstMatrixRef& G, const ConstVectorRef& b,
                                      std::span<const TouchingContact> contacts, VectorRef f);

/// x with S x = r in the sense of least squares and of least norm. Returns the largest |S x − r|. Up to twelve unknowns
/// nothing is allocated.
double solve_least_norm(const ConstMatrixRef& S, const ConstVectorRef& r, VectorRef x);

}  // namespace carom
