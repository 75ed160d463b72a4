#pragma once

#include "carom/impact/several/contact_set.h"

namespace carom {

/// What a contact's law asks for where several contacts collide at once. u is the velocity, ⁻ before and ⁺ after the
/// impact, P the whole impulse of the contact; friction obeys Coulomb's law with the slip that is named.
enum class SimultaneousForm {
  Newton,  // 0 ≤ P_n ⟂ u_n⁺ + e u_n⁻ ≥ 0, friction against u_t⁺
  Poisson,  // compression to 0 ≤ p_n ⟂ u_n ≥ 0, then an expansion with at least e times its impulse; friction against
            // the slip at the end of each
  Average  // Newton's normal; sticking (u_t⁺ = −e_t u_t⁻) where the cone has it, else friction against u_t⁻ + u_t⁺
};

/// All contacts at once, each by the form of its own law: one problem for the compression of contacts with Poisson's
/// form, in which the others take part without restitution, and one for the end.                      [glocker1995]
///
/// Static friction above the kinetic one: a contact sticks within the static cone, or slides with kinetic friction.
/// Held contacts that slip all the same are released, never to be held again, until none does.
///
/// Stronge's law promises not to gain energy. In a group it is Poisson's form, with the restitution of such contacts
/// reduced by a common factor where the group would gain.
ContactSetResult resolve_simultaneous_impact(const ContactSet& contacts);
/// The same with one form for all.
ContactSetResult resolve_simultaneous_impact(const ContactSet& contacts, SimultaneousForm form);

/// Poisson's form for Poisson's and Stronge's laws, the average of Aghili's for his, Newton's for all others.
[[nodiscard]] SimultaneousForm get_form(const ImpactLaw& law);

}  // namespace carom
