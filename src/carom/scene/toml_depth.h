#pragma once

#include <optional>
#include <string_view>

#include "carom/base/schema/value.h"

namespace carom {

inline constexpr int kMostKeyParts = 16;

/// The place of a dotted key (a.b.c) in a text of TOML with more parts than that, if there is one. toml++ nests a table
/// for each part, as many as there are, and takes them apart recursively: a long enough key would exhaust the stack.
[[nodiscard]] std::optional<schema::Place> find_deep_key(std::string_view text);

}  // namespace carom
