#pragma once

#include "carom/impact/laws/group_form.h"
#include "carom/impact/several/contact_set.h"

namespace carom {

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

/// As the law declares.
[[nodiscard]] SimultaneousForm get_form(const ImpactLaw& law);

}  // namespace carom
