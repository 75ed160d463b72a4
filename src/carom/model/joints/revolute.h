#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

template <>
struct Joint<JointType::Revolute> : JointBase {
  static constexpr std::string_view kName = "revolute";
  static constexpr std::string_view kSummary = "turns about an axis";
  static constexpr std::array kCoordinates{angle("position", "angle about the axis")};
  static constexpr std::array kRates{angle("velocity", "rate of the angle")};
  static constexpr JointAxes kAxes = JointAxes::One;
  static constexpr bool kTurns = true, kSlides = false;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    joint.R_PB = turn(body, q[0]);
    column->angular = R_WP * (body.R_PF * body.axis);
    joint.w_PB = column->angular * v[0];
  }
};

}  // namespace carom
