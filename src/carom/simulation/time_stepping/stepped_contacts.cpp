#include "carom/simulation/time_stepping/stepped_contacts.h"

#include <fmt/format.h>

#include "carom/simulation/rule_pairs.h"

namespace carom {

SteppedContacts::SteppedContacts(const Model& model, const ContactSetup& setup)
    : shape_pairs_(find_ruled_pairs(model, setup, rule_of_pair_)),
      pairs_(model, setup.shapes, shape_pairs_),
      points_(pairs_),
      motions_(pairs_.slots().size()) {
  const bool is_alone = pairs_.num_slots() == 1;
  for (int i = 0; i < pairs_.num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[place(i)];
    const ContactRule& rule = setup.rules[rule_of_pair_[place(slot.pair)]];
    names_.push_back(is_alone ? rule.name() : fmt::format("{}#{}", rule.name(), i + 1));
    laws_.push_back(make_stepped_law(rule));
    motions_[place(i)].body_a = slot.body_a;
    motions_[place(i)].body_b = slot.body_b;
  }
}

void SteppedContacts::calc_motion(const Kinematics& kinematics) {
  calc_contact_points(pairs_, kinematics, points_);
  for (int i = 0; i < num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[place(i)];
    const ContactPoint& contact = points_.point(i);
    Motion& motion = motions_[place(i)];
    motion.gap = contact.gap;
    motion.normal = contact.normal;
    motion.point = contact.point;
    motion.velocity = calc_relative_velocity(contact, points_.shape(slot.shape_a), points_.shape(slot.shape_b));
  }
}

void SteppedContacts::add_forces(const Kinematics& kinematics, std::span<const double> memory, AppliedForces& applied) {
  calc_motion(kinematics);
  for (int i = 0; i < num_slots(); ++i) {
    const double normal_force = get(memory, i, kNormalForce);
    if (normal_force == 0.0) continue;
    const Motion& contact = motion(i);
    const Vector3 force = normal_force * contact.normal + friction(memory, i);
    const auto arm = [&](int body) { return PackedVector3(contact.point - as_eigen(kinematics.body(body).p_WB)); };
    applied.add_force(contact.body_a, arm(contact.body_a), force);
    applied.add_force(contact.body_b, arm(contact.body_b), -force);
  }
}

ContactView SteppedContacts::look_at(int slot, std::span<const double> memory) const {
  const Motion& contact = motion(slot);
  ContactView view;
  view.gap = contact.gap;
  view.touching = get(memory, slot, kNormalForce) > 0.0;
  if (!view.touching) return view;
  view.normal_force = get(memory, slot, kNormalForce);
  view.normal = contact.normal;
  view.friction = friction(memory, slot);
  view.slip = contact.velocity - contact.normal.dot(contact.velocity) * contact.normal;
  view.point = contact.point;
  if (law(slot).bristle_stiffness > 0.0) view.bristle = view.friction.norm() / law(slot).bristle_stiffness;
  view.dwell = get(memory, slot, kDwell);
  return view;
}

void SteppedContacts::append_rows(std::vector<LedgerRow>& rows) {
  rows.push_back({"contact compliance", LedgerKind::Stored, 0.0});
  rows.push_back({"bristles", LedgerKind::Stored, 0.0});
  rows.push_back({"friction", LedgerKind::Dissipated, 0.0});
  rows.push_back({"impact", LedgerKind::Dissipated, 0.0});
  rows.push_back({"time stepping", LedgerKind::Numerical, 0.0});
}

void SteppedContacts::write_rows(std::span<const double> memory, std::span<LedgerRow> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].value = memory[i];
}

}  // namespace carom
