#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

/// q is the unit quaternion of R_FB, v is w_FB in F.
template <>
struct Joint<JointType::Spherical> : JointBase {
  static constexpr std::string_view kName = "spherical";
  static constexpr std::string_view kSummary = "turns about a point in every direction";
  static constexpr std::array kCoordinates{number("qw", "quaternion, real part"), number("qx", "quaternion, x"),
                                           number("qy", "quaternion, y"), number("qz", "quaternion, z")};
  static constexpr std::array kRates{angle("wx", "angular velocity about x"), angle("wy", "angular velocity about y"),
                                     angle("wz", "angular velocity about z")};
  static constexpr bool kHasQuaternion = true;
  static constexpr bool kTurns = true, kSlides = false;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    joint.R_PB = body.R_PF * rotation_of_quaternion(q);
    const PackedMatrix3 R_WF = R_WP * body.R_PF;
    for (int k = 0; k < 3; ++k) column[k].angular = R_WF.column[k];
    joint.w_PB = R_WF * PackedVector3(v[0], v[1], v[2]);
  }
};

}  // namespace carom
