// The energy that contacts hold, and what they have lost.
#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/compliant/patches/patch_contact.h"

namespace carom {

double CompliantContacts::calc_stored_normal(const ConstState& state) const {
  double total = 0.0;
  for (int i = 0; i < num_slots(); ++i) {
    if (patch(i) != nullptr) {
      total += patch(i)->energy(time_).stored;
    } else if (is_touching(state, i) && passive(state, i, kReleased) == 0.0) {
      total += normal(i, state).stored(-motions_[static_cast<std::size_t>(i)].gap);
    }
  }
  return total;
}

double CompliantContacts::calc_stored_bristles(const ConstState& state) const {
  double total = 0.0;
  for (int i = 0; i < num_slots(); ++i) total += calc_stored_bristles(i, state);
  return total;
}

double CompliantContacts::calc_stored_bristles(int slot, const ConstState& state) const {
  if (at(slot).bristle < 0 || !pushes(slot, state)) return 0.0;
  const double normal = calc_normal(slot, state).force;
  return calc_friction(rule(slot).friction, Vector3::Zero(), normal, memory(slot, state)).stored;
}

double CompliantContacts::calc_lost(Passive what, const ConstState& state) const {
  double total = 0.0;
  for (int i = 0; i < num_slots(); ++i) total += calc_lost(i, what, state);
  return total;
}

double CompliantContacts::calc_lost(int slot, Passive what, const ConstState& state) const {
  if (patch(slot) != nullptr) {
    const PatchEnergy energy = patch(slot)->energy(time_);
    return what == kDamping ? energy.viscous : what == kFriction ? energy.friction : 0.0;
  }
  return passive(state, slot, what) - (what == kFriction ? calc_stored_bristles(slot, state) : 0.0);
}

double CompliantContacts::calc_lost_normal(int slot, const ConstState& state) const {
  if (patch(slot) != nullptr) return calc_lost(slot, kDamping, state);
  const bool released = is_touching(state, slot) && passive(state, slot, kReleased) > 0.0;
  const double still_held = released ? normal(slot, state).stored(-motion(slot).gap) : 0.0;
  return passive(state, slot, kDamping) + passive(state, slot, kClipped) - still_held;
}

}  // namespace carom
