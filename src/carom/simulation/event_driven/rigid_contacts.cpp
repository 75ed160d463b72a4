#include "carom/simulation/event_driven/rigid_contacts.h"

#include "carom/base/input_error.h"
#include "carom/simulation/rule_pairs.h"

namespace carom {
namespace {

std::vector<ShapePair> find_rigid_pairs(const Model& model, const ContactSetup& setup,
                                        std::vector<std::size_t>& rule_of_pair) {
  for (const ContactRule& rule : setup.rules) {
    if (!rule.impact) throw InputError("contact " + rule.name(), "has no law of impact, which rigid contacts need");
    if (rule.resists_rolling()) {
      throw InputError("contact " + rule.name(), "resists rolling or spinning, which rigid contacts do not");
    }
  }
  return find_ruled_pairs(model, setup, rule_of_pair);
}

}  // namespace

RigidContacts::RigidContacts(const Model& model, const ContactSetup& setup)
    : shape_pairs_(find_rigid_pairs(model, setup, rule_of_pair_)),
      pairs_(model, setup.shapes, shape_pairs_),
      order_(make_contact_order(pairs_, setup.shapes)),
      points_(pairs_),
      point_rates_(pairs_),
      motions_(pairs_.slots().size()) {
  const ContactNames names(setup.shapes);
  for (int i = 0; i < pairs_.num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[place(i)];
    const ContactRule& rule = setup.rules[rule_of_pair_[place(slot.pair)]];
    empty_reports_.push_back(names.make_report(slot.shape_a, slot.shape_b, slot.feature));
    laws_.push_back(*rule.impact);
    frictions_.push_back({get_friction(*rule.impact), get_static_friction(*rule.impact)});
    Motion& motion = motions_[place(i)];
    motion.body_a = order_.flipped[place(i)] ? slot.body_b : slot.body_a;
    motion.body_b = order_.flipped[place(i)] ? slot.body_a : slot.body_b;
  }
}

void RigidContacts::calc_motion(const Kinematics& kinematics) {
  calc_contact_points(pairs_, kinematics, points_);
  for (int i = 0; i < num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[place(i)];
    const ContactPoint& contact = points_.point(i);
    const bool flipped = order_.flipped[place(i)];
    const double sign = flipped ? -1.0 : 1.0;
    const Vector3 velocity = calc_relative_velocity(contact, points_.shape(slot.shape_a), points_.shape(slot.shape_b));
    Motion& motion = motions_[place(i)];
    motion.gap = contact.gap;
    motion.normal = sign * contact.normal;
    motion.normal_rate = sign * contact.normal_rate;
    motion.point = contact.point;
    motion.velocity = sign * velocity;
    motion.rate = contact.normal.dot(velocity);
    motion.slip = motion.velocity - motion.rate * motion.normal;
  }
}

}  // namespace carom
