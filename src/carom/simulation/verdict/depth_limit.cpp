#include "carom/simulation/verdict/depth_limit.h"

#include <limits>

#include <fmt/format.h>

#include "carom/collision/convex/convex_surface.h"

namespace carom {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

double calc_half_extent(const CollisionShape& shape) {
  return visit_shape(shape.type, [&](auto type) { return type.calc_half_extent(shape); });
}

bool has_no_other_side(const CollisionShape& shape) { return !is_convex(shape.type); }

double calc_whole_extent(const CollisionShape& shape) {
  if (has_no_other_side(shape)) return kNone;
  return 2.0 * (shape.type == ShapeType::Point ? calc_half_extent(shape) : shape.reach);
}

}  // namespace

double calc_small_extent(const CollisionShape& a, const CollisionShape& b) {
  return std::min(calc_half_extent(a), calc_half_extent(b));
}

double calc_depth_limit(const CollisionShape& a, const CollisionShape& b) {
  if (has_no_other_side(a) || has_no_other_side(b)) return std::min(calc_whole_extent(a), calc_whole_extent(b));
  return calc_small_extent(a, b);
}

DepthLimits::DepthLimits(const PairList& pairs, double deepest_start) {
  for (const ContactSlot& slot : pairs.slots()) {
    const CollisionShape &a = pairs.shape(slot.shape_a), &b = pairs.shape(slot.shape_b);
    limits_.push_back(std::max(calc_depth_limit(a, b), deepest_start));
    extents_.push_back(std::max(calc_small_extent(a, b), deepest_start));
  }
}

std::string describe_too_deep(const std::string& contact, double time, double depth, double limit, const char* remedy) {
  return fmt::format(
      "at t = {:.9g} s contact {} is {:.3g} m deep, deeper than its bodies are thick ({:.3g} m): it does not stop "
      "them; "
      "{}",
      time, contact, depth, limit, remedy);
}

std::string describe_doubtful_depth(const std::string& contact, double depth, double extent) {
  return fmt::format(
      "contact {} was {:.3g} m deep, more than half of its smaller shape ({:.3g} m): laws of contact hold for depths "
      "that "
      "are small against the bodies; try a stiffer contact",
      contact, depth, extent);
}

}  // namespace carom
