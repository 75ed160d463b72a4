#pragma once

#include <string_view>
#include <variant>

#include "carom/math/types.h"
#include "carom/model/mass_properties.h"

namespace carom {

/// Bodies of even density whose volume integrals are known in closed form. Each stands in its own frame as its comment
/// says; express_in() moves it.
///
/// All of them have: volume() [m³], center() of mass [m], and unit_inertia() about that center, for a mass of one
/// kilogram [m²]. Axes need not be of length one. `r`, `h`, `a`, … are the first letters of the fields.
namespace solids {

struct PointMass {
  static constexpr std::string_view kName = "point mass";
  Vector3 position{Vector3::Zero()};  // [m]

  [[nodiscard]] double volume() const { return 0.0; }
  [[nodiscard]] Vector3 center() const { return position; }
  [[nodiscard]] Matrix3 unit_inertia() const { return Matrix3::Zero(); }
};

/// From the origin to `end`, of no thickness: (|l|² 1 − l lᵀ)/12 with l from end to end.
struct ThinRod {
  static constexpr std::string_view kName = "thin rod";
  Vector3 end{Vector3::UnitZ()};  // [m]

  [[nodiscard]] double volume() const { return 0.0; }
  [[nodiscard]] Vector3 center() const { return 0.5 * end; }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Centered, edges along the axes: (b² + c²)/12 about the axis of a, and so on.
struct Box {
  static constexpr std::string_view kName = "box";
  Vector3 size{Vector3::Ones()};  // whole lengths of the edges  [m]

  [[nodiscard]] double volume() const { return size.prod(); }
  [[nodiscard]] Vector3 center() const { return Vector3::Zero(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Centered: (2/5) r².
struct Sphere {
  static constexpr std::string_view kName = "sphere";
  double radius{1.0};  // [m]

  [[nodiscard]] double volume() const;
  [[nodiscard]] Vector3 center() const { return Vector3::Zero(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Centered, between two radii: (2/5) (R⁵ − r⁵)/(R³ − r³). Equal radii make a shell of no thickness: (2/3) R².
struct HollowSphere {
  static constexpr std::string_view kName = "hollow sphere";
  double inner_radius{1.0};  // r  [m]
  double outer_radius{1.0};  // R  [m]

  [[nodiscard]] double volume() const;
  [[nodiscard]] Vector3 center() const { return Vector3::Zero(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Centered: r²/2 about the axis, (3 r² + l²)/12 across it.
struct Cylinder {
  static constexpr std::string_view kName = "cylinder";
  Vector3 axis{Vector3::UnitZ()};
  double radius{1.0};  // [m]
  double length{1.0};  // [m]

  [[nodiscard]] double volume() const;
  [[nodiscard]] Vector3 center() const { return Vector3::Zero(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Centered: a cylinder with half a ball on each end. A half ball's center is 3 r/8 from its flat side, so that both
/// together have (2/5) r² about the axis and (2/5) r² + l²/4 + 3 l r/8 across it, about the center of the capsule.
struct Capsule {
  static constexpr std::string_view kName = "capsule";
  Vector3 axis{Vector3::UnitZ()};
  double radius{1.0};  // [m]
  double length{1.0};  // of the cylinder, between the centers of the balls  [m]

  [[nodiscard]] double volume() const;
  [[nodiscard]] Vector3 center() const { return Vector3::Zero(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Centered: (b² + c²)/5 about the axis of a, and so on.
struct Ellipsoid {
  static constexpr std::string_view kName = "ellipsoid";
  Vector3 semi_axes{Vector3::Ones()};  // a, b, c  [m]

  [[nodiscard]] double volume() const;
  [[nodiscard]] Vector3 center() const { return Vector3::Zero(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

/// Base centered at the origin, apex at h along the axis; center of mass at h/4: (3/10) r² about the axis,
/// (3/20) r² + (3/80) h² across it.
struct Cone {
  static constexpr std::string_view kName = "cone";
  Vector3 axis{Vector3::UnitZ()};
  double radius{1.0};  // of the base  [m]
  double height{1.0};  // [m]

  [[nodiscard]] double volume() const;
  [[nodiscard]] Vector3 center() const { return 0.25 * height * axis.normalized(); }
  [[nodiscard]] Matrix3 unit_inertia() const;
};

}  // namespace solids

using Solid = std::variant<solids::PointMass, solids::ThinRod, solids::Box, solids::Sphere, solids::HollowSphere,
                           solids::Cylinder, solids::Capsule, solids::Ellipsoid, solids::Cone>;

/// Throws InputError about `element` for dimensions that are not finite and positive, or for such a mass [kg].
[[nodiscard]] MassProperties make_mass_properties(const Solid& solid, double mass, std::string_view element);

/// The same from a density [kg/m³]; refuses solids without volume.
[[nodiscard]] MassProperties make_mass_properties_of_density(const Solid& solid, double density,
                                                             std::string_view element);

}  // namespace carom
