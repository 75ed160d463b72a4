#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// Words with values: "hunt-crossley stiffness=1e9 restitution={ alpha = 0.2 }" has the word "hunt-crossley" and two
/// assignments. Spaces inside of quotes, brackets and braces do not separate, and what has no = belongs to the value
/// before it: "duration=1 min".
struct Assignments {
  std::string name{};  // what stands before the first assignment
  std::vector<std::string> values{};
};
[[nodiscard]] Assignments split_assignments(std::string_view text);

}  // namespace carom::app
