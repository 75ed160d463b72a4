#include "carom/simulation/event_driven/contacts/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

namespace carom {
namespace {

auto key_of(const NearPairs::Pair& pair) {
  return std::tuple(std::min(pair.shapes.a, pair.shapes.b), std::max(pair.shapes.a, pair.shapes.b), pair.rule);
}

bool is_moving(const CollisionShape& shape) { return shape.body != kWorld.value(); }

// Half of the median radius of what moves: few shapes that are much larger or smaller do not change it.  [m]
double choose_reach(const PairList& shapes) {
  std::vector<double> radii;
  for (int i = 0; i < shapes.num_shapes(); ++i) {
    if (is_moving(shapes.shape(i)) && shapes.shape(i).reach > 0.0) radii.push_back(shapes.shape(i).reach);
  }
  constexpr double kOfPoints = 0.01;  // where nothing has an extent  [m]
  if (radii.empty()) return kOfPoints;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::ranges::nth_element(radii, middle);
  return 0.5 * *middle;
}

}  // namespace

bool NearPairs::can_search(const PairList& shapes) {
  for (int i = 0; i < shapes.num_shapes(); ++i) {
    if (is_moving(shapes.shape(i)) && !std::isfinite(shapes.shape(i).reach)) return false;
  }
  return true;
}

NearPairs::NearPairs(const Model& model, const ContactSetup& setup, const PairList& shapes)
    : slots_(model, setup, /*most_listed=*/-1), reach_(choose_reach(shapes)) {
  places_.resize(static_cast<std::size_t>(shapes.num_shapes()));
}

void NearPairs::find(const Kinematics& kinematics, const PairList& shapes) {
  ++num_searches_;
  // Nothing is kept beyond the reach: what remembers something touches.
  const std::vector<char> kept(static_cast<std::size_t>(slots_.count()), 0);
  slots_.find(kinematics, 2.0 * reach_, 0.0, kept);
  std::swap(pairs_, pairs_before_);
  pairs_.clear();
  for (const ContactSlots::Slot& slot : slots_.slots()) {
    const Pair pair{{slot.shape_a, slot.shape_b}, slot.rule};
    if (pairs_.empty() || key_of(pairs_.back()) != key_of(pair)) pairs_.push_back(pair);
  }
  match(pairs_before_);
  for (const int i : shapes.moving_shapes()) {
    ShapeMotion motion;
    calc_shape_motion(shapes.shape(i), kinematics.body(shapes.shape(i).body), motion);
    places_[static_cast<std::size_t>(i)] = {motion.p_WS, motion.R_WS};
  }
}

// Both lists are sorted.
void NearPairs::match(std::span<const Pair> before) {
  std::size_t next = 0;
  for (Pair& pair : pairs_) {
    while (next < before.size() && key_of(before[next]) < key_of(pair)) ++next;
    if (next < before.size() && key_of(before[next]) == key_of(pair)) pair.origin = static_cast<int>(next);
  }
}

bool NearPairs::restore(std::vector<Pair> pairs) {
  std::vector<ContactSlots::Slot> slots;
  for (const Pair& pair : pairs) slots.push_back({pair.shapes.a, pair.shapes.b, pair.rule, 0});
  if (!std::ranges::is_sorted(pairs, {}, key_of) || !slots_.restore(slots)) return false;
  pairs_ = std::move(pairs);
  return true;
}

double NearPairs::calc_reach_left(const PairList& shapes, std::span<const ShapeMotion> now) const {
  double farthest = 0.0;
  for (const int i : shapes.moving_shapes()) {
    const Place& then = places_[static_cast<std::size_t>(i)];
    const ShapeMotion& motion = now[static_cast<std::size_t>(i)];
    double moved = (motion.p_WS - then.p_WS).norm();
    // The chord that the farthest point of a turning shape has gone: ‖R − R₀‖_F = 2√2 sin(θ/2).
    const CollisionShape& shape = shapes.shape(i);
    const bool turns = shape.type != ShapeType::Sphere && shape.type != ShapeType::Point;
    if (turns) moved += (motion.R_WS - then.R_WS).norm() / std::numbers::sqrt2 * shape.reach;
    farthest = std::max(farthest, moved);
  }
  return 1.0 - farthest / reach_;
}

}  // namespace carom
