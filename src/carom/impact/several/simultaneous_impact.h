#pragma once

#include "carom/impact/several/contact_set.h"

namespace carom {

/// Which hypothesis the complementarity form carries over to many contacts.
enum class SimultaneousForm {
  Newton,  // v_n' + e v_n ≥ 0 ⟂ P_n ≥ 0
  Poisson  // compression to v_n ≥ 0 ⟂ P_n ≥ 0, then an expansion with at least e times its impulse
};

/// All contacts at once: complementarity along the normals, Coulomb friction against the slip at the end of each
/// phase.                                                                                          [glocker1995]
/// Of the laws only the coefficients are used. Solved by trying every combination of modes, exactly in the plane.
ContactSetResult resolve_simultaneous_impact(const ContactSet& contacts, SimultaneousForm form);

/// Poisson's form for Poisson's and Stronge's laws, Newton's for all others.
[[nodiscard]] SimultaneousForm get_form(const ImpactLaw& law);

}  // namespace carom
