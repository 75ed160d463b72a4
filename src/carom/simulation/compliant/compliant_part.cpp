#include "carom/simulation/compliant/compliant_part.h"

#include <algorithm>

#include "carom/simulation/compliant/patches/patch_contact.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {
namespace {

template <class Holds>
bool any_rule(const CompliantContacts& contacts, const Holds& holds) {
  for (int i = 0; i < contacts.num_slots(); ++i) {
    if (holds(contacts.rule(i))) return true;
  }
  return false;
}

template <class Values>
std::span<const double> view(const Values& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

// The event lasts until the gap opens; a contact that leaves a dent has long stopped pushing then  [s].
double calc_time_of_force(const CompliantContacts& contacts, const ContactEvent& event, double mass) {
  if (!contacts.remembers(event.slot)) return event.duration;
  return std::min(event.duration, contacts.estimate_duration(event.slot, event.approach_speed, mass));
}

}  // namespace

CompliantPart::CompliantPart(CompliantContacts& contacts, Role role)
    : contacts_(contacts),
      role_(role),
      num_active_(static_cast<std::size_t>(contacts.num_active())),
      num_passive_(static_cast<std::size_t>(contacts.num_passive())) {
  const auto add = [&](bool wanted, const char* name, CompliantContacts::Passive what) {
    if (wanted) totals_.push_back({{name, LedgerKind::Dissipated, 0.0}, what});
  };
  const bool acts = role == Role::Acts;
  add(true, "contact damping", CompliantContacts::kDamping);
  add(true, "clipped contact force", CompliantContacts::kClipped);
  add(any_rule(contacts, [](const ContactRule& rule) { return rule.has_friction(); }),
      acts ? "friction" : "compliant friction", CompliantContacts::kFriction);
  add(any_rule(contacts, [](const ContactRule& rule) { return rule.resists_rolling(); }),
      acts ? "rolling resistance" : "compliant rolling resistance", CompliantContacts::kResistance);
}

void CompliantPart::append_stored_rows(std::vector<LedgerRow>& rows) const {
  rows.push_back({"contact compliance", LedgerKind::Stored, 0.0});
  if (contacts_.has_bristles()) rows.push_back({"bristles", LedgerKind::Stored, 0.0});
}

double CompliantPart::calc_stored(int row, std::span<const double> y) const {
  return row == 0 ? contacts_.calc_stored_normal(state(y)) : contacts_.calc_stored_bristles(state(y));
}

void CompliantPart::append_total_rows(std::vector<LedgerRow>& rows) const {
  for (const Total& total : totals_) rows.push_back(total.row);
}

void CompliantPart::write_totals(std::span<const double> y, std::span<LedgerRow> rows) const {
  for (std::size_t i = 0; i < totals_.size(); ++i) rows[i].value = contacts_.calc_lost(totals_[i].what, state(y));
}

double CompliantPart::calc_effective_mass(int slot) const {
  const ContactSlot& own = contacts_.pairs().slots()[static_cast<std::size_t>(slot)];
  const ContactPoint& contact = contacts_.point(slot);
  return system().calc_effective_mass(own.body_a, own.body_b, contact.point, contact.normal);
}

Contact CompliantPart::look_at(int slot, std::span<const double> y) const {
  const CompliantContacts::ConstState state = this->state(y);
  const ContactSlot& own = contacts_.pairs().slots()[static_cast<std::size_t>(slot)];
  Contact contact{.id = {own.shape_a, own.shape_b, own.feature},
                  .body_a = own.body_a,
                  .body_b = own.body_b,
                  .name = contacts_.name(slot),
                  .gap = contacts_.motion(slot).gap,
                  .gap_rate = -contacts_.motion(slot).depth_rate,
                  .touching = CompliantContacts::is_touching(state, slot)};
  if (!contact.touching) return contact;
  const FrictionMemory memory = contacts_.memory(slot, state);
  contact.normal_force = contacts_.forces(slot).normal;
  contact.normal = contacts_.point(slot).normal;
  contact.friction = contacts_.forces(slot).friction;
  contact.slip = contacts_.motion(slot).slip;
  contact.point = contacts_.point(slot).point;
  contact.bristle = memory.bristle.norm();
  contact.dwell = memory.dwell;
  return contact;
}

void CompliantPart::append_touching(std::span<const double> y, std::vector<Contact>& contacts) const {
  for (int slot = 0; slot < num_views(); ++slot) {
    const Contact contact = look_at(slot, y);
    if (contact.touching) contacts.push_back(contact);
  }
}

std::optional<ContactMap> CompliantPart::find_map(int slot) const {
  const PatchContact* const contact = contacts_.patch(slot);
  if (contact == nullptr) return {};
  const ContactPatch& patch = contact->patch();
  return ContactMap{.num_x = patch.grid().num_x,
                    .num_y = patch.grid().num_y,
                    .dx = patch.grid().dx,
                    .dy = patch.grid().dy,
                    .middle = contacts_.point(slot).point - contact->from_middle(),
                    .normal = contact->grid_normal(),
                    .axis = contact->grid_axis(),
                    .pressure = view(patch.pressure()),
                    .traction_x = view(patch.traction().x),
                    .traction_y = view(patch.traction().y)};
}

void CompliantPart::append_material_stiffnesses(std::vector<MaterialStiffness>& stiffnesses) const {
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    if (has_stiffness(contacts_.rule(slot).normal)) continue;
    stiffnesses.push_back({contacts_.name(slot), contacts_.calc_stiffness(slot)});
  }
}

std::optional<ContactPart::ResolvedImpact> CompliantPart::describe_impact(const ContactEvent& lift_off) const {
  const ContactRule& rule = contacts_.rule(lift_off.slot);
  if (rule.patch) return {};
  const double mass = calc_effective_mass(lift_off.slot);
  return ResolvedImpact{.law = make_response(rule.normal, calc_latch(rule.normal, lift_off.approach_speed)),
                        .mass = mass,
                        .duration = calc_time_of_force(contacts_, lift_off, mass)};
}

}  // namespace carom
