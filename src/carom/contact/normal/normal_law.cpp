#include "carom/contact/normal/normal_law.h"

#include <array>

#include "carom/contact/variant_infos.h"

namespace carom {

double stiffness_of(const NormalLaw& law) {
  return std::visit([](const auto& member) { return member.stiffness; }, law);
}

void set_stiffness(NormalLaw& law, double stiffness) {
  std::visit([&](auto& member) { member.stiffness = stiffness; }, law);
}

double exponent_of(const NormalLaw& law) {
  return std::visit([](const auto& member) { return member.exponent; }, law);
}

double calc_latch(const NormalLaw& law, double impact_speed) {
  return std::visit([&](const auto& member) { return member.latch(impact_speed); }, law);
}

NormalResponse make_response(const NormalLaw& law, double latched) {
  return std::visit([&](const auto& member) { return member.response(latched); }, law);
}

std::vector<std::string> validate(const NormalLaw& law) {
  return std::visit([](const auto& member) { return check_law(member, "normal"); }, law);
}

const LawInfo& info(const NormalLaw& law) { return list_normal_laws()[law.index()]; }

std::span<const LawInfo> list_normal_laws() {
  static constexpr auto kInfos = list_infos<NormalLaw>();
  return kInfos;
}

}  // namespace carom
