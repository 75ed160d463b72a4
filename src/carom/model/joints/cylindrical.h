#pragma once

#include "carom/model/joints/revolute.h"

namespace carom {

template <>
struct Joint<JointType::Cylindrical> : JointBase {
  static constexpr std::string_view kName = "cylindrical";
  static constexpr std::string_view kSummary = "turns about an axis and slides along it, each by itself";
  static constexpr std::array kCoordinates{angle("angle", "angle about the axis"),
                                           length("displacement", "displacement along the axis")};
  static constexpr std::array kRates{angle("angle_rate", "rate of the angle"),
                                     length("velocity", "rate of the displacement")};
  static constexpr JointAxes kAxes = JointAxes::One;
  static constexpr bool kTurns = true, kSlides = true;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    Joint<JointType::Revolute>::move(body, R_WP, q, v, column, joint);
    column[1].linear = column[0].angular;
    joint.p_FB = column[1].linear * q[1];
    joint.v_PB = column[1].linear * v[1];
  }
};

}  // namespace carom
