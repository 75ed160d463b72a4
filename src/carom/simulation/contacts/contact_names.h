#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/collision/collision_shape.h"
#include "carom/simulation/contacts/contact_report.h"

namespace carom {

/// What contacts are called: who touches whom, "tip/floor", "left_foot/ground", "crate/ground:corner3".
///
/// A shape is called by the first of these that sets it apart:
/// - its surface, where no other shape has that and no other body has its name: "tip";
/// - its body, where that has no other shape with a surface: "left_foot";
/// - its body and, after a colon, its own name, or else its surface or its type, where the body has that once:
///   "trunk:lid"; or else the surface with a number, in the order of the body's shapes: "table:foot2".
/// Shapes of the world do without the body: "ceiling", "wall2".
///
/// So a name does not depend on what else there is, as long as nothing else takes the surface.
class ContactNames {
 public:
  explicit ContactNames(std::span<const ShapeSpec> shapes);

  /// Empty where the shape has no surface.
  [[nodiscard]] const std::string& of_shape(int shape) const { return at(shape).name; }
  /// Of one of the points of two shapes, in the order of their rule: numbered from one on where there are several.
  [[nodiscard]] std::string of_point(int shape_a, int shape_b, int feature) const;
  /// An empty report of a point: its name, and who touches there.
  [[nodiscard]] ContactReport make_report(int shape_a, int shape_b, int feature) const;

 private:
  struct Shape {
    std::string name{}, body{}, surface{};
    ShapeType type{};
  };
  [[nodiscard]] const Shape& at(int shape) const { return shapes_[static_cast<std::size_t>(shape)]; }

  std::vector<Shape> shapes_;
};

/// A contact's name without that of its point: "crate/ground" for "crate/ground:corner3".
[[nodiscard]] std::string strip_point(const std::string& contact);

}  // namespace carom
