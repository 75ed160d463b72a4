#pragma once

#include <string>
#include <string_view>

#include "carom/recording/recording.h"

namespace carom {

/// The name without its unit: "upper.position" for "upper.position_rad".
[[nodiscard]] std::string channel_label(const Channel& channel);

/// What a channel is about: "joint", "body", "drive", "constraint", "contact" or "ledger".
[[nodiscard]] std::string_view channel_group(const Channel& channel);

}  // namespace carom
