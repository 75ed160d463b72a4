#pragma once

#include "carom/model/joints/spherical.h"

namespace carom {

/// q is the unit quaternion of R_FB, then p_FB in F; v is w_FB, then v_FBo, both in F.
template <>
struct Joint<JointType::Free> : JointBase {
  static constexpr std::string_view kName = "free";
  static constexpr std::string_view kSummary = "moves in every way";
  static constexpr std::array kCoordinates{number("qw", "quaternion, real part"), number("qx", "quaternion, x"),
                                           number("qy", "quaternion, y"),         number("qz", "quaternion, z"),
                                           length("x", "position along x"),       length("y", "position along y"),
                                           length("z", "position along z")};
  static constexpr std::array kRates{angle("wx", "angular velocity about x"), angle("wy", "angular velocity about y"),
                                     angle("wz", "angular velocity about z"), length("vx", "velocity along x"),
                                     length("vy", "velocity along y"),        length("vz", "velocity along z")};
  static constexpr bool kHasQuaternion = true;
  static constexpr bool kTurns = true, kSlides = true;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                JointColumn* column, JointMotion& joint) {
    Joint<JointType::Spherical>::move(body, R_WP, q, v, column, joint);
    const PackedMatrix3 R_WF = R_WP * body.R_PF;
    for (int k = 0; k < 3; ++k) column[3 + k].linear = R_WF.column[k];
    joint.p_FB = R_WF * PackedVector3(q[4], q[5], q[6]);
    joint.v_PB = R_WF * PackedVector3(v[3], v[4], v[5]);
  }
};

}  // namespace carom
