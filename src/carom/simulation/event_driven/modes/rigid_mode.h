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

/// How a contact that resists rolling, or spinning, turns as long as it is closed.
enum class TurningMode {
  Free,     // it does not resist
  Held,     // it does not turn: its moment is within its bound
  Resisted  // it turns, and its moment is at its bound against that
};

[[nodiscard]] constexpr bool is_closed(RigidMode mode) {
  return mode == RigidMode::Sliding || mode == RigidMode::Sticking;
}

}  // namespace carom
