#include "carom/model/shapes/mesh_inertia.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

// ∫dV, ∫x dV and ∫x xᵀ dV about a point near the body, so that a body far from the origin loses no digits.
struct VolumeIntegrals {
  Vector3 pivot{Vector3::Zero()};   // [m]
  double volume{};                  // [m³]
  double volume_scale{};            // what the volume would be without any cancellation  [m³]
  Vector3 first{Vector3::Zero()};   // [m⁴]
  Matrix3 second{Matrix3::Zero()};  // [m⁵]
};

// The mean of the corners, from the first of them: their sum could be larger than any number.
Vector3 calc_pivot(const TriangleMesh& mesh) {
  const Vector3& start = mesh.vertices[static_cast<std::size_t>(mesh.triangles.front()[0])];
  const double share = 1.0 / (3.0 * static_cast<double>(mesh.triangles.size()));
  Vector3 offset = Vector3::Zero();
  for (const auto& triangle : mesh.triangles) {
    for (const int i : triangle) offset += share * (mesh.vertices[static_cast<std::size_t>(i)] - start);
  }
  return start + offset;
}

// By the divergence theorem the integral over the body is the sum over the tetrahedra that each triangle (a, b, c)
// makes with the pivot, counted negative where the triangle faces the pivot. Over a tetrahedron with barycentric
// coordinates λ the mean of λᵢ is 1/4 and that of λᵢ λⱼ is (1 + δᵢⱼ)/20; with the pivot at zero and s = a + b + c:
//
//   V = a·(b × c)/6,   ∫x dV = V s/4,   ∫x xᵀ dV = V (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/20.
VolumeIntegrals integrate_volume(const TriangleMesh& mesh) {
  VolumeIntegrals integrals{.pivot = calc_pivot(mesh)};
  for (const auto& triangle : mesh.triangles) {
    const Vector3 a = mesh.vertices[static_cast<std::size_t>(triangle[0])] - integrals.pivot;
    const Vector3 b = mesh.vertices[static_cast<std::size_t>(triangle[1])] - integrals.pivot;
    const Vector3 c = mesh.vertices[static_cast<std::size_t>(triangle[2])] - integrals.pivot;
    const Vector3 s = a + b + c, ab = b - a, ac = c - a;
    // The same as a·(b × c)/6, without the cancellation in b × c when the triangle is small.
    const double volume = a.dot(ab.cross(ac)) / 6.0;
    integrals.volume += volume;
    integrals.volume_scale += a.norm() * ab.norm() * ac.norm() / 6.0;
    integrals.first += volume / 4.0 * s;
    integrals.second += volume / 20.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  return integrals;
}

// Positive volume beyond what rounding makes of none: each of n tetrahedra carries a few ε of the largest volume that
// its edges allow, and each addition one ε of the sum so far.
void validate_volume(const VolumeIntegrals& integrals, std::size_t triangles, std::string_view element) {
  const double roundings = static_cast<double>(triangles) + 16.0;
  const double tolerance = roundings * std::numeric_limits<double>::epsilon() * integrals.volume_scale;
  if (integrals.volume > tolerance) return;
  const std::string problem =
      integrals.volume < -tolerance
          ? fmt::format("mesh is inside out: its volume is {:.6g} m³; reverse the order of each triangle's vertices",
                        integrals.volume)
          : fmt::format("mesh is flat: its volume is {:.3g} m³, zero but for rounding", integrals.volume);
  throw InputError(std::string(element), problem);
}

VolumeIntegrals integrate_valid_mesh(const TriangleMesh& mesh, std::string_view element) {
  validate(mesh, element);
  validate_closed(mesh, element);
  const VolumeIntegrals integrals = integrate_volume(mesh);
  validate_volume(integrals, mesh.triangles.size(), element);
  return integrals;
}

MassProperties fill(const VolumeIntegrals& integrals, double mass, std::string_view element) {
  const Vector3 center = integrals.first / integrals.volume;
  const Matrix3 spread = integrals.second / integrals.volume - center * center.transpose();
  const Matrix3 unit_inertia = spread.trace() * Matrix3::Identity() - spread;
  const MassProperties body{mass, integrals.pivot + center, mass * unit_inertia};
  validate(body, element);
  return body;
}

}  // namespace

MassProperties make_mass_properties_of_mesh_density(const TriangleMesh& mesh, double density,
                                                    std::string_view element) {
  if (!(std::isfinite(density) && density > 0.0)) {
    throw InputError(std::string(element),
                     fmt::format("density must be finite and above 0 kg/m³, found {} kg/m³", density));
  }
  const VolumeIntegrals integrals = integrate_valid_mesh(mesh, element);
  return fill(integrals, density * integrals.volume, element);
}

MassProperties make_mass_properties_of_mesh(const TriangleMesh& mesh, double mass, std::string_view element) {
  return fill(integrate_valid_mesh(mesh, element), mass, element);
}

}  // namespace carom
