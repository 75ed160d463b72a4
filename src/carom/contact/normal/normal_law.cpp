#include "carom/contact/normal/normal_law.h"

#include <array>

#include "carom/contact/variant_infos.h"

namespace carom {

double stiffness_of(const NormalLaw& law) {
  return std::visit([](const auto& member) { return member.spring().stiffness; }, law);
}

void set_stiffness(NormalLaw& law, double stiffness) {
  const auto set = [&](auto& member) {
    if constexpr (requires { member.stiffness; }) member.stiffness = stiffness;
  };
  std::visit(set, law);
}

double exponent_of(const NormalLaw& law) {
  return std::visit([](const auto& member) { return member.spring().exponent; }, law);
}

double calc_latch(const NormalLaw& law, double impact_speed) {
  const auto calc = [&](const auto& member) {
    if constexpr (requires { member.latch(impact_speed); }) return member.latch(impact_speed);
    return 0.0;
  };
  return std::visit(calc, law);
}

NormalResponse make_response(const NormalLaw& law, double latched) {
  const auto make = [&](const auto& member) {
    if constexpr (requires { member.response(latched); }) {
      return member.response(latched);
    } else {
      const PowerSpring spring = member.spring();
      return NormalResponse{
          .stiffness = spring.stiffness, .exponent = spring.exponent, .damping_exponent = spring.exponent};
    }
  };
  return std::visit(make, law);
}

std::vector<std::string> validate(const NormalLaw& law) {
  return std::visit([](const auto& member) { return check_law(member, "normal"); }, law);
}

const LawInfo& info(const NormalLaw& law) { return get_info(law); }

std::span<const LawInfo> list_normal_laws() {
  static constexpr auto kInfos = list_infos<NormalLaw>();
  return std::span(kInfos).first(count_scene_laws<NormalLaw>());
}

}  // namespace carom
