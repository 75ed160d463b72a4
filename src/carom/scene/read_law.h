#pragma once

#include <span>
#include <string>

#include "carom/contact/normal/normal_law.h"

namespace carom {

/// A law that was read, and what is doubtful about it, as to be shown.
struct NormalLawText {
  NormalLaw law{};
  std::string warnings{};  // empty: none
};

/// The law of a name with keys as scenes have them: `stiffness=1e9`, `restitution={ alpha = 0.2 }`. Throws SceneError
/// with all mistakes at once; an unknown name or key comes with the nearest.
[[nodiscard]] NormalLawText read_normal_law(const std::string& name, std::span<const std::string> assignments);

}  // namespace carom
