#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

/// A pin in a straight slot: slides along the second axis, which is fixed in the parent, and turns about the axis.
template <>
struct Joint<JointType::PinSlot> : JointBase {
  static constexpr std::string_view kName = "pin-slot";
  static constexpr std::string_view kSummary =
      "slides along the second axis and turns about the axis, as a pin in a slot";
  static constexpr std::array kCoordinates{length("displacement", "displacement along the second axis"),
                                           angle("angle", "angle about the axis")};
  static constexpr std::array kRates{length("velocity", "rate of the displacement"),
                                     angle("angle_rate", "rate of the angle")};
  static constexpr JointAxes kAxes = JointAxes::SecondInParent;
  static constexpr bool kTurns = true, kSlides = true;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    const PackedMatrix3 R_WF = R_WP * body.R_PF;
    joint.R_PB = turn(body, q[1]);
    column[0].linear = R_WF * body.second_axis;
    column[1].angular = R_WF * body.axis;
    joint.p_FB = column[0].linear * q[0];
    joint.v_PB = column[0].linear * v[0];
    joint.w_PB = column[1].angular * v[1];
  }
};

}  // namespace carom
