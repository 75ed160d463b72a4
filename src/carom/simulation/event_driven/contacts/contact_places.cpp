// Where the points of two shapes change their slots while a contact of theirs is closed.
#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/simulation/event_driven/contacts/rigid_contacts.h"

namespace carom {

namespace {

// Drift of closed contacts is far slower  [m/s].
constexpr double kParts = 1e-5;

}  // namespace

void RigidContacts::follow(std::span<const double> memory) {
  while (!displaced_.empty()) {
    exchange_points(displaced_.back());
    displaced_.pop_back();
  }
  const auto gap_of = [&](int slot) { return motion(slot).gap; };
  const auto is_free = [&](int slot) { return mode(memory, slot) == RigidMode::Open; };
  for (int i = 0; i < num_slots(); ++i) {
    const RigidMode own = mode(memory, i);
    if (own == RigidMode::Open || own == RigidMode::Unexamined) continue;
    if (!is_unused(pairs_, pairs_.slots()[place(i)], gap_of(i))) continue;
    const int nearest = find_nearest(i);
    const int heir = nearest < 0 ? find_heir(pairs_, i, gap_of, is_free) : nearest;
    if (heir < 0) continue;
    displaced_.push_back({.slot = i, .heir = heir, .joins = !is_free(heir)});
    if (displaced_.back().joins) {
      motions_[place(i)] = motions_[place(heir)];
      points_.points[place(i)] = points_.points[place(heir)];
    } else {
      exchange_points(displaced_.back());
    }
    displaced_.back().parts = std::abs(motion(i).gap_rate) > kParts;
  }
}

bool RigidContacts::has_parted(int slot) const {
  const auto is_it = [&](const DisplacedContact& contact) { return contact.slot == slot && contact.parts; };
  return !displaced_.empty() && std::ranges::any_of(displaced_, is_it);
}

// The slot in use of the same pair whose point is where this one came to its end. −1: none is near.
int RigidContacts::find_nearest(int slot) const {
  constexpr double kNear = 0.01;  // of both shapes: a point may have gone on for a step
  const ContactSlot& own = pairs_.slots()[place(slot)];
  const PairList::Pair& pair = pairs_.pairs()[place(own.pair)];
  double least = kNear * (pairs_.shape(own.shape_a).reach + pairs_.shape(own.shape_b).reach);
  int nearest = -1;
  for (int i = pair.first_slot; i < pair.first_slot + pair.num_slots; ++i) {
    if (is_unused(pairs_, own, motion(i).gap)) continue;
    const double way = (motion(i).point - motion(slot).point).norm();
    if (way < least) least = way, nearest = i;
  }
  return nearest;
}

// A contact that has joined another one is without a point again.
void RigidContacts::exchange_points(const DisplacedContact& contact) {
  if (contact.joins) {
    const ContactSlot& own = pairs_.slots()[place(contact.slot)];
    const double unused = pairs_.shape(own.shape_a).reach + pairs_.shape(own.shape_b).reach;
    motions_[place(contact.slot)].gap = points_.points[place(contact.slot)].gap = unused;
    return;
  }
  std::swap(motions_[place(contact.slot)], motions_[place(contact.heir)]);
  std::swap(points_.points[place(contact.slot)], points_.points[place(contact.heir)]);
}

// Losses are of the slots in which they came about.
void RigidContacts::hand_over(std::span<double> memory) {
  for (const auto& [slot, heir, joins, parts] : displaced_) {
    for (int what = 0; what < kImpactLoss; ++what) {
      if (!joins) set(memory, heir, static_cast<Memory>(what), get(memory, slot, static_cast<Memory>(what)));
      set(memory, slot, static_cast<Memory>(what), 0.0);
    }
    set_mode(memory, slot, RigidMode::Open);
    for (int what = 0; any_resists_ && what < kPerTurning; ++what) {
      const auto number = static_cast<TurningMemory>(what);
      const double own = std::exchange(memory[turning_place(slot, number)], 0.0);
      if (!joins) memory[turning_place(heir, number)] = own;
    }
  }
}

}  // namespace carom
