#pragma once

#include <string_view>

namespace carom {

/// How a rigid contact moves on.
enum class RigidMode {
  Unexamined,  // at the start of a run
  Open,        // apart, or separating
  Carried,     // touches without force: others hold the bodies as they are
  Sliding,     // pressed, and friction acts against the slip
  Sticking,    // pressed, and held by friction
  Yielding     // follows a compliant law until it opens
};

[[nodiscard]] constexpr bool is_closed(RigidMode mode) {
  return mode == RigidMode::Sliding || mode == RigidMode::Sticking;
}

[[nodiscard]] constexpr std::string_view name_of(RigidMode mode) {
  switch (mode) {
    case RigidMode::Unexamined:
      return "unexamined";
    case RigidMode::Open:
      return "separates";
    case RigidMode::Carried:
      return "is carried";
    case RigidMode::Sliding:
      return "slides";
    case RigidMode::Sticking:
      return "sticks";
    case RigidMode::Yielding:
      return "yields";
  }
  return "";
}

}  // namespace carom
