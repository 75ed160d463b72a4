#include "carom/model/shapes/inertia_of_shapes.h"

#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace solids {
namespace {

using std::numbers::pi;

// The inertia of a body that looks the same all around its axis.
Matrix3 make_round_inertia(const Vector3& axis, double along, double across) {
  const Vector3 a = axis.normalized();
  // In this form the small moment of a needle along a coordinate axis keeps all its digits.
  const Matrix3 projection = a * a.transpose();
  return along * projection + across * (Matrix3::Identity() - projection);
}

Vector3 sum_other_squares(const Vector3& lengths) {
  const Vector3 squares = lengths.cwiseAbs2();
  return {squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y()};
}

}  // namespace

Matrix3 ThinRod::unit_inertia() const { return calc_point_inertia(1.0 / 12.0, end); }

Matrix3 Box::unit_inertia() const { return (sum_other_squares(size) / 12.0).asDiagonal(); }

double Sphere::volume() const { return 4.0 / 3.0 * pi * radius * radius * radius; }

Matrix3 Sphere::unit_inertia() const { return 0.4 * radius * radius * Matrix3::Identity(); }

double HollowSphere::volume() const {
  const double r = inner_radius, R = outer_radius;
  return 4.0 / 3.0 * pi * (R - r) * (R * R + R * r + r * r);
}

Matrix3 HollowSphere::unit_inertia() const {
  // Both differences of powers divided by R − r, so that thin walls lose no digits.
  const double r = inner_radius, R = outer_radius;
  const double fifth = R * R * R * R + R * R * R * r + R * R * r * r + R * r * r * r + r * r * r * r;
  return 0.4 * fifth / (R * R + R * r + r * r) * Matrix3::Identity();
}

double Cylinder::volume() const { return pi * radius * radius * length; }

Matrix3 Cylinder::unit_inertia() const {
  return make_round_inertia(axis, 0.5 * radius * radius, (3.0 * radius * radius + length * length) / 12.0);
}

double Capsule::volume() const { return pi * radius * radius * (length + 4.0 / 3.0 * radius); }

Matrix3 Capsule::unit_inertia() const {
  const double r = radius, l = length;
  const double ball_share = 4.0 * r / (3.0 * l + 4.0 * r), tube_share = 3.0 * l / (3.0 * l + 4.0 * r);
  const double along = tube_share * 0.5 * r * r + ball_share * 0.4 * r * r;
  const double across =
      tube_share * (3.0 * r * r + l * l) / 12.0 + ball_share * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
  return make_round_inertia(axis, along, across);
}

double Ellipsoid::volume() const { return 4.0 / 3.0 * pi * semi_axes.prod(); }

Matrix3 Ellipsoid::unit_inertia() const { return (sum_other_squares(semi_axes) / 5.0).asDiagonal(); }

double Cone::volume() const { return pi / 3.0 * radius * radius * height; }

Matrix3 Cone::unit_inertia() const {
  return make_round_inertia(axis, 0.3 * radius * radius, 0.15 * radius * radius + 0.0375 * height * height);
}

}  // namespace solids

namespace {

// Refuses dimensions that no body has.
class DimensionCheck {
 public:
  DimensionCheck(std::string_view element, std::string_view solid) : element_(element), solid_(solid) {}

  void require_positive(std::string_view name, double length) const {
    if (!(std::isfinite(length) && length > 0.0)) {
      refuse(fmt::format("{} must be finite and above 0 m, found {} m", name, length));
    }
  }
  void require_positive(std::string_view name, const Vector3& lengths) const {
    for (const double length : lengths) require_positive(name, length);
  }
  void require_finite(std::string_view name, const Vector3& v) const {
    for (const double component : v) {
      if (!std::isfinite(component)) refuse(fmt::format("{} must be finite, found a component {}", name, component));
    }
  }
  void require_direction(std::string_view name, const Vector3& v) const {
    require_finite(name, v);
    if (!(v.norm() > 0.0)) refuse(fmt::format("{} must not be the zero vector", name));
  }
  [[noreturn]] void refuse(const std::string& problem) const {
    throw InputError(std::string(element_), fmt::format("{}: {}", solid_, problem));
  }

  void operator()(const solids::PointMass& s) const { require_finite("position", s.position); }
  void operator()(const solids::ThinRod& s) const { require_direction("end", s.end); }
  void operator()(const solids::Box& s) const { require_positive("size", s.size); }
  void operator()(const solids::Sphere& s) const { require_positive("radius", s.radius); }
  void operator()(const solids::HollowSphere& s) const {
    require_positive("outer radius", s.outer_radius);
    if (std::isfinite(s.inner_radius) && s.inner_radius >= 0.0 && s.inner_radius <= s.outer_radius) return;
    refuse(fmt::format("inner radius must lie from 0 m to the outer radius {} m, found {} m", s.outer_radius,
                       s.inner_radius));
  }
  void operator()(const solids::Cylinder& s) const {
    require_direction("axis", s.axis);
    require_positive("radius", s.radius);
    require_positive("length", s.length);
  }
  void operator()(const solids::Capsule& s) const {
    require_direction("axis", s.axis);
    require_positive("radius", s.radius);
    require_positive("length", s.length);
  }
  void operator()(const solids::Ellipsoid& s) const { require_positive("semi-axes", s.semi_axes); }
  void operator()(const solids::Cone& s) const {
    require_direction("axis", s.axis);
    require_positive("radius", s.radius);
    require_positive("height", s.height);
  }

 private:
  std::string_view element_;
  std::string_view solid_;
};

}  // namespace

MassProperties make_mass_properties(const Solid& solid, double mass, std::string_view element) {
  const auto make = [&](const auto& shape) -> MassProperties {
    DimensionCheck(element, shape.kName)(shape);
    return {mass, shape.center(), mass * shape.unit_inertia()};
  };
  const MassProperties body = std::visit(make, solid);
  validate(body, element);
  return body;
}

MassProperties make_mass_properties_of_density(const Solid& solid, double density, std::string_view element) {
  const auto weigh = [&](const auto& shape) {
    const DimensionCheck check(element, shape.kName);
    check(shape);
    if (!(std::isfinite(density) && density > 0.0)) {
      check.refuse(fmt::format("density must be finite and above 0 kg/m³, found {} kg/m³", density));
    }
    if (shape.volume() == 0.0) check.refuse("has no volume, so a density gives it no mass; give the mass");
    return density * shape.volume();
  };
  return make_mass_properties(solid, std::visit(weigh, solid), element);
}

}  // namespace carom
