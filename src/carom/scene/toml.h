#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/value.h"

namespace carom {

/// A text longer than this is no scene: 200,000 bodies fit.
inline constexpr std::size_t kLongestToml = std::size_t{64} << 20U;  // [bytes]

/// A table that holds what the text of diagnostics.sources()[source] says. Nothing, and an error is reported, where it
/// is not TOML, too long, or nested too deeply.
[[nodiscard]] std::optional<schema::Value> parse_toml(int source, schema::Diagnostics& diagnostics);

/// A single value in the notation of TOML; anything that is none is a text without quotes ("2 kg").
[[nodiscard]] schema::Value parse_toml_value(std::string_view text, schema::Place place);

}  // namespace carom
