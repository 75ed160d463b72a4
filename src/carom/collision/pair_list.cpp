#include "carom/collision/pair_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/collision/far_pair.h"

namespace carom {

std::vector<ShapePair> find_pairs(std::span<const ShapeSpec> shapes, const std::string& surface_a,
                                  const std::string& surface_b) {
  const auto count = static_cast<int>(shapes.size());
  const auto spec = [&](int i) -> const ShapeSpec& { return shapes[static_cast<std::size_t>(i)]; };
  std::vector<ShapePair> pairs;
  for (int a = 0; a < count; ++a) {
    if (spec(a).surface != surface_a) continue;
    for (int b = surface_a == surface_b ? a + 1 : 0; b < count; ++b) {
      if (spec(b).surface == surface_b && spec(a).body != spec(b).body) pairs.push_back({a, b});
    }
  }
  return pairs;
}

PairList::PairList(const Model& model, std::span<const ShapeSpec> shapes, std::span<const ShapePair> pairs,
                   Points points)
    : points_(points) {
  for (const ShapeSpec& spec : shapes) shapes_.push_back(make_collision_shape(spec, model.find_body(spec.body)));
  for (const ShapePair& pair : pairs) add_pair(shapes, pair);
  find_moving_shapes();
}

void PairList::add_pair(std::span<const ShapeSpec> specs, ShapePair pair) {
  const CollisionShape &a = shape(pair.a), &b = shape(pair.b);
  const auto fail = [&](const std::string& problem) {
    throw InputError(fmt::format("contact of {} with {}", describe(specs[static_cast<std::size_t>(pair.a)]),
                                 describe(specs[static_cast<std::size_t>(pair.b)])),
                     problem);
  };
  if (a.body == b.body) fail("both belong to one body");
  const PairKind& kind = find_pair_kind(a.type, b.type);
  if (kind.touch == nullptr) fail(fmt::format("no contact between {} and {} yet", name_of(a.type), name_of(b.type)));
  append(pair);
}

void PairList::append(ShapePair pair) {
  const CollisionShape &a = shape(pair.a), &b = shape(pair.b);
  const bool all = points_ == Points::AllCorners;
  const PairKind& kind = all ? find_pair_kind_with_corners(a.type, b.type) : find_pair_kind(a.type, b.type);
  const auto number = static_cast<int>(pairs_.size());
  pairs_.push_back({kind.touch, pair.a, pair.b, num_slots(), kind.num_points});
  for (int feature = 0; feature < kind.num_points; ++feature) {
    slots_.push_back({number, pair.a, pair.b, a.body, b.body, feature});
  }
}

void PairList::set_pairs(std::span<const ShapePair> pairs) {
  pairs_.clear();
  slots_.clear();
  for (const ShapePair& pair : pairs) append(pair);
  moving_shapes_.clear();
  for (int i = 0; i < num_shapes(); ++i) {
    if (shape(i).body != kWorld.value()) moving_shapes_.push_back(i);
  }
}

void PairList::find_moving_shapes() {
  for (const Pair& pair : pairs_) {
    for (const int i : {pair.shape_a, pair.shape_b}) {
      if (shape(i).body != kWorld.value()) moving_shapes_.push_back(i);
    }
  }
  std::sort(moving_shapes_.begin(), moving_shapes_.end());
  moving_shapes_.erase(std::unique(moving_shapes_.begin(), moving_shapes_.end()), moving_shapes_.end());
}

ContactPoints::ContactPoints(const PairList& list)
    : shapes(static_cast<std::size_t>(list.num_shapes())), points(static_cast<std::size_t>(list.num_slots())) {
  BodyMotion world{};
  world.R_WB = make_diagonal(1.0);
  for (int i = 0; i < list.num_shapes(); ++i) {
    if (list.shape(i).body == kWorld.value()) {
      calc_shape_motion(list.shape(i), world, shapes[static_cast<std::size_t>(i)]);
    }
  }
}

void calc_contact_points(const PairList& list, const Kinematics& kinematics, ContactPoints& contacts) {
  for (const int i : list.moving_shapes()) {
    const CollisionShape& shape = list.shape(i);
    calc_shape_motion(shape, kinematics.body(shape.body), contacts.shapes[static_cast<std::size_t>(i)]);
  }
  const std::span<ContactPoint> points(contacts.points);
  for (const PairList::Pair& pair : list.pairs()) {
    const PlacedShape a{list.shape(pair.shape_a), contacts.shape(pair.shape_a)};
    const PlacedShape b{list.shape(pair.shape_b), contacts.shape(pair.shape_b)};
    const auto own =
        points.subspan(static_cast<std::size_t>(pair.first_slot), static_cast<std::size_t>(pair.num_slots));
    if (is_far_pair(a, b)) {
      touch_far_pair(a, b, own);
    } else {
      pair.touch(a, b, own);
    }
  }
}

}  // namespace carom
