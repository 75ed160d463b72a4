#pragma once

#include <span>
#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/model/shapes/shape.h"

namespace carom {

/// The contact slots in an order that depends on names and places alone, and each with its bodies in such an order.
///
/// Sums over contacts round in the order in which they are made. A scene that declares the same things in another order
/// thus gives the same bits only if the contacts are put in order by what they are, not by when they were declared.
struct ContactOrder {
  std::vector<int> slots;     // every slot once
  std::vector<bool> flipped;  // by slot: the second of its shapes comes first
};

/// The place of each shape among all, by names and places.
[[nodiscard]] std::vector<int> rank_shapes(std::span<const ShapeSpec> shapes);

[[nodiscard]] ContactOrder make_contact_order(const PairList& pairs, std::span<const int> shape_ranks);

}  // namespace carom
