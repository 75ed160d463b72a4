#pragma once

#include "carom/model/joints/joint_motion.h"

namespace carom {

template <>
struct Joint<JointType::Weld> : JointBase {
  static constexpr std::string_view kName = "weld";
  static constexpr std::string_view kSummary = "does not move";
  static constexpr std::array<JointCoordinate, 0> kCoordinates{};
  static constexpr std::array<JointCoordinate, 0> kRates{};
  static constexpr bool kTurns = false, kSlides = false;

  CAROM_INLINE static void move(const Body& body, const PackedMatrix3& /*R_WP*/, const double* /*q*/,
                                const double* /*v*/, JointColumn* /*column*/, JointMotion& joint) {
    joint.R_PB = body.R_PF;
  }
};

}  // namespace carom
