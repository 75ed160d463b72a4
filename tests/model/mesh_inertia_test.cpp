#include "carom/model/shapes/mesh_inertia.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/shapes/inertia_of_shapes.h"
#include "model/sample_meshes.h"

namespace carom {
namespace {

using testing_support::make_box_mesh;
using testing_support::make_sphere_mesh;
using testing_support::put_together;
using testing_support::turn_inside_out;

const Vector3 kSize(0.6, 1.4, 0.9);

// Tens of roundings on numbers of order one.
constexpr double kRounding = 100.0 * std::numeric_limits<double>::epsilon();

void expect_same(const MassProperties& found, const MassProperties& expected, double tolerance) {
  EXPECT_NEAR(found.mass, expected.mass, tolerance);
  EXPECT_LE((found.center_of_mass - expected.center_of_mass).norm(), tolerance);
  EXPECT_LE((found.inertia_about_center - expected.inertia_about_center).norm(), tolerance);
}

MassProperties make_box(const Vector3& size, const Vector3& center, double density) {
  return express_in(Matrix3::Identity(), center, make_mass_properties_of_density(solids::Box{size}, density, "box"));
}

TEST(MeshInertia, ABoxOfTrianglesIsABox) {
  const Vector3 center(0.3, -0.1, 0.2);
  const TriangleMesh mesh = make_box_mesh(kSize, center);
  expect_same(make_mass_properties_of_mesh_density(mesh, 2.0, "box"), make_box(kSize, center, 2.0), kRounding);
  const MassProperties weighed = make_mass_properties_of_mesh(mesh, 3.5, "box");
  expect_same(weighed, make_box(kSize, center, 3.5 / kSize.prod()), 4.0 * kRounding);
  EXPECT_EQ(weighed.mass, 3.5);
}

TEST(MeshInertia, SeparatePartsAddAndHollowsSubtract) {
  const Vector3 left(-2.0, 0.0, 0.5), right(1.0, 0.7, 0.0), core = 0.5 * kSize;
  const TriangleMesh pair = put_together(make_box_mesh(kSize, left), make_box_mesh(core, right));
  const MassProperties both = combine(make_box(kSize, left, 2.0), make_box(core, right, 2.0));
  expect_same(make_mass_properties_of_mesh_density(pair, 2.0, "pair"), both, 10.0 * kRounding);

  const TriangleMesh hollow = put_together(make_box_mesh(kSize, left), turn_inside_out(make_box_mesh(core, left)));
  const MassProperties shell = make_mass_properties_of_mesh_density(hollow, 2.0, "hollow");
  expect_same(combine(shell, make_box(core, left, 2.0)), make_box(kSize, left, 2.0), 10.0 * kRounding);
}

TEST(MeshInertia, MovesWithTheBody) {
  const Matrix3 R_AB = (Eigen::AngleAxisd(0.9, Vector3::UnitY()) * Eigen::AngleAxisd(2.1, Vector3::UnitX())).matrix();
  const Vector3 p_AoBo_A(1000.0, -2000.0, 500.0);
  TriangleMesh mesh = put_together(make_box_mesh(kSize, {0.0, 0.0, 0.0}), make_box_mesh(0.4 * kSize, {1.0, 0.5, 0.2}));
  const MassProperties at_home = make_mass_properties_of_mesh_density(mesh, 2.0, "body");
  for (Vector3& vertex : mesh.vertices) vertex = p_AoBo_A + R_AB * vertex;
  const MassProperties away = make_mass_properties_of_mesh_density(mesh, 2.0, "body");
  // The moved vertices themselves are rounded at 2000 m: 2000 ε each, times about ten.
  expect_same(away, express_in(R_AB, p_AoBo_A, at_home), 2000.0 * kRounding);
}

TEST(MeshInertia, ASphereOfTrianglesConvergesWithTheSquareOfTheirSize) {
  const MassProperties ball = make_mass_properties_of_density(solids::Sphere{1.0}, 1.0, "ball");
  const auto calc_errors = [&](int levels) {
    const MassProperties found = make_mass_properties_of_mesh_density(make_sphere_mesh(levels), 1.0, "ball");
    EXPECT_LE(found.center_of_mass.norm(), kRounding);
    const double inertia_error = (found.inertia_about_center - ball.inertia_about_center).norm();
    return std::pair(std::abs(found.mass - ball.mass), inertia_error);
  };
  const auto [coarse_mass, coarse_inertia] = calc_errors(4);
  const auto [fine_mass, fine_inertia] = calc_errors(5);
  EXPECT_NEAR(std::log2(coarse_mass / fine_mass), 2.0, 0.05);
  EXPECT_NEAR(std::log2(coarse_inertia / fine_inertia), 2.0, 0.05);
}

TEST(MeshInertia, AThinFoilOfManyTrianglesIsNotTakenForFlat) {
  TriangleMesh foil = make_sphere_mesh(6);
  for (Vector3& vertex : foil.vertices) vertex.z() *= 1e-7;
  const MassProperties found = make_mass_properties_of_mesh_density(foil, 1.0, "foil");
  const MassProperties expected = make_mass_properties_of_mesh_density(make_sphere_mesh(6), 1.0, "ball");
  // The flattened polyhedron has 1e-7 of the volume; it is rounded where terms of order one meet.
  EXPECT_NEAR(found.mass, 1e-7 * expected.mass, kRounding);
}

std::string find_refusal(const TriangleMesh& mesh, double density = 1.0) {
  try {
    static_cast<void>(make_mass_properties_of_mesh_density(mesh, density, "body 'a'"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MeshInertia, RefusesABodyInsideOut) {
  EXPECT_EQ(find_refusal(turn_inside_out(make_box_mesh({1.0, 2.0, 3.0}, Vector3::Zero()))),
            "body 'a': mesh is inside out: its volume is -6 m³; reverse the order of each triangle's vertices");
}

TEST(MeshInertia, RefusesOpenAndFlatMeshes) {
  TriangleMesh mesh = make_box_mesh(kSize, Vector3::Zero());
  mesh.triangles.pop_back();
  EXPECT_NE(find_refusal(mesh).find("mesh is open"), std::string::npos);
  // Both sides of one triangle, and a box pressed into a slanted plane.
  mesh = {{{0.1, 0.2, 0.3}, {1.3, 0.1, 0.2}, {0.4, 1.7, 0.9}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_NE(find_refusal(mesh).find("mesh is flat"), std::string::npos) << find_refusal(mesh);
  mesh = make_box_mesh(kSize, {0.3, 0.1, 0.7});
  for (Vector3& vertex : mesh.vertices) vertex.z() = 0.3 * vertex.x() - 0.7 * vertex.y() + 0.1;
  EXPECT_NE(find_refusal(mesh).find("mesh is flat"), std::string::npos) << find_refusal(mesh);
}

TEST(MeshInertia, RefusesDensitiesAndMassesThatAreNotPositive) {
  const TriangleMesh mesh = make_box_mesh(kSize, Vector3::Zero());
  EXPECT_EQ(find_refusal(mesh, 0.0), "body 'a': density must be finite and above 0 kg/m³, found 0 kg/m³");
  EXPECT_THROW(static_cast<void>(make_mass_properties_of_mesh(mesh, -1.0, "body")), InputError);
}

}  // namespace
}  // namespace carom
