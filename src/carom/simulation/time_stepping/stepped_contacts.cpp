#include "carom/simulation/time_stepping/stepped_contacts.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

// More shapes, rules or features than this no checkpoint has.
constexpr double kMostPlaces = 1e9;

}  // namespace

SteppedContacts::SteppedContacts(const Model& model, const ContactSetup& setup, int most_listed)
    : slots_(model, setup, most_listed), names_(setup.shapes), memory_(place(slots_.count())) {
  for (const ContactRule& rule : setup.rules) laws_.push_back(make_stepped_law(rule));
  name_views(setup);
}

void SteppedContacts::name_views(const ContactSetup& setup) {
  if (!slots_.are_listed()) {
    for (const ContactRule& rule : setup.rules) {
      views_.push_back({.name = rule.name(), .sides = {.surface_a = rule.surface_a, .surface_b = rule.surface_b}});
    }
    shown_.assign(views_.size(), -1);
    return;
  }
  for (int i = 0; i < num_slots(); ++i) {
    const ContactSlots::Slot& slot = slots_.slot(i);
    views_.push_back(names_.make_report(slot.shape_a, slot.shape_b, slot.feature));
    shown_.push_back(i);
  }
}

std::string SteppedContacts::describe(int slot) const {
  const ContactSlots::Slot& own = slots_.slot(slot);
  return names_.of_point(own.shape_a, own.shape_b, own.feature);
}

void SteppedContacts::find(const Kinematics& kinematics, double margin, double step) {
  if (!slots_.are_listed()) {
    kept_.resize(memory_.size());
    std::ranges::transform(memory_, kept_.begin(),
                           [](const ContactMemory& memory) { return memory.is_empty() ? 0 : 1; });
  }
  slots_.find(kinematics, margin, step, kept_);
  if (slots_.are_listed()) return;
  std::swap(memory_, memory_before_);
  memory_.clear();
  for (const int origin : slots_.origins()) {
    memory_.push_back(origin < 0 ? ContactMemory{} : memory_before_[place(origin)]);
  }
}

void SteppedContacts::add_forces(const Kinematics& kinematics, AppliedForces& applied) {
  calc_motion(kinematics);
  for (int i = 0; i < num_slots(); ++i) {
    const ContactMemory& last = memory(i);
    if (last.normal_force == 0.0) continue;
    const Motion& contact = motion(i);
    const Vector3 force = last.normal_force * contact.normal + last.friction;
    const auto arm = [&](int body) { return PackedVector3(contact.point - as_eigen(kinematics.body(body).p_WB)); };
    applied.add_force(contact.body_a, arm(contact.body_a), force);
    applied.add_force(contact.body_b, arm(contact.body_b), -force);
    if (last.moment.isZero(0.0)) continue;
    applied.add_torque(contact.body_a, last.moment);
    applied.add_torque(contact.body_b, -last.moment);
  }
  if (!slots_.are_listed()) find_strongest();
}

// Of each rule: the contact with the largest force, or with the least gap where none presses.
void SteppedContacts::find_strongest() {
  std::ranges::fill(shown_, -1);
  const auto is_before = [&](int a, int b) {
    if (memory(a).normal_force != memory(b).normal_force) return memory(a).normal_force > memory(b).normal_force;
    return motion(a).gap < motion(b).gap;
  };
  for (int i = 0; i < num_slots(); ++i) {
    int& shown = shown_[place(slots_.slot(i).rule)];
    if (shown < 0 || is_before(i, shown)) shown = i;
  }
}

Contact SteppedContacts::look_at(int view) const {
  const int slot = shown_[place(view)];
  if (slot >= 0) return contact(slot);
  Contact none;
  none.gap = std::numeric_limits<double>::quiet_NaN();
  return none;
}

Contact SteppedContacts::contact(int slot) const {
  const ContactSlots::Slot& own = slots_.slot(slot);
  const Motion& motion = this->motion(slot);
  const ContactMemory& last = memory(slot);
  Contact seen{.id = {own.shape_a, own.shape_b, own.feature},
               .body_a = motion.body_a,
               .body_b = motion.body_b,
               .name = view(view_of(slot)).name,
               .gap = motion.gap,
               .gap_rate = motion.normal.dot(motion.velocity),
               .touching = last.normal_force > 0.0};
  if (!seen.touching) return seen;
  seen.point = motion.point;
  seen.normal = motion.normal;
  seen.slip = motion.velocity - seen.gap_rate * motion.normal;
  seen.normal_force = last.normal_force;
  seen.friction = last.friction;
  if (law(slot).bristle_stiffness > 0.0) seen.bristle = seen.friction.norm() / law(slot).bristle_stiffness;
  seen.dwell = last.dwell;
  return seen;
}

void SteppedContacts::save(Saved& saved) const {
  saved.slots = slots_.slots();
  saved.memory = memory_;
}

void SteppedContacts::restore(const Saved& saved) {
  (void)slots_.restore(saved.slots);
  memory_ = saved.memory;
}

void SteppedContacts::append_numbers(std::vector<double>& numbers) const {
  for (int i = 0; i < num_slots(); ++i) {
    ContactMemory last = memory(i);
    if (last.is_empty()) continue;
    const ContactSlots::Slot& slot = slots_.slot(i);
    for (const int number : {slot.shape_a, slot.shape_b, slot.rule, slot.feature}) numbers.push_back(number);
    last.for_each_number([&](double number) { numbers.push_back(number); });
  }
}

bool SteppedContacts::restore_numbers(std::span<const double> numbers) {
  NumberReader left(numbers);
  Saved saved;
  while (!left.empty() && !left.failed()) {
    const auto take = [&] { return static_cast<int>(left.take_count(kMostPlaces)); };
    ContactSlots::Slot& slot = saved.slots.emplace_back();
    for (int* number : {&slot.shape_a, &slot.shape_b, &slot.rule, &slot.feature}) *number = take();
    saved.memory.emplace_back().for_each_number([&](double& number) { number = left.take(); });
  }
  if (left.failed() || !slots_.restore(saved.slots)) return false;
  if (!slots_.are_listed()) {
    memory_ = std::move(saved.memory);
    return true;
  }
  std::ranges::fill(memory_, ContactMemory{});
  for (std::size_t i = 0; i < saved.slots.size(); ++i) {
    const auto found = std::ranges::find(slots_.slots(), saved.slots[i]);
    if (found == slots_.slots().end()) return false;
    memory_[static_cast<std::size_t>(found - slots_.slots().begin())] = saved.memory[i];
  }
  return true;
}

void SteppedContacts::append_rows(std::vector<LedgerRow>& rows) const {
  rows.push_back({"contact compliance", LedgerKind::Stored, 0.0});
  rows.push_back({"bristles", LedgerKind::Stored, 0.0});
  rows.push_back({"friction", LedgerKind::Dissipated, 0.0});
  rows.push_back({"impact", LedgerKind::Dissipated, 0.0});
  rows.push_back({"time stepping", LedgerKind::Numerical, 0.0});
  if (std::ranges::any_of(laws_, &SteppedLaw::resists_turning)) {
    rows.push_back({"rolling resistance", LedgerKind::Dissipated, 0.0});
  }
}

void SteppedContacts::write_rows(std::span<const double> accounts, std::span<LedgerRow> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].value = accounts[i];
}

}  // namespace carom
