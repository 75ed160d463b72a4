#include "carom/report/run/default_charts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "carom/report/run/channel_label.h"

namespace carom {
namespace {

constexpr std::size_t kMostTogether = 7;  // as many as lines have colors

struct Kind {
  std::string_view group;
  std::string_view unit;
  std::string_view title;
};
// In the order of the charts.
constexpr std::array<Kind, 18> kKinds{{{"joint", "rad", "Joint angles"},
                                       {"joint", "m", "Joint displacements"},
                                       {"contact", "N", "Contact forces"},
                                       {"contact", "m", "Gaps and bristles"},
                                       {"contact", "m/s", "Slip"},
                                       {"contact", "", "Dwell states"},
                                       {"joint", "rad/s", "Joint angular velocities"},
                                       {"joint", "m/s", "Joint velocities"},
                                       {"joint", "", "Orientations"},
                                       {"body", "m", "Positions of bodies"},
                                       {"body", "m/s", "Velocities of bodies"},
                                       {"body", "rad/s", "Angular velocities of bodies"},
                                       {"drive", "N·m", "Drive torques"},
                                       {"drive", "N", "Drive forces"},
                                       {"constraint", "N", "Constraint forces"},
                                       {"constraint", "N·m", "Constraint torques"},
                                       {"drive", "W", "Drive powers"},
                                       {"contact", "J", "Contact energies"}}};

// The parts of a contact's vectors, along x, y and z: the replay draws them.
bool is_part_of_vector(const Channel& channel) {
  constexpr std::array<std::string_view, 6> kEnds{".x_m", ".y_m", ".z_m", "_x_N", "_y_N", "_z_N"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return channel.name.ends_with(end); });
}

bool is_of(const Channel& channel, const Kind& kind) {
  if (channel.unit != kind.unit || channel_group(channel) != kind.group) return false;
  return kind.group != "contact" || !is_part_of_vector(channel);
}

}  // namespace

std::vector<Chart> choose_charts(std::span<const Channel> channels) {
  std::vector<Chart> charts;
  for (const Kind& kind : kKinds) {
    Chart chart{.title = std::string(kind.title)};
    // The first channel is the time.
    for (std::size_t i = 1; i < channels.size() && chart.channels.size() < kMostTogether; ++i) {
      if (is_of(channels[i], kind)) chart.channels.push_back(static_cast<int>(i));
    }
    if (!chart.channels.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

std::vector<Chart> choose_ledger_charts(std::span<const Channel> channels) {
  Chart account{.title = "Energy account"}, residual{.title = "Residual"};
  for (std::size_t i = 1; i < channels.size(); ++i) {
    if (channel_group(channels[i]) != "ledger") continue;
    Chart& chart = channels[i].name == "ledger.residual_J" ? residual : account;
    if (chart.channels.size() < kMostTogether) chart.channels.push_back(static_cast<int>(i));
  }
  std::vector<Chart> charts;
  for (Chart& chart : std::array{account, residual}) {
    if (!chart.channels.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace carom
