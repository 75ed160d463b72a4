#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "carom/contact/normal/azad_featherstone.h"
#include "carom/contact/normal/custom.h"
#include "carom/contact/normal/damped_by_restitution.h"
#include "carom/contact/normal/hertz.h"
#include "carom/contact/normal/hunt_crossley.h"
#include "carom/contact/normal/jackson_green.h"
#include "carom/contact/normal/kelvin_voigt.h"
#include "carom/contact/normal/lee_wang.h"
#include "carom/contact/normal/power.h"
#include "carom/contact/normal/thornton.h"
#include "carom/contact/normal/walton_braun.h"

namespace carom {

/// Every normal law. Most turn their parameters, and the speed latched at touch-down (rule R1), into a NormalResponse;
/// the others have a form of their own: see NormalContact. A new one is a file and a line here: docs/add-a-law.md. The
/// last is for programs that bring their own.
using NormalLaw =
    std::variant<normal::KelvinVoigt, normal::Hertz, normal::HuntCrossley, normal::LankaraniNikravesh, normal::LeeWang,
                 normal::Flores, normal::CarvalhoMartins, normal::Gonthier, normal::AzadFeatherstone, normal::Power,
                 normal::WaltonBraun, normal::Thornton, normal::JacksonGreen, normal::Custom>;

/// k [N/mᵖ]; zero: not given, for whoever uses the law to find from materials.
[[nodiscard]] double stiffness_of(const NormalLaw& law);
[[nodiscard]] inline bool has_stiffness(const NormalLaw& law) { return stiffness_of(law) != 0.0; }
void set_stiffness(NormalLaw& law, double stiffness);
/// p [-]
[[nodiscard]] double exponent_of(const NormalLaw& law);

/// The number that a contact keeps from its touch-down at `impact_speed` > 0 [m/s] until its depth is back at zero;
/// zero for laws that remember nothing.
[[nodiscard]] double calc_latch(const NormalLaw& law, double impact_speed);

/// The force law of a contact that latched this number: cheap, no equation is solved. Of a law with a form of its own,
/// the spring as which it begins.
[[nodiscard]] NormalResponse make_response(const NormalLaw& law, double latched);

/// Throws InputError naming key, value and range; returns sentences about what is allowed but doubtful.
[[nodiscard]] std::vector<std::string> validate(const NormalLaw& law);

[[nodiscard]] const LawInfo& info(const NormalLaw& law);
/// Those that scenes can choose, in the order of the variant.
[[nodiscard]] std::span<const LawInfo> list_normal_laws();

}  // namespace carom
