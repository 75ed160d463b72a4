#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

template <>
struct Joint<JointType::Planar> : JointBase {
  static constexpr std::string_view kName = "planar";
  static constexpr std::string_view kSummary = "slides in the xy-plane of the joint and turns about its z-axis";
  static constexpr std::array kCoordinates{length("x", "displacement along the second axis"),
                                           length("y", "displacement along axis × second axis"),
                                           angle("angle", "angle about the axis")};
  static constexpr std::array kRates{length("vx", "rate of the displacement"), length("vy", "rate of the displacement"),
                                     angle("angle_rate", "rate of the angle")};
  static constexpr JointAxes kAxes = JointAxes::SecondInParent;
  static constexpr bool kTurns = true, kSlides = true;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    joint.R_PB = turn(body, q[2]);
    const PackedMatrix3 R_WF = R_WP * body.R_PF;
    column[0].linear = R_WF * body.second_axis;
    column[1].linear = R_WF * cross(body.axis, body.second_axis);
    column[2].angular = R_WF * body.axis;
    joint.p_FB = column[0].linear * q[0] + column[1].linear * q[1];
    joint.v_PB = column[0].linear * v[0] + column[1].linear * v[1];
    joint.w_PB = column[2].angular * v[2];
  }
};

}  // namespace carom
