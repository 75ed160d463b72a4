#include "carom/collision/broad/collision_filter.h"

#include <algorithm>
#include <utility>

namespace carom {
namespace {

std::uint64_t make_key(int a, int b) {
  const auto low = static_cast<std::uint64_t>(std::min(a, b)), high = static_cast<std::uint64_t>(std::max(a, b));
  return (low << 32U) | high;
}

}  // namespace

CollisionFilter::CollisionFilter(const std::vector<int>& body_of_shape, const std::vector<ShapePair>& excluded_bodies)
    : CollisionFilter(body_of_shape, std::vector<CollisionGroups>(body_of_shape.size()), excluded_bodies) {}

CollisionFilter::CollisionFilter(const std::vector<int>& body_of_shape, const std::vector<CollisionGroups>& groups,
                                 const std::vector<ShapePair>& excluded_bodies) {
  for (std::size_t i = 0; i < body_of_shape.size(); ++i) members_.push_back({body_of_shape[i], groups[i]});
  for (const ShapePair& pair : excluded_bodies) excluded_.push_back(make_key(pair.a, pair.b));
  std::ranges::sort(excluded_);
  allows_all_ = find_whether_all_are_allowed();
}

bool CollisionFilter::find_whether_all_are_allowed() const {
  std::vector<int> bodies;
  for (const Member& member : members_) {
    if (member.groups.is_in == 0 || member.groups.touches != ~0U) return false;
    bodies.push_back(member.body);
  }
  std::ranges::sort(bodies);
  return excluded_.empty() && std::ranges::adjacent_find(bodies) == bodies.end();
}

bool CollisionFilter::excludes(int body_a, int body_b) const {
  return std::ranges::binary_search(excluded_, make_key(body_a, body_b));
}

std::vector<ShapePair> find_joint_neighbors(const Model& model) {
  std::vector<ShapePair> neighbors;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const int parent = model.body(i).parent;
    if (parent != kWorld.value()) neighbors.push_back({parent, i});
  }
  return neighbors;
}

}  // namespace carom
