#pragma once

#include <string>
#include <string_view>

namespace carom {

/// Valid UTF-8: every byte that is not part of a character becomes U+FFFD.
[[nodiscard]] std::string repair_utf8(std::string_view text);

}  // namespace carom
