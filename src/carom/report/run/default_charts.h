#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/recording/recording.h"

namespace carom {

/// Channels shown together, against time. All have the same unit.
struct Chart {
  std::string title{};
  std::vector<int> channels{};  // numbers in the recording
};

/// What is worth seeing first of a recording with these channels: positions and speeds of joints, contacts, drives,
/// constraints; what would be too much for one chart is left to be chosen by hand.
[[nodiscard]] std::vector<Chart> choose_charts(std::span<const Channel> channels);

/// The energy account: what is stored and where it went; the residual alone.
[[nodiscard]] std::vector<Chart> choose_ledger_charts(std::span<const Channel> channels);

}  // namespace carom
