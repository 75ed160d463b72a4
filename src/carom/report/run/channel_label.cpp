#include "carom/report/run/channel_label.h"

#include <array>
#include <utility>

namespace carom {
namespace {

// A unit as it ends a name: "_rad_per_s" for "rad/s".
std::string name_suffix(std::string_view unit) {
  std::string suffix = "_";
  while (!unit.empty()) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kSpelt{
        {{"/", "_per_"}, {"·", "_"}, {"²", "2"}, {"³", "3"}}};
    std::string_view spelt = unit.substr(0, 1);
    std::size_t read = 1;
    for (const auto& [sign, word] : kSpelt) {
      if (unit.starts_with(sign)) spelt = word, read = sign.size();
    }
    suffix += spelt;
    unit.remove_prefix(read);
  }
  return suffix;
}

}  // namespace

std::string channel_label(const Channel& channel) {
  // A number that tells equal names apart stays.
  const std::size_t number = std::min(channel.name.rfind('#'), channel.name.size());
  const std::string_view stem = std::string_view(channel.name).substr(0, number);
  const std::string suffix = name_suffix(channel.unit);
  if (channel.unit.empty() || !stem.ends_with(suffix)) return channel.name;
  return std::string(stem.substr(0, stem.size() - suffix.size())) + channel.name.substr(number);
}

std::string_view channel_group(const Channel& channel) {
  for (const std::string_view group : {"body", "drive", "constraint", "contact", "map", "ledger"}) {
    if (channel.name.starts_with(group) && channel.name.substr(group.size()).starts_with('.')) return group;
  }
  return "joint";
}

}  // namespace carom
