#include "carom/impact/impact_law.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "carom/contact/variant_infos.h"

namespace carom {
namespace impact {
namespace {

void check_coefficients(ParameterChecks& checks, const Restitution& restitution, double friction,
                        const std::optional<double>& static_friction) {
  restitution.check(checks, "restitution", Restitution::Zero::Allowed);
  checks.not_negative("friction", friction);
  if (static_friction) checks.within("static_friction", *static_friction, {.least = friction});
}

}  // namespace

template <Hypothesis kind>
void Routh<kind>::check(ParameterChecks& checks) const {
  check_coefficients(checks, restitution, friction, static_friction);
}
template struct Routh<Hypothesis::Newton>;
template struct Routh<Hypothesis::Poisson>;
template struct Routh<Hypothesis::Stronge>;

void Brach::check(ParameterChecks& checks) const { check_coefficients(checks, restitution, friction, {}); }

void Aghili::check(ParameterChecks& checks) const {
  check_coefficients(checks, restitution, friction, static_friction);
  checks.within("tangential_restitution", tangential_restitution, {.least = 0.0, .most = 1.0});
}

void AghiliPrinted::check(ParameterChecks& checks) const {
  check_coefficients(checks, restitution, friction, static_friction);
  checks.within("tangential_restitution", tangential_restitution, {.least = 0.0, .most = 1.0});
  checks.warn("'aghili-printed' keeps a mistake of the paper for comparison; 'aghili' is the corrected law");
}

}  // namespace impact

namespace {

template <class Law>
ImpactLaw make_law(double restitution, double friction, const std::optional<double>& static_friction) {
  Law law;
  law.restitution = restitution;
  law.friction = friction;
  if constexpr (requires { law.static_friction; }) law.static_friction = static_friction;
  return law;
}

template <std::size_t... index>
std::optional<ImpactLaw> make_named_law(std::string_view name, double restitution, double friction,
                                        const std::optional<double>& static_friction,
                                        std::index_sequence<index...> /*all*/) {
  std::optional<ImpactLaw> law;
  const auto try_law = [&]<class Law>(std::type_identity<Law> /*type*/) {
    if (Law::kInfo.name == name) law = make_law<Law>(restitution, friction, static_friction);
  };
  (try_law(std::type_identity<std::variant_alternative_t<index, ImpactLaw>>{}), ...);
  return law;
}

}  // namespace

std::vector<std::string> validate(const ImpactLaw& law) {
  return std::visit([](const auto& member) { return check_law(member, "impact"); }, law);
}

const LawInfo& info(const ImpactLaw& law) { return list_impact_laws()[law.index()]; }

std::span<const LawInfo> list_impact_laws() {
  static constexpr auto kInfos = list_infos<ImpactLaw>();
  return kInfos;
}

std::optional<ImpactLaw> make_impact_law(std::string_view name, double restitution, double friction,
                                         std::optional<double> static_friction) {
  return make_named_law(name, restitution, friction, static_friction,
                        std::make_index_sequence<std::variant_size_v<ImpactLaw>>{});
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
