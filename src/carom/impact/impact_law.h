#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "carom/contact/law_info.h"
#include "carom/contact/restitution.h"
#include "carom/impact/laws/aghili.h"
#include "carom/impact/laws/brach.h"
#include "carom/impact/laws/routh.h"
#include "carom/impact/laws/walton.h"

namespace carom {

/// Every law of rigid impact at one contact. Each has a restitution and a coefficient of friction, perhaps others; a
/// new one is a file and a line here: docs/add-a-law.md
using ImpactLaw = std::variant<impact::Newton, impact::Poisson, impact::Stronge, impact::Brach, impact::Aghili,
                               impact::AghiliPrinted, impact::Walton>;

/// Throws InputError naming key, value and range; returns sentences about what is allowed but doubtful.
[[nodiscard]] std::vector<std::string> validate(const ImpactLaw& law);
[[nodiscard]] const LawInfo& info(const ImpactLaw& law);
/// In the order of the variant.
[[nodiscard]] std::span<const LawInfo> list_impact_laws();

/// The law of that name with these parameters; none if there is no such name.
[[nodiscard]] std::optional<ImpactLaw> make_impact_law(std::string_view name, double restitution, double friction,
                                                       std::optional<double> static_friction = {});

/// e of an impact with this approach speed [m/s]; what does not approach counts as approaching with none.
[[nodiscard]] double get_restitution(const ImpactLaw& law, double approach_speed);
[[nodiscard]] const Restitution& get_restitution(const ImpactLaw& law);
[[nodiscard]] double get_friction(const ImpactLaw& law);
/// The limit of sticking: the same as friction where the law has no other.
[[nodiscard]] double get_static_friction(const ImpactLaw& law);
/// The same law with another coefficient of restitution: zero ends infinitely many bounces.
[[nodiscard]] ImpactLaw with_restitution(ImpactLaw law, double restitution);

}  // namespace carom
