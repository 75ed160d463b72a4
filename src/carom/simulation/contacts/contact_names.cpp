#include "carom/simulation/contacts/contact_names.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "carom/collision/pair_table.h"
#include "carom/collision/shapes/all_shapes.h"

namespace carom {
namespace {

constexpr std::string_view kWorldName = "world";

// How often something occurs among the shapes that have a surface.
class Counts {
 public:
  void add(const std::string& what) { ++counts_[what]; }
  [[nodiscard]] int of(const std::string& what) const {
    const auto found = counts_.find(what);
    return found == counts_.end() ? 0 : found->second;
  }
  [[nodiscard]] bool has_one(const std::string& what) const { return of(what) == 1; }

 private:
  std::unordered_map<std::string, int> counts_;
};

// A part of one body: the body's name ends at the first zero.
std::string part_of(const ShapeSpec& shape, std::string_view part) {
  return fmt::format("{}{}{}", shape.body, '\0', part);
}

std::string type_name(const ShapeSpec& shape) { return name_of(type_of(shape.geometry)); }

class ShapeNamer {
 public:
  explicit ShapeNamer(std::span<const ShapeSpec> shapes) {
    for (const ShapeSpec& shape : shapes) {
      if (shape.surface.empty()) continue;
      surfaces_.add(shape.surface);
      bodies_.add(shape.body);
      if (!shape.name.empty()) continue;
      surfaces_of_bodies_.add(part_of(shape, shape.surface));
      types_of_bodies_.add(part_of(shape, type_name(shape)));
    }
  }

  /// To be asked for each shape once, in their order.
  [[nodiscard]] std::string name(const ShapeSpec& shape) {
    const std::string label = make_label(shape);
    const bool is_taken = shape.surface != shape.body && bodies_.of(shape.surface) > 0;
    if (surfaces_.has_one(shape.surface) && !is_taken) return shape.surface;
    if (shape.body == kWorldName && bodies_.of(label) == 0) return label;
    if (shape.body != kWorldName && bodies_.has_one(shape.body)) return shape.body;
    return shape.body + ":" + label;
  }

 private:
  // What it is called within its body.
  [[nodiscard]] std::string make_label(const ShapeSpec& shape) {
    if (!shape.name.empty()) return shape.name;
    if (surfaces_of_bodies_.has_one(part_of(shape, shape.surface))) return shape.surface;
    const std::string number = std::to_string(++numbers_[part_of(shape, shape.surface)]);
    const bool has_type = shape.body != kWorldName && types_of_bodies_.has_one(part_of(shape, type_name(shape)));
    return has_type ? type_name(shape) : shape.surface + number;
  }

  Counts surfaces_, bodies_, surfaces_of_bodies_, types_of_bodies_;
  std::unordered_map<std::string, int> numbers_;
};

// A point of two shapes, as it is counted: the corners of a box on a plane, the ends of a capsule.
std::string_view point_word(ShapeType a, ShapeType b) {
  if (a != ShapeType::Plane && b != ShapeType::Plane) return "point";
  return visit_shape(a == ShapeType::Plane ? b : a, [](auto type) { return type.kPointOnPlane; });
}

}  // namespace

ContactNames::ContactNames(std::span<const ShapeSpec> shapes) {
  ShapeNamer namer(shapes);
  std::set<std::string> taken;
  for (const ShapeSpec& spec : shapes) {
    Shape& shape = shapes_.emplace_back();
    shape = {.body = spec.body, .surface = spec.surface, .type = type_of(spec.geometry)};
    if (spec.surface.empty()) continue;
    const std::string name = shape.name = namer.name(spec);
    // Names that scenes give may look like any of ours.
    for (int number = 2; !taken.insert(shape.name).second; ++number) shape.name = fmt::format("{}~{}", name, number);
  }
}

std::string ContactNames::of_point(int shape_a, int shape_b, int feature) const {
  const Shape &a = at(shape_a), &b = at(shape_b);
  const std::string pair = a.name + "/" + b.name;
  if (max_points(a.type, b.type) == 1) return pair;
  return fmt::format("{}:{}{}", pair, point_word(a.type, b.type), feature + 1);
}

ContactReport ContactNames::make_report(int shape_a, int shape_b, int feature) const {
  const Shape &a = at(shape_a), &b = at(shape_b);
  return {.name = of_point(shape_a, shape_b, feature),
          .sides = {.body_a = a.body, .body_b = b.body, .surface_a = a.surface, .surface_b = b.surface}};
}

std::string strip_point(const std::string& contact) {
  const std::size_t colon = contact.rfind(':');
  if (colon == std::string::npos) return contact;
  for (const std::string_view word : {"corner", "end", "point"}) {
    const std::string_view last = std::string_view(contact).substr(colon + 1);
    if (!last.starts_with(word) || last.size() == word.size()) continue;
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    if (std::ranges::all_of(last.substr(word.size()), is_digit)) return contact.substr(0, colon);
  }
  return contact;
}

}  // namespace carom
