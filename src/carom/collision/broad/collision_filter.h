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
  CollisionFilter(const std::vector<int>& body_of_shape, const std::vector<ShapePair>& excluded_bodies);
  CollisionFilter(const std::vector<int>& body_of_shape, const std::vector<CollisionGroups>& groups,
                  const std::vector<ShapePair>& excluded_bodies);

  [[nodiscard]] bool allows(int shape_a, int shape_b) const {
    const Member &a = members_[static_cast<std::size_t>(shape_a)], &b = members_[static_cast<std::size_t>(shape_b)];
    if (a.body == b.body) return false;
    const bool grouped = (a.groups.is_in & b.groups.touches) != 0 && (b.groups.is_in & a.groups.touches) != 0;
    return grouped && (excluded_.empty() || !excludes(a.body, b.body));
  }
  /// Whether no pair is ever refused: each shape is a body's only one, and nothing is excluded.
  [[nodiscard]] bool allows_all() const { return allows_all_; }
  [[nodiscard]] int num_shapes() const { return static_cast<int>(members_.size()); }

 private:
  [[nodiscard]] bool excludes(int body_a, int body_b) const;
  [[nodiscard]] bool find_whether_all_are_allowed() const;

  struct Member {
    int body{};
    CollisionGroups groups;
  };
  std::vector<Member> members_;          // shapes
  std::vector<std::uint64_t> excluded_;  // pairs of bodies, sorted
  bool allows_all_{};
};

/// Bodies that a joint connects, as pairs: they overlap at their joint, and do not touch unless a scene says so. Joints
/// with the world do not count: the world's shapes are ground and walls.
[[nodiscard]] std::vector<ShapePair> find_joint_neighbors(const Model& model);

}  // namespace carom
