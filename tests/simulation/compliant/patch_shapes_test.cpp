// Patches between shapes of every kind that touch in a point, and what the others are told.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/contact/hertz.h"
#include "carom/simulation/compliant/patches/patch_contact.h"
#include "carom/simulation/compliant/patches/surface_curvature.h"
#include "simulation/compliant/contact_scenes.h"

namespace carom {
namespace {

constexpr double kMass = 0.04, kSpeed = 0.5;  // [kg], [m/s]
constexpr ElasticMaterial kRubber{.young = 5e6, .poisson = 0.3}, kSteel{.young = 210e9, .poisson = 0.3};
constexpr double kEnergy = 0.5 * kMass * kSpeed * kSpeed;  // [J]
const Matrix3 kLying = Eigen::AngleAxisd(0.5 * std::numbers::pi, Vector3::UnitX()).toRotationMatrix();

Matrix3 turn_about_vertical(double angle) { return Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix(); }

double calc_modulus() { return 1.0 / (0.91 / kRubber.young + 0.91 / kSteel.young); }

/// Two shapes, the first of a body and the second of the world, of rubber and steel.
struct Meeting {
  ShapeGeometry of_body{}, of_world{shapes::Plane{}};
  double height{};  // of the body's middle where they first touch  [m]
  Matrix3 body_turned{Matrix3::Identity()}, world_turned{Matrix3::Identity()};
  Vector3 world_at{Vector3::Zero()};  // [m]
  PatchLaw law{};
  Vector3 velocity{0, 0, -kSpeed}, spin{Vector3::Zero()};
  bool soft_world{};  // the rubber is the world's

  [[nodiscard]] ContactSetup make_setup() const {
    ContactSetup setup = test::make_contact(0.02, {}, normal::Hertz{});
    setup.shapes[0] = {
        .body = "ball", .geometry = of_body, .rotation = quaternion_from_matrix(body_turned), .surface = "ball"};
    setup.shapes[1] = {
        .geometry = of_world, .at = world_at, .rotation = quaternion_from_matrix(world_turned), .surface = "ground"};
    setup.rules.front().patch = law;
    setup.materials = {{"ball", soft_world ? kSteel : kRubber}, {"ground", soft_world ? kRubber : kSteel}};
    return setup;
  }
  [[nodiscard]] SimulationReport run(double duration, double step) const {
    const Model model = test::make_model(
        {.mass = kMass, .radius = 0.02, .position = Vector3(0, 0, height + 1e-4), .velocity = velocity, .spin = spin});
    return test::simulate(model, {.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = step},
                                  .duration = duration,
                                  .record_every = duration,
                                  .contacts = make_setup()});
  }
  [[nodiscard]] std::string find_refusal() const {
    try {
      (void)run(1e-3, 1e-3);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

const ContactEvent& find_impact(const SimulationReport& report) {
  for (const ContactReport& contact : report.contacts) {
    if (!contact.impacts.empty()) return contact.impacts.front();
  }
  static const ContactEvent kNone;
  ADD_FAILURE() << "no impact";
  return kNone;
}

// X = (5/4 m v²/k)^(2/5), F = k X^(3/2), T = 2.9432 X/v with Hertz' k for the principal curvatures.
void expect_hertz(Meeting meeting, double curvature_1, double curvature_2, double tolerance, const char* what) {
  const double stiffness = calc_hertz_ellipse(calc_modulus(), curvature_1, curvature_2).stiffness;
  const double depth = std::pow(1.25 * kMass * kSpeed * kSpeed / stiffness, 0.4), time = 2.9432 * depth / kSpeed;
  const SimulationReport report = meeting.run(1.3 * time + 1e-4 / kSpeed, time / 150.0);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << what << ": " << report.sentence;
  const ContactEvent& impact = find_impact(report);
  EXPECT_NEAR(impact.peak_depth / depth, 1.0, tolerance) << what;
  EXPECT_NEAR(impact.peak_force / (stiffness * std::pow(depth, 1.5)), 1.0, 2.0 * tolerance) << what;
  EXPECT_NEAR(impact.duration / time, 1.0, tolerance) << what;
  EXPECT_LT(std::abs(report.ledger.residual()), 1e-6 * kEnergy) << what;
}

// Some 10 elements across the narrow way at least: 2e-3 in depth.
TEST(PatchShapes, EveryPairThatTouchesInAPointReboundsAsHertzSays) {
  const double r = 0.02;
  const PatchLaw round{.width = 0.01, .elements = 32}, wide{.width = 0.022, .elements = 64};
  const shapes::Sphere ball{r};
  const auto under = [](double depth) { return Vector3(0, 0, -depth); };
  expect_hertz({.of_body = shapes::Ellipsoid{Vector3(r * std::sqrt(5.0), r, r)}, .height = r, .law = wide}, 50.0, 10.0,
               2e-3, "ellipsoid on a plane");
  expect_hertz({.of_body = ball, .of_world = shapes::Sphere{0.03}, .height = r, .world_at = under(0.03), .law = round},
               50.0 + 1.0 / 0.03, 50.0 + 1.0 / 0.03, 2e-3, "two spheres");
  expect_hertz({.of_body = ball,
                .of_world = shapes::Cylinder{0.03, 1.0},
                .height = r,
                .world_turned = kLying,
                .world_at = under(0.03),
                .law = round},
               50.0 + 1.0 / 0.03, 50.0, 2e-3, "sphere on the side of a cylinder");
  expect_hertz(
      {.of_body = ball, .of_world = shapes::Cylinder{0.03, 1.0}, .height = r, .world_at = under(0.5), .law = round},
      50.0, 50.0, 2e-3, "sphere on the face of a cylinder");
  expect_hertz({.of_body = ball,
                .of_world = shapes::Tube{0.05, 1.0},
                .height = r,
                .world_turned = kLying,
                .world_at = under(-0.05),
                .law = {.width = 0.013, .elements = 32}},
               50.0, 30.0, 2e-3, "sphere in a tube");
  expect_hertz(
      {.of_body = ball, .of_world = shapes::Box{Vector3(1, 1, 1)}, .height = r, .world_at = under(0.5), .law = round},
      50.0, 50.0, 2e-3, "sphere on a box");
  expect_hertz({.of_body = shapes::Capsule{r, 0.06}, .height = 0.03 + r, .law = round}, 50.0, 50.0, 2e-3,
               "capsule on its end");
  expect_hertz({.of_body = shapes::Cylinder{r, 0.3},
                .of_world = shapes::Cylinder{r, 0.3},
                .height = r,
                .body_turned = kLying,
                .world_turned = turn_about_vertical(0.5 * std::numbers::pi) * kLying,
                .world_at = under(r),
                .law = round},
               50.0, 50.0, 2e-3, "crossed cylinders");
}

// Where an ellipsoid rolls, turns and is struck off its middle, the curvature of the contact changes. Its work is
// balanced whichever surface yields; without that the residual is 3e-3 of the energy.
TEST(PatchShapes, ChangingCurvatureIsInTheLedger) {
  Meeting meeting{
      .of_body = shapes::Ellipsoid{Vector3(0.03, 0.02, 0.02)},
      .height = 0.0225,
      .body_turned =
          (Eigen::AngleAxisd(0.4, Vector3::UnitY()) * Eigen::AngleAxisd(0.2, Vector3::UnitX())).toRotationMatrix(),
      .law = {.width = 0.014, .elements = 24, .friction = 0.4},
      .velocity = Vector3(0.2, 0.1, -kSpeed),
      .spin = Vector3(3, 8, 5)};
  const auto expect_balance = [](const Meeting& tried, const char* what) {
    const SimulationReport report = tried.run(0.016, 2.5e-5);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << what << ": " << report.sentence;
    EXPECT_GT(find_impact(report).peak_depth, 3e-4) << what;
    EXPECT_LT(std::abs(report.ledger.residual()), 1e-6 * kEnergy) << what;
  };
  expect_balance(meeting, "soft ellipsoid");
  meeting.law.viscosity.time = 1e-4;
  meeting.soft_world = true;
  expect_balance(meeting, "hard ellipsoid on a viscous plane");
  meeting.of_world = shapes::Ellipsoid{Vector3(0.04, 0.03, 0.02)};
  meeting.world_at = Vector3(0.005, 0, -0.02);
  meeting.law.friction = 0.0;
  expect_balance(meeting, "two ellipsoids");
}

// The energy of crossed cylinders at a given force, (2/5) (F⁵/k²)^(1/3), is least where they lie along each other: they
// turn that way.
TEST(PatchShapes, CrossedCylindersTurnTowardsEachOther) {
  const double crossing = std::numbers::pi / 3.0;
  const Meeting meeting{.of_body = shapes::Capsule{0.02, 0.3},
                        .of_world = shapes::Capsule{0.02, 0.3},
                        .height = 0.02,
                        .body_turned = turn_about_vertical(crossing) * kLying,
                        .world_turned = kLying,
                        .world_at = Vector3(0, 0, -0.02),
                        .law = {.width = 0.014, .elements = 32}};
  const SimulationReport report = meeting.run(9e-3, 3e-5);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  // The whole turn from the rate of the stored energy with the crossing: ∫ τ dt with τ = −∂U/∂θ = −(2/5) k' δ^(5/2),
  // and ∫ δ^(5/2) dt over a Hertz impact = 2 X^(7/2)/v ∫₀¹ s^(5/2)/√(1 − s^(5/2)) ds = 1.3081 X^(7/2)/v.
  const auto calc_stiffness = [](double angle) {
    return calc_hertz_ellipse(calc_modulus(), 50.0 * (1.0 + std::cos(angle)), 50.0 * (1.0 - std::cos(angle))).stiffness;
  };
  const double slope = (calc_stiffness(crossing + 1e-4) - calc_stiffness(crossing - 1e-4)) / 2e-4;
  const double depth = std::pow(1.25 * kMass * kSpeed * kSpeed / calc_stiffness(crossing), 0.4);
  const double turn = -0.4 * slope * 1.3081 * std::pow(depth, 3.5) / kSpeed / (0.4 * kMass * 0.02 * 0.02);
  EXPECT_NEAR(report.state.v[2] / turn, 1.0, 0.02);
  EXPECT_LT(std::abs(report.ledger.residual()), 1e-6 * kEnergy);
}

TEST(PatchShapes, AnEdgeOrALineStopsTheRunWithAReason) {
  const PatchLaw law{.width = 0.01, .elements = 16};
  const SimulationReport edge =
      Meeting{.of_body = shapes::Sphere{0.02},
              .of_world = shapes::Box{Vector3(1, 1, 1)},
              .height = 0.02,
              .world_turned = Eigen::AngleAxisd(0.25 * std::numbers::pi, Vector3::UnitX()).toRotationMatrix(),
              .world_at = Vector3(0, 0, -std::numbers::sqrt2 / 2.0),
              .law = law}
          .run(1e-3, 2e-5);
  EXPECT_EQ(edge.status, SimulationStatus::Failed);
  EXPECT_NE(edge.sentence.find("an edge or a corner"), std::string::npos) << edge.sentence;
  EXPECT_NE(edge.sentence.find("`normal` law"), std::string::npos) << edge.sentence;
}

TEST(PatchShapes, AnAreaThatReachesOverAnEndIsWarnedOf) {
  const Meeting lying{.of_body = shapes::Capsule{0.02, 0.06},
                      .height = 0.02,
                      .body_turned = kLying,
                      .law = {.width = 0.01, .elements = 16}};
  const SimulationReport report = lying.run(2e-3, 2e-5);
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_NE(report.warnings.front().find("over an edge or end"), std::string::npos) << report.warnings.front();
}

TEST(PatchShapes, AnAreaThatIsNotSmallIsWarnedOf) {
  Meeting fast{.of_body = shapes::Sphere{0.02}, .height = 0.02, .law = {.width = 0.03, .elements = 16}};
  // √(R X) = 11 mm on a radius of 20 mm.
  fast.velocity.z() = -8.0;
  const SimulationReport report = fast.run(1e-3, 5e-6);
  ASSERT_FALSE(report.warnings.empty()) << report.sentence;
  EXPECT_NE(report.warnings.front().find("half a radian"), std::string::npos) << report.warnings.front();
}

TEST(PatchShapes, WhatTouchesInNoPointIsToldWhatToUse) {
  const PatchLaw law{.width = 0.01, .elements = 16};
  for (const ShapeGeometry& geometry :
       {ShapeGeometry(shapes::Point{}), ShapeGeometry(shapes::Box{Vector3(0.04, 0.04, 0.04)}),
        ShapeGeometry(shapes::Cylinder{0.02, 0.04}), ShapeGeometry(shapes::Cone{0.02, 0.04})}) {
    const Meeting meeting{.of_body = geometry, .height = 0.1, .law = law};
    EXPECT_NE(meeting.find_refusal().find("use a `normal` law"), std::string::npos) << meeting.find_refusal();
  }
  Meeting big{.of_body = shapes::Sphere{0.02}, .height = 0.1, .law = {.width = 0.05, .elements = 16}};
  EXPECT_NE(big.find_refusal().find("small against the bodies"), std::string::npos) << big.find_refusal();
  big.law = {.width = 0.01, .elements = 1024};
  big.of_body = shapes::Cylinder{0.02, 0.06};
  big.of_world = shapes::Cylinder{0.02, 0.06};
  EXPECT_NE(big.find_refusal().find("fewer `elements`"), std::string::npos) << big.find_refusal();
}

// The tensor one short way u further, carried along without turning, against −((s·u) C + s (C u)ᵀ + (C u) sᵀ).
TEST(SurfaceCurvature, TheSlantIsTheChangeAlongTheSurface) {
  constexpr double kStep = 1e-5;
  ShapeMotion motion;
  motion.R_WS =
      (Eigen::AngleAxisd(0.7, Vector3::UnitX()) * Eigen::AngleAxisd(0.3, Vector3::UnitZ())).toRotationMatrix();
  const auto expect_change = [&](const PlacedShape& shape, const Vector3& n, const Vector3& point) {
    const SurfaceCurvature here = calc_surface_curvature(shape, n, point);
    const Vector3 first = n.unitOrthogonal();
    for (const Vector3& along : {first, Vector3(n.cross(first))}) {
      const auto look = [&](double step) -> Matrix3 {
        // To second order the surface bends away by half its curvature, and its normal turns by it.
        const Vector3 turn = n.cross(here.tensor * along) * step;
        const Vector3 m = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * n;
        const Vector3 place = point + step * along - 0.5 * step * step * along.dot(here.tensor * along) * n;
        const Matrix3 carried = Eigen::Quaterniond::FromTwoVectors(n, m).toRotationMatrix();
        return carried.transpose() * calc_surface_curvature(shape, m, place).tensor * carried;
      };
      const Matrix3 change = (look(kStep) - look(-kStep)) / (2.0 * kStep);
      const Vector3 bent = here.tensor * along;
      const Matrix3 expected =
          -(here.slant.dot(along) * here.tensor + here.slant * bent.transpose() + bent * here.slant.transpose());
      EXPECT_LT((change - expected).norm(), 1e-4 * here.tensor.norm() * here.slant.norm());
      EXPECT_GT(expected.norm(), 0.0);
    }
  };
  const CollisionShape ellipsoid =
      make_collision_shape({.geometry = shapes::Ellipsoid{Vector3(0.03, 0.02, 0.015)}}, BodyIndex(1));
  const Vector3 n_S = Vector3(0.3, -0.5, 0.8).normalized();
  const Vector3 scaled = ellipsoid.half_size.cwiseProduct(n_S);
  expect_change({ellipsoid, motion}, motion.R_WS * n_S,
                motion.R_WS * ellipsoid.half_size.cwiseProduct(scaled) / scaled.norm());
  const CollisionShape cone = make_collision_shape({.geometry = shapes::Cone{0.03, 0.04}}, BodyIndex(1));
  expect_change({cone, motion}, motion.R_WS * Vector3(0.8, 0, 0.6), motion.R_WS * Vector3(0.015, 0, 0));
}

}  // namespace
}  // namespace carom
