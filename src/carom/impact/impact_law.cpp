#include "carom/impact/impact_law.h"

#include <algorithm>

#include "carom/contact/parameter_checks.h"
#include "carom/contact/variant_infos.h"
#include "carom/contact/variant_keys.h"

namespace carom {
std::vector<std::string> validate(const ImpactLaw& law) {
  return std::visit([](const auto& member) { return check_law(member, "impact"); }, law);
}

const LawInfo& info(const ImpactLaw& law) { return get_info(law); }

std::span<const LawInfo> list_impact_laws() {
  static constexpr auto kInfos = list_infos<ImpactLaw>();
  return kInfos;
}

std::optional<ImpactLaw> make_impact_law(std::string_view name, double restitution, double friction,
                                         std::optional<double> static_friction) {
  std::optional<ImpactLaw> law = find_law<ImpactLaw>(name);
  if (!law) return law;
  const auto set = [&](auto& member) {
    member.restitution = restitution;
    member.friction = friction;
    if constexpr (requires { member.static_friction; }) member.static_friction = static_friction;
  };
  std::visit(set, *law);
  return law;
}

const Restitution& get_restitution(const ImpactLaw& law) {
  return std::visit([](const auto& member) -> const Restitution& { return member.restitution; }, law);
}

double get_restitution(const ImpactLaw& law, double approach_speed) {
  return get_restitution(law).at(std::max(approach_speed, 0.0));
}

double get_friction(const ImpactLaw& law) {
  return std::visit([](const auto& member) { return member.friction; }, law);
}

double get_static_friction(const ImpactLaw& law) {
  return std::visit(
      [](const auto& member) {
        if constexpr (requires { member.static_friction; }) return member.static_friction.value_or(member.friction);
        return member.friction;
      },
      law);
}

ImpactLaw with_restitution(ImpactLaw law, double restitution) {
  std::visit([&](auto& member) { member.restitution = restitution; }, law);
  return law;
}

}  // namespace carom
