#pragma once

#include "carom/collision/pair_list.h"

namespace carom {

/// Whether the gap of a slot says that its point is not in use: such points are apart by the size of both shapes more
/// than the nearest one of their pair.
[[nodiscard]] inline bool is_unused(const PairList& pairs, const ContactSlot& slot, double gap) {
  constexpr double kApart = 0.5;
  return gap > kApart * (pairs.shape(slot.shape_a).reach + pairs.shape(slot.shape_b).reach);
}

/// Where the contact of a slot whose point is not in use may go on: the slot of its pair with the least gap of those
/// that are in use and free. −1: there is none, or the slot's own point is in use.
template <class GapOf, class IsFree>
[[nodiscard]] int find_heir(const PairList& pairs, int slot, GapOf gap_of, IsFree is_free) {
  const ContactSlot& own = pairs.slots()[static_cast<std::size_t>(slot)];
  if (!is_unused(pairs, own, gap_of(slot))) return -1;
  const PairList::Pair& pair = pairs.pairs()[static_cast<std::size_t>(own.pair)];
  int heir = -1;
  for (int i = pair.first_slot; i < pair.first_slot + pair.num_slots; ++i) {
    if (is_unused(pairs, own, gap_of(i)) || !is_free(i)) continue;
    if (heir < 0 || gap_of(i) < gap_of(heir)) heir = i;
  }
  return heir;
}

/// A contact that touches in a slot whose point belongs to another slot now.
struct DisplacedContact {
  int slot{}, heir{};
  bool joins{};  // the contact of the heir, which touches there already
  bool parts{};  // the surfaces move apart or together there: the contact has come to its end
};

}  // namespace carom
