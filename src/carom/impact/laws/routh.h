#pragma once

#include <optional>

#include "carom/contact/law_info.h"
#include "carom/impact/laws/group_form.h"
#include "carom/impact/laws/shared_keys.h"

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
  static constexpr SimultaneousForm kGroupForm =
      kind == Hypothesis::Newton ? SimultaneousForm::Newton : SimultaneousForm::Poisson;
  // Stronge's work of a contact depends on how the impulses of all grow together, which no rigid law says.
  static constexpr bool kForOneContact = kind == Hypothesis::Stronge;
  static constexpr bool kNeverGains = kind == Hypothesis::Stronge;

  Restitution restitution{0.0};             // e at the approach speed, within [0, 1]  [-]
  double friction{};                        // μ while slipping  [-]
  std::optional<double> static_friction{};  // limit of sticking, at least friction; absent: the same  [-]

  static void declare(LawKeys<Routh>& keys) {
    add_coefficients(keys);
    add_static_friction(keys);
  }
  void check(ParameterChecks& checks) const { check_static_friction(checks, friction, static_friction); }
};

using Newton = Routh<Hypothesis::Newton>;
using Poisson = Routh<Hypothesis::Poisson>;
using Stronge = Routh<Hypothesis::Stronge>;

}  // namespace carom::impact
