#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace carom {

/// Base64 with padding, on one line (RFC 4648, section 4).
[[nodiscard]] std::string encode_base64(std::span<const std::byte> bytes);

}  // namespace carom
