#pragma once

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

}  // namespace carom
