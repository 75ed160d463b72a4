#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "carom/contact/law_info.h"
#include "carom/contact/parameter_checks.h"
#include "carom/contact/restitution.h"

namespace carom::impact {

/// What ends the restitution, once the end of compression is known.
enum class Hypothesis { Newton, Poisson, Stronge };

[[nodiscard]] constexpr LawInfo describe(Hypothesis hypothesis) {
  switch (hypothesis) {
    case Hypothesis::Newton:
      return {"newton", "separation speed is e times the approach speed; with friction it can gain energy",
              "C_f = -e C_0 along Routh's path", "wang1992"};
    case Hypothesis::Poisson:
      return {"poisson", "the impulse of restitution is e times that of compression; can gain energy in normal work",
              "P_T = (1 + e) P_C along Routh's path", "wang1992"};
    case Hypothesis::Stronge:
      break;
  }
  return {"stronge", "restitution gives back e^2 of the normal work of compression; never gains energy",
          "W_restitution = e^2 W_compression along Routh's path", "wang1992"};
}

/// One contact with Coulomb friction, followed through impulse space as Routh did: the impulse grows along the line of
/// limiting friction while the contact slips and along the line of sticking once it has stopped, if friction can hold
/// it there.
template <Hypothesis kind>
struct Routh {
  static constexpr Hypothesis kHypothesis = kind;
  static constexpr LawInfo kInfo = describe(kind);

  Restitution restitution{0.0};             // e at the approach speed, within [0, 1]  [-]
  double friction{};                        // μ while slipping  [-]
  std::optional<double> static_friction{};  // limit of sticking, at least friction; absent: the same  [-]

  void check(ParameterChecks& checks) const;
};

using Newton = Routh<Hypothesis::Newton>;
using Poisson = Routh<Hypothesis::Poisson>;
using Stronge = Routh<Hypothesis::Stronge>;

/// Newton's law for the normal and one ratio of the impulses, P_t = −r P_n, limited by three caps: friction, the ratio
/// that stops the slip, and the ratio at which no energy is lost.
struct Brach {
  static constexpr LawInfo kInfo{"brach", "Newton's law and one ratio of impulses under three caps",
                                 "P_t = -r P_n, |r| = min(mu, r that stops slip, r of zero loss), C_f = -e C_0",
                                 "wang1992"};

  Restitution restitution{0.0};  // e at the approach speed, within [0, 1]  [-]
  double friction{};             // μ  [-]

  void check(ParameterChecks& checks) const;
};

/// Newton's law in one jump: the whole impact sticks if the impulse that stops the slip lies in the friction cone, and
/// slips otherwise, along the average of the slip velocities before and after.
struct Aghili {
  static constexpr LawInfo kInfo{"aghili", "one jump: sticks if mu_s >= mu_cr, else slips along the average slip",
                                 "i = -G(I + E)v if |i_t| <= mu_s i_n, else i_t = -mu_d i_n dir(v_t + v_t')", "aghili"};

  Restitution restitution{0.0};             // e at the approach speed, within [0, 1]  [-]
  double friction{};                        // μ_d  [-]
  std::optional<double> static_friction{};  // μ_s, at least μ_d; absent: the same  [-]
  double tangential_restitution{};          // e_t of a sticking impact, within [0, 1]  [-]

  void check(ParameterChecks& checks) const;
};

/// Aghili's law with the discriminator as printed, which takes G and I + E to commute. For comparison only: its
/// impulse can leave the friction cone.
struct AghiliPrinted {
  static constexpr LawInfo kInfo{"aghili-printed", "aghili with the discriminator as printed; for comparison only",
                                 "as aghili, but sticks if mu_s >= |xi_t| / (|xi_n| (1 + e)), xi = G v", "aghili"};

  Restitution restitution{0.0};             // e at the approach speed, within [0, 1]  [-]
  double friction{};                        // μ_d  [-]
  std::optional<double> static_friction{};  // μ_s, at least μ_d; absent: the same  [-]
  double tangential_restitution{};          // e_t of a sticking impact, within [0, 1]  [-]

  void check(ParameterChecks& checks) const;
};

}  // namespace carom::impact

namespace carom {

/// Every law of rigid impact at one contact.
using ImpactLaw = std::variant<impact::Newton, impact::Poisson, impact::Stronge, impact::Brach, impact::Aghili,
                               impact::AghiliPrinted>;

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
