#include "carom/simulation/event_driven/impacts/contact_order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

#include "carom/model/shapes/shape_order.h"

namespace carom {

std::vector<int> rank_shapes(std::span<const ShapeSpec> shapes) {
  std::vector<int> sorted(shapes.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::ranges::stable_sort(sorted, [&](int a, int b) {
    return comes_before(shapes[static_cast<std::size_t>(a)], shapes[static_cast<std::size_t>(b)]);
  });
  std::vector<int> ranks(shapes.size());
  for (std::size_t place = 0; place < sorted.size(); ++place) {
    ranks[static_cast<std::size_t>(sorted[place])] = static_cast<int>(place);
  }
  return ranks;
}

ContactOrder make_contact_order(const PairList& pairs, std::span<const int> shape_ranks) {
  const auto rank = [&](int shape) { return shape_ranks[static_cast<std::size_t>(shape)]; };
  ContactOrder order;
  order.slots.resize(pairs.slots().size());
  std::iota(order.slots.begin(), order.slots.end(), 0);
  for (const ContactSlot& slot : pairs.slots()) order.flipped.push_back(rank(slot.shape_b) < rank(slot.shape_a));
  const auto make_slot_key = [&](int number) {
    const ContactSlot& slot = pairs.slots()[static_cast<std::size_t>(number)];
    const int a = rank(slot.shape_a), b = rank(slot.shape_b);
    return std::make_tuple(std::min(a, b), std::max(a, b), slot.feature);
  };
  std::ranges::stable_sort(order.slots, [&](int a, int b) { return make_slot_key(a) < make_slot_key(b); });
  return order;
}

}  // namespace carom
