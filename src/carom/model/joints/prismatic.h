#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

template <>
struct Joint<JointType::Prismatic> : JointBase {
  static constexpr std::string_view kName = "prismatic";
  static constexpr std::string_view kSummary = "slides along an axis";
  static constexpr std::array kCoordinates{length("position", "displacement along the axis")};
  static constexpr std::array kRates{length("velocity", "rate of the displacement")};
  static constexpr JointAxes kAxes = JointAxes::One;
  static constexpr bool kTurns = false, kSlides = true;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    joint.R_PB = body.R_PF;
    column->linear = R_WP * (body.R_PF * body.axis);
    joint.p_FB = column->linear * q[0];
    joint.v_PB = column->linear * v[0];
  }
};

}  // namespace carom
