#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

/// About the axis, fixed in F, then about the second axis, fixed in B.
template <>
struct Joint<JointType::Universal> : JointBase {
  static constexpr std::string_view kName = "universal";
  static constexpr std::string_view kSummary = "turns about two axes, as a Cardan joint does";
  static constexpr std::array kCoordinates{angle("angle_1", "angle about the axis"),
                                           angle("angle_2", "angle about the second axis")};
  static constexpr std::array kRates{angle("angle_1_rate", "rate of the angle"),
                                     angle("angle_2_rate", "rate of the angle")};
  static constexpr JointAxes kAxes = JointAxes::SecondInBody;
  static constexpr bool kTurns = true, kSlides = false;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    const PackedMatrix3 R_PG = turn(body, q[0]);  // G: the cross between the two axes
    joint.R_PB = R_PG * rotation_about(body.second_axis, q[1]);
    column[0].angular = R_WP * (body.R_PF * body.axis);
    column[1].angular = R_WP * (R_PG * body.second_axis);
    joint.w_PB = column[0].angular * v[0] + column[1].angular * v[1];
    // The second axis is carried round by the first.
    joint.w_PB_rate = cross(column[0].angular, column[1].angular) * (v[0] * v[1]);
  }
};

}  // namespace carom
