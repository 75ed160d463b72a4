#include "carom/simulation/contacts/contact_slots.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "carom/collision/far_pair.h"
#include "carom/simulation/contacts/fast_touch.h"
#include "carom/simulation/contacts/rule_pairs.h"
#include "carom/simulation/verdict/depth_limit.h"

namespace carom {
namespace {

// How many points two shapes have at most, whatever their types.
int count_most_points(const PairList& list) {
  int most = 0;
  for (const PairList::Pair& pair : list.pairs()) most = std::max(most, pair.num_slots);
  return most;
}

// Within the margin, or as far as two steps may bring it nearer.
bool is_near(const ContactSlots::Motion& motion, double margin, double step) {
  return motion.gap <= margin + 2.0 * step * motion.velocity.norm();
}

// Slots are sorted by this, then by their features.
auto key_of(const ContactSlots::Slot& slot) {
  return std::tuple(std::min(slot.shape_a, slot.shape_b), std::max(slot.shape_a, slot.shape_b), slot.rule);
}

}  // namespace

ContactSlots::ContactSlots(const Model& model, const ContactSetup& setup, int most_listed)
    : rules_(model, setup), shapes_(model, setup.shapes, rules_.examples()), placed_(shapes_) {
  for (int i = 0; i < shapes_.num_shapes(); ++i) {
    if (rules_.bodies()[static_cast<std::size_t>(i)] > kWorld.value()) moving_shapes_.push_back(i);
  }
  thinnest_ = std::numeric_limits<double>::infinity();
  for (int i = 0; i < shapes_.num_shapes(); ++i) {
    if (rules_.bodies()[static_cast<std::size_t>(i)] < 0) continue;
    thinnest_ = std::min(thinnest_, calc_small_extent(shape(i), shape(i)));
  }
  const int most_points = count_most_points(shapes_);
  points_.resize(static_cast<std::size_t>(most_points));
  if (rules_.most_pairs() * most_points <= most_listed) {
    list_slots(model, setup);
  } else {
    prepare_search();
  }
}

void ContactSlots::list_slots(const Model& model, const ContactSetup& setup) {
  std::vector<std::size_t> rule_of_pair;
  const std::vector<ShapePair> pairs = find_ruled_pairs(model, setup, rule_of_pair);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const ShapePair& pair = pairs[k];
    const int num_points = max_points(shape(pair.a).type, shape(pair.b).type);
    for (int feature = 0; feature < num_points; ++feature) {
      slots_.push_back({pair.a, pair.b, static_cast<int>(rule_of_pair[k]), feature});
    }
  }
  motions_.resize(slots_.size());
  near_.reserve(slots_.size());
}

void ContactSlots::prepare_search() {
  // Shapes that no rule asks for touch nothing.
  std::vector<CollisionGroups> groups;
  for (const int body : rules_.bodies()) groups.push_back(body < 0 ? CollisionGroups{0U, 0U} : CollisionGroups{});
  broad_ = std::make_unique<BroadPhase>(CollisionFilter(rules_.bodies(), groups, {}));
  boxes_.resize(groups.size());
  reaches_.resize(groups.size());
}

bool ContactSlots::is_possible(const Slot& slot) const {
  const auto is_shape = [&](int i) { return i >= 0 && i < shapes_.num_shapes(); };
  if (!is_shape(slot.shape_a) || !is_shape(slot.shape_b) || slot.feature < 0) return false;
  bool possible = false;
  rules_.for_each_rule({slot.shape_a, slot.shape_b}, [&](int rule, int a, int b) {
    const bool same = rule == slot.rule && a == slot.shape_a && b == slot.shape_b;
    possible = possible || (same && slot.feature < max_points(shape(a).type, shape(b).type));
  });
  return possible;
}

bool ContactSlots::restore(std::span<const Slot> slots) {
  const bool possible = std::ranges::all_of(slots, [&](const Slot& slot) { return is_possible(slot); });
  if (!possible || are_listed()) return possible;
  slots_.assign(slots.begin(), slots.end());
  motions_.resize(slots_.size());
  return true;
}

void ContactSlots::move_shapes(const Kinematics& kinematics) {
  for (const int i : moving_shapes_) {
    calc_shape_motion(shape(i), kinematics.body(shape(i).body), placed_.shapes[static_cast<std::size_t>(i)]);
  }
}

std::span<const ContactPoint> ContactSlots::touch(const Pair& pair) {
  const PlacedShape a{shape(pair.shape_a), placed_.shape(pair.shape_a)};
  const PlacedShape b{shape(pair.shape_b), placed_.shape(pair.shape_b)};
  const PairKind& kind = find_pair_kind(a.shape.type, b.shape.type);
  const auto own = std::span(points_).first(static_cast<std::size_t>(kind.num_points));
  if (is_far_pair(a, b)) {
    touch_far_pair(a, b, own);
  } else {
    kind.touch(a, b, own);
  }
  return own;
}

void ContactSlots::fill(const Slot& slot, const ContactPoint& contact, Motion& motion) const {
  motion.body_a = shape(slot.shape_a).body;
  motion.body_b = shape(slot.shape_b).body;
  motion.gap = contact.gap;
  motion.normal = contact.normal;
  motion.point = contact.point;
  motion.velocity = calc_relative_velocity(contact, placed_.shape(slot.shape_a), placed_.shape(slot.shape_b));
}

double ContactSlots::calc_depth_limit(int i) const {
  return carom::calc_depth_limit(shape(slot(i).shape_a), shape(slot(i).shape_b));
}

void ContactSlots::calc_motion(const Kinematics& kinematics) {
  move_shapes(kinematics);
  for (std::size_t i = 0; i < slots_.size();) {
    // The points of one pair have slots next to each other.
    const Slot first = slots_[i];
    const std::span<const ContactPoint> points = touch(first);
    for (; i < slots_.size() && key_of(slots_[i]) == key_of(first); ++i) {
      fill(slots_[i], points[static_cast<std::size_t>(slots_[i].feature)], motions_[i]);
    }
  }
}

void ContactSlots::find(const Kinematics& kinematics, double margin, double step, std::span<const char> kept) {
  if (are_listed()) {
    calc_motion(kinematics);
  } else {
    move_shapes(kinematics);
    calc_boxes(margin, step);
    broad_->update(boxes_);
    find_slots(margin, step, kept);
  }
  near_.clear();
  for (int i = 0; i < count(); ++i) {
    if (is_near(motion(i), margin, step)) near_.push_back(i);
  }
}

void ContactSlots::calc_boxes(double margin, double step) {
  for (int i = 0; i < shapes_.num_shapes(); ++i) {
    const ShapeMotion& motion = placed_.shape(i);
    double& reach = reaches_[static_cast<std::size_t>(i)] = 0.5 * margin;
    const double turning = motion.w_WB.norm();
    // A plane that turns comes near anything.
    if (turning > 0.0) reach += 2.0 * step * turning * shape(i).reach;
    reach += 2.0 * step * motion.v_WS.norm();
    BoundingBox& box = boxes_[static_cast<std::size_t>(i)] = calc_bounding_box(shape(i), motion);
    box.low.array() -= reach;
    box.high.array() += reach;
  }
}

// Whether a shape cannot come to a plane, whose box has no end.
bool ContactSlots::are_apart(ShapePair pair) const {
  const bool first = shape(pair.a).type == ShapeType::Plane;
  if (!first && shape(pair.b).type != ShapeType::Plane) return false;
  const int plane = first ? pair.a : pair.b, other = first ? pair.b : pair.a;
  const ShapeMotion& at = placed_.shape(plane);
  const double height = at.R_WS.col(2).dot(placed_.shape(other).p_WS - at.p_WS) - shape(other).reach;
  return height > reaches_[static_cast<std::size_t>(plane)] + reaches_[static_cast<std::size_t>(other)];
}

// How far any of its points comes, at most.
double ContactSlots::calc_way(int i, const Kinematics& kinematics, double step) const {
  const BodyMotion& body = kinematics.body(shape(i).body);
  const double spin = as_eigen(body.w_WB).norm();
  const double turning = spin > 0.0 ? spin * (shape(i).p_BS.norm() + shape(i).reach) : 0.0;
  return step * (as_eigen(body.v_WB).norm() + turning);
}

bool ContactSlots::is_left_to_passages(int i, double speed, double step) const {
  const CollisionShape &a = shape(slot(i).shape_a), &b = shape(slot(i).shape_b);
  if (!(motion(i).gap > kTouchingGap) || !closes_too_fast(a, b, speed, step) || !can_be_swept(a, b)) return false;
  // Where another point of the same two touches, their way is not looked for.
  const auto touches = [&](int k) { return motion(k).gap <= kTouchingGap; };
  const auto is_same_pair = [&](int k) { return k >= 0 && k < count() && key_of(slot(k)) == key_of(slot(i)); };
  for (int k = i - 1; is_same_pair(k); --k) {
    if (touches(k)) return false;
  }
  for (int k = i + 1; is_same_pair(k); ++k) {
    if (touches(k)) return false;
  }
  return true;
}

void ContactSlots::look_for_passage(int a, int b, Passage& first) const {
  const auto found = find_fast_touch({shape(a), placed_.shape(a)}, {shape(b), placed_.shape(b)}, first.time);
  if (found && *found < first.time) first = {a, b, *found};
}

std::optional<ContactSlots::Passage> ContactSlots::find_passage(const Kinematics& kinematics, double step) {
  Passage first{.time = step};
  bool any_is_fast = false;
  for (const int i : moving_shapes_) {
    const double way = calc_way(i, kinematics, step);
    if (!(way > 0.5 * thinnest_)) continue;
    any_is_fast = true;
    // What impulses of the step have made faster may leave the box in which pairs were looked for.
    const double known = are_listed() ? way : reaches_[static_cast<std::size_t>(i)] + 0.5 * thinnest_;
    if (way > known && known / way * step < first.time) first = {i, i, known / way * step};
  }
  if (!any_is_fast) return {};
  move_shapes(kinematics);
  if (are_listed()) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (i == 0 || key_of(slots_[i]) != key_of(slots_[i - 1])) {
        look_for_passage(slots_[i].shape_a, slots_[i].shape_b, first);
      }
    }
  } else {
    for (const ShapePair& met : broad_->pairs()) {
      if (are_apart(met)) continue;
      rules_.for_each_rule(met, [&](int /*rule*/, int a, int b) { look_for_passage(a, b, first); });
    }
  }
  if (first.shape_a < 0) return {};
  return first;
}

// Pairs that meet and slots that are kept, both sorted, side by side.
void ContactSlots::find_slots(double margin, double step, std::span<const char> kept) {
  std::swap(slots_, slots_before_);
  slots_.clear();
  motions_.clear();
  origins_.clear();
  std::size_t next = 0;  // of the slots before that are kept
  const auto skip_others = [&] {
    while (next < slots_before_.size() && kept[next] == 0) ++next;
  };
  const auto add_points = [&](const Pair& pair) {
    for (const ContactPoint& contact : touch(pair)) {
      const Slot slot{pair.shape_a, pair.shape_b, pair.rule, static_cast<int>(&contact - points_.data())};
      const bool stays = next < slots_before_.size() && slots_before_[next] == slot;
      Motion motion;
      fill(slot, contact, motion);
      if (stays || is_near(motion, margin, step)) {
        slots_.push_back(slot);
        motions_.push_back(motion);
        origins_.push_back(stays ? static_cast<int>(next) : -1);
      }
      if (!stays) continue;
      ++next;
      skip_others();
    }
  };
  skip_others();
  for (const ShapePair& met : broad_->pairs()) {
    if (are_apart(met)) continue;
    rules_.for_each_rule(met, [&](int rule, int a, int b) {
      const Pair pair{a, b, rule, 0};
      while (next < slots_before_.size() && key_of(slots_before_[next]) < key_of(pair)) add_points(slots_before_[next]);
      add_points(pair);
    });
  }
  while (next < slots_before_.size()) add_points(slots_before_[next]);
}

}  // namespace carom
