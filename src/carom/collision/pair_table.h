#pragma once

#include "carom/collision/pairs/pairs.h"

namespace carom {

/// How contact points of two types of shapes are found.
struct PairKind {
  PairFunction touch{};  // null: no contact between these two yet
  int num_points{};
};

/// For both orders: with A and B exchanged all points are mirrored, to the last bit.
[[nodiscard]] const PairKind& find_pair_kind(ShapeType a, ShapeType b);

/// How many points a pair has, always; 0 for a pair that has no contact yet.
[[nodiscard]] int max_points(ShapeType a, ShapeType b);

}  // namespace carom
