#pragma once

#include "carom/model/joints/revolute.h"

namespace carom {

/// Moves pitch · angle along the axis.
template <>
struct Joint<JointType::Helical> : JointBase {
  static constexpr std::string_view kName = "helical";
  static constexpr std::string_view kSummary = "turns about an axis and advances along it, as a screw does";
  static constexpr std::array kCoordinates{angle("position", "angle about the axis")};
  static constexpr std::array kRates{angle("velocity", "rate of the angle")};
  static constexpr JointAxes kAxes = JointAxes::One;
  static constexpr bool kHasPitch = true;
  static constexpr bool kTurns = true, kSlides = true;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    Joint<JointType::Revolute>::move(body, R_WP, q, v, column, joint);
    column->linear = column->angular * body.pitch;
    joint.p_FB = column->linear * q[0];
    joint.v_PB = column->linear * v[0];
  }
};

}  // namespace carom
