#pragma once

#include "carom/model/joints/cylindrical.h"
#include "carom/model/joints/free.h"
#include "carom/model/joints/helical.h"
#include "carom/model/joints/planar.h"
#include "carom/model/joints/prismatic.h"
#include "carom/model/joints/revolute.h"
#include "carom/model/joints/spherical.h"
#include "carom/model/joints/universal.h"
#include "carom/model/joints/weld.h"

namespace carom {

/// Calls visitor(Joint<…>{}) for a type that is known at run time only: a switch over all types, made from their list.
template <int first = 0, class Visitor>
CAROM_INLINE auto visit_joint(JointType type, Visitor visitor) {
  using Here = Joint<static_cast<JointType>(first)>;
  static_assert(JointDescription<Here>);
  if constexpr (first + 1 < kNumJointTypes) {
    if (type != static_cast<JointType>(first)) return visit_joint<first + 1>(type, visitor);
  }
  return visitor(Here{});
}

}  // namespace carom
