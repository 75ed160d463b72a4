#pragma once

#include <string_view>

namespace carom {

/// Whether a name comes before another as people count: "ball 2" before "ball 10".
[[nodiscard]] bool comes_before(std::string_view a, std::string_view b);

}  // namespace carom
