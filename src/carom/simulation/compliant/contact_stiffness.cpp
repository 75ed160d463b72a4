#include "carom/simulation/compliant/contact_stiffness.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

[[noreturn]] void refuse(const ContactRule& rule, const std::string& reason) {
  throw InputError("contact " + rule.name(), fmt::format("has no stiffness, and {}; give a stiffness", reason));
}

const ElasticMaterial& find_material(const ContactSetup& setup, const ContactRule& rule, const std::string& surface) {
  const auto found =
      std::ranges::find_if(setup.materials, [&](const SurfaceMaterial& own) { return own.surface == surface; });
  if (found == setup.materials.end()) refuse(rule, fmt::format("surface '{}' has no material", surface));
  ParameterChecks checks(fmt::format("material of surface '{}'", surface));
  checks.positive("young", found->material.young);
  checks.within("poisson", found->material.poisson, {.least = -1.0, .most = 0.5, .least_excluded = true});
  return found->material;
}

// Whether A meets B with a round surface wherever they touch, edges of B aside.
bool touches_roundly(const CollisionShape& a, const CollisionShape& b) {
  const bool on_plane = b.type == ShapeType::Plane;
  if (a.type == ShapeType::Capsule || a.type == ShapeType::Ellipsoid) return on_plane;
  if (a.type != ShapeType::Sphere || b.type == ShapeType::Point || b.type == ShapeType::Mesh) return false;
  return b.type != ShapeType::Tube || a.radius < b.radius;
}

std::string describe_pair(const CollisionShape& a, const CollisionShape& b) {
  if (a.type == ShapeType::Tube || b.type == ShapeType::Tube) return "a ball as wide as its tube touches it all around";
  return fmt::format("a {} and a {} do not touch with round surfaces", name_of(a.type), name_of(b.type));
}

}  // namespace

ContactStiffness::ContactStiffness(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a,
                                   const CollisionShape& b) {
  if (exponent_of(rule.normal) != 1.5) {
    refuse(rule, fmt::format("materials give one for the exponent 1.5 (Hertz), not {:g}", exponent_of(rule.normal)));
  }
  const ElasticMaterial& material_a = find_material(setup, rule, rule.surface_a);
  const ElasticMaterial& material_b = find_material(setup, rule, rule.surface_b);
  contact_modulus_ = calc_contact_modulus(material_a, material_b);
  if (!touches_roundly(a, b) && !touches_roundly(b, a)) refuse(rule, describe_pair(a, b));
  face_curvature_ = touches_roundly(a, b) ? a.curvature : b.curvature;
}

double ContactStiffness::calc(const ContactPoint& contact) const {
  const auto finite = [this](double curvature) { return std::isfinite(curvature) ? curvature : face_curvature_; };
  return calc_hertz_ellipse(contact_modulus_, finite(contact.curvature_1), finite(contact.curvature_2)).stiffness;
}

}  // namespace carom
