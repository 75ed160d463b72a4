#pragma once

#include <cstdint>
#include <vector>

#include "carom/collision/pair_list.h"

namespace carom {

/// Which groups a shape is in and which it touches, one bit each.
struct CollisionGroups {
  std::uint32_t is_in{1};
  std::uint32_t touches{~0U};
};

/// Which pairs of shapes may touch: not two of one body, not two of the world, only groups that both touch each other,
/// and none of the excluded pairs of bodies.
class CollisionFilter {
 public:
  /// All shapes in all groups.
  CollisionFilter(std::vector<int> body_of_shape, std::vector<ShapePair> excluded_bodies);
  CollisionFilter(std::vector<int> body_of_shape, std::vector<CollisionGroups> groups,
                  std::vector<ShapePair> excluded_bodies);

  [[nodiscard]] bool allows(int shape_a, int shape_b) const {
    const auto a = static_cast<std::size_t>(shape_a), b = static_cast<std::size_t>(shape_b);
    if (bodies_[a] == bodies_[b]) return false;
    const bool grouped = (groups_[a].is_in & groups_[b].touches) != 0 && (groups_[b].is_in & groups_[a].touches) != 0;
    return grouped && (excluded_.empty() || !excludes(bodies_[a], bodies_[b]));
  }
  [[nodiscard]] int num_shapes() const { return static_cast<int>(bodies_.size()); }

 private:
  [[nodiscard]] bool excludes(int body_a, int body_b) const;

  std::vector<int> bodies_;
  std::vector<CollisionGroups> groups_;
  std::vector<std::uint64_t> excluded_;  // pairs of bodies, sorted
};

/// Bodies that a joint connects, as pairs: they overlap at their joint, and do not touch unless a scene says so. Joints
/// with the world do not count: the world's shapes are ground and walls.
[[nodiscard]] std::vector<ShapePair> find_joint_neighbors(const Model& model);

}  // namespace carom
