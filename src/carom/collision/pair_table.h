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

/// The same with all corners of what faces of boxes share, which rigid contacts need: without them nothing presses at
/// some of these until they have sunk in.
[[nodiscard]] const PairKind& find_pair_kind_with_corners(ShapeType a, ShapeType b);

/// How many points a pair has, always; 0 for a pair that has no contact yet.
[[nodiscard]] int max_points(ShapeType a, ShapeType b);

}  // namespace carom
