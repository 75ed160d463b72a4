// Robots in files: those of the project run, and well-known ones match what others have computed of them.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include <Eigen/Eigenvalues>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "carom/dynamics/crba.h"
#include "carom/dynamics/momentum.h"
#include "carom/dynamics/rnea.h"
#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/simulation.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr double kTolerance = 1e-9;  // relative to the scale of a quantity

// They are no part of the project: each comes with its own licence.
fs::path find_robots() {
  const char* given = std::getenv("CAROM_ROBOTS");
  return given != nullptr ? fs::path(given) : project_folder() / "../shared/robots";
}

json read_json(const fs::path& path) {
  std::ifstream file(path);
  return json::parse(file);
}

// Links named after the world are called differently.
std::string name_body(const Scene& scene, const std::string& link) {
  return link == "world" ? scene.name + "_world" : link;
}

/// A robot with all its joints at one position and velocity.
struct Posed {
  Posed(const Model& robot, double q, double v)
      : model(robot), kinematics(robot), no_forces(robot), inverse(robot), efforts(robot.num_velocities()) {
    const int n = robot.num_velocities();
    calc_kinematics(robot, VectorX::Constant(n, q), VectorX::Constant(n, v), kinematics);
    calc_inverse_dynamics(robot, kinematics, no_forces, VectorX::Zero(n), inverse, efforts);
  }

  const Model& model;
  Kinematics kinematics;
  AppliedForces no_forces;
  InverseDynamics inverse;
  VectorX efforts;  // that hold v constant
};

/// Compares values of joints, given in an order of names, with ours.
void expect_same(const Model& model, const json& names, const json& expected, const VectorX& found, double least_scale,
                 const char* what) {
  double scale = least_scale;
  for (const json& value : expected) scale = std::max(scale, std::abs(value.get<double>()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto name = names[i].get<std::string>();
    const int place = model.body(model.find_joint(name).value()).velocity_start;
    EXPECT_NEAR(found[place], expected[i].get<double>(), kTolerance * scale) << what << " of joint " << name;
  }
}

Vector3 as_vector(const json& value) {
  return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
}

void expect_configuration(const Scene& scene, const Model& model, const json& expected, const json& at) {
  const double q = at["q"].get<double>();
  const json& names = expected["joint_order"];
  // Torques that vanish are sums of what a weight at 1 mm would give.
  const double torque_scale = 1e-3 * 9.81 * model.total_mass();
  const Posed still(model, q, 0.0);
  const Posed moving(model, q, 1.0);
  expect_same(model, names, at["gravity_torque"], still.efforts, torque_scale, "gravity torque");
  expect_same(model, names, at["bias_torque"], moving.efforts, torque_scale, "bias torque");

  const int n = model.num_velocities();
  MatrixX M(n, n);
  CompositeBodies composites(model);
  calc_mass_matrix(model, still.kinematics, composites, M);
  expect_same(model, names, at["mass_matrix_diagonal"], M.diagonal(), 0.0, "mass matrix");
  const double smallest = Eigen::SelfAdjointEigenSolver<MatrixX>(M).eigenvalues()[0];
  EXPECT_NEAR(smallest, at["mass_matrix_smallest_eigenvalue"].get<double>(), kTolerance * M.diagonal().maxCoeff());

  const Vector3 center = calc_centroidal_momentum(model, still.kinematics).center_of_mass;
  EXPECT_LT((center - as_vector(at["centre_of_mass"])).norm(), kTolerance);
  for (const auto& [link, origin] : at["link_origins"].items()) {
    const int body = model.find_body(name_body(scene, link)).value();
    const Vector3 found = calc_point_motion(still.kinematics, body, Vector3::Zero()).position;
    EXPECT_LT((found - as_vector(origin)).norm(), kTolerance) << "origin of link " << link;
  }
}

std::map<std::string, int> count_shapes(const Scene& scene) {
  constexpr const char* kNames[] = {"point", "sphere", "box",  "cylinder", "capsule", "ellipsoid",
                                    "plane", "tube",   "mesh", "cone",     "convex",  "height_field"};
  static_assert(std::variant_size_v<ShapeGeometry> == std::size(kNames));
  std::map<std::string, int> counts;
  for (const ShapeSpec& shape : scene.shapes) ++counts[kNames[shape.geometry.index()]];
  return counts;
}

TEST(UrdfRobots, KnownRobotsMatchWhatOthersHaveComputed) {
  const fs::path folder = find_robots();
  if (!fs::is_directory(folder)) GTEST_SKIP() << "no robots in " << folder << "; CAROM_ROBOTS names another folder";
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    ++count;
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    const json expected = read_json(entry.path() / "expected.json");
    Scene scene = read_scene(entry.path() / (name + ".urdf"));
    scene.name = expected["robot_name"].get<std::string>();
    const Model model = scene.model.build();

    EXPECT_EQ(model.num_bodies() - 1, expected["links"].get<int>());
    EXPECT_EQ(model.num_velocities(), expected["degrees_of_freedom"].get<int>());
    EXPECT_EQ(model.num_constraint_rows(), expected["mimic_joints"].get<int>());
    EXPECT_NEAR(model.total_mass(), expected["total_mass"].get<double>(), kTolerance * model.total_mass());
    int massless = 0;
    for (int i = 1; i < model.num_bodies(); ++i) massless += model.body(i).mass == 0.0 ? 1 : 0;
    EXPECT_EQ(massless, expected["massless_links"].get<int>());
    EXPECT_EQ(count_shapes(scene), (expected["collision_shapes"].get<std::map<std::string, int>>()));
    EXPECT_EQ(expected["configurations"].size(), 2U);
    for (const json& at : expected["configurations"]) expect_configuration(scene, model, expected, at);
  }
  EXPECT_GE(count, 8);
}

struct OwnRobot {
  const char* name;
  int degrees;
  int rows;     // of constraints
  double mass;  // [kg]
};

class OwnRobots : public testing::TestWithParam<OwnRobot> {};
INSTANTIATE_TEST_SUITE_P(Urdf, OwnRobots,
                         testing::Values(OwnRobot{"two_link_arm", 2, 0, 3.2}, OwnRobot{"six_joint_arm", 8, 1, 20.52},
                                         OwnRobot{"quadruped", 18, 0, 11.0}),
                         [](const auto& robot) { return std::string(robot.param.name); });

// The account is integrated with the motion: what is missing in it is of the order of the error allowed in the steps.
TEST_P(OwnRobots, RunForASecondWithTheLedgerClosed) {
  const OwnRobot& robot = GetParam();
  Scene scene = read_scene(project_folder() / "scenes/robots" / (std::string(robot.name) + ".toml"));
  const Model model = scene.model.build();
  EXPECT_EQ(model.num_velocities(), robot.degrees);
  EXPECT_EQ(model.num_constraint_rows(), robot.rows);
  EXPECT_NEAR(model.total_mass(), robot.mass, 1e-12 * robot.mass);
  Simulation simulation(model, model.make_initial_state(),
                        {.integrator = scene.simulation.integrator, .duration = 1.0, .record_every = 0.1});
  const SimulationReport report = simulation.run(nullptr);
  EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_GT(report.ledger.scale, 1.0);
  EXPECT_LT(report.ledger.relative_residual(), 1e-6) << format_ledger(report.ledger);
}

TEST(UrdfRobots, SecondFingerFollowsTheFirst) {
  const Scene scene = read_scene(project_folder() / "scenes/robots/six_joint_arm.toml");
  const Model model = scene.model.build();
  Simulation simulation(model, model.make_initial_state(), {.duration = 0.5, .record_every = 0.1});
  const SimulationReport report = simulation.run(nullptr);
  const double left = report.state.q[model.body(model.find_joint("left_slide").value()).position_start];
  const double right = report.state.q[model.body(model.find_joint("right_slide").value()).position_start];
  EXPECT_LT(left, 0.01) << "the gripper must have closed, from 3 cm";
  EXPECT_NEAR(right, left, 1e-8);
}

// Motors hold its legs: the weight of 11 kg rests on the four feet, and on nothing else.
TEST(UrdfRobots, QuadrupedStandsOnTheGroundByTheSurfaceOfTheRobot) {
  const Scene scene = read_scene(project_folder() / "scenes/robots/quadruped_on_ground.toml");
  const Model model = scene.model.build();
  Simulation simulation(model, model.make_initial_state(), make_options(scene));
  const SimulationReport report = simulation.run(nullptr);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_LT(report.ledger.relative_residual(), 1e-6) << format_ledger(report.ledger);
  std::vector<std::string> touching;
  for (const ContactReport& contact : report.contacts) {
    if (contact.episodes > contact.num_impacts) touching.push_back(contact.name);
  }
  EXPECT_THAT(touching, testing::ElementsAre("front_left_foot/ground", "front_right_foot/ground",
                                             "rear_left_foot/ground", "rear_right_foot/ground"));
  const double height = report.state.q[model.body(model.find_joint("trunk").value()).position_start + 6];
  EXPECT_NEAR(height, 0.0, 0.02) << "below where it was put";
}

// Those whose shapes have contacts with a plane; a surface that no other shape has must not be refused.
TEST(UrdfRobots, WellKnownOnesLandOnTheGroundByTheSurfaceOfTheRobot) {
  if (!fs::exists(find_robots())) GTEST_SKIP() << "no robots in " << find_robots();
  for (const std::string name : {"a1", "double_pendulum", "iiwa14", "panda"}) {
    SCOPED_TRACE(name);
    const std::string text = "[scene]\nduration = 0.7\n[robot]\nfile = '" + name + "/" + name +
                             ".urdf'\nbase = 'free'\nat = [0, 0, 2]\nsurface = 'skin'\n"
                             "[[shape]]\ntype = 'plane'\nsurface = 'ground'\n"
                             "[[contact]]\nbetween = ['skin', 'ground']\n"
                             "normal = { law = 'hunt-crossley', stiffness = 5e4, exponent = 1, alpha = 0.5 }\n";
    const Scene scene = parse_scene(text, "ground.toml", {}, find_robots());
    const Model model = scene.model.build();
    Simulation simulation(model, model.make_initial_state(), make_options(scene));
    const SimulationReport report = simulation.run(nullptr);
    EXPECT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_LT(report.ledger.relative_residual(), 1e-6) << format_ledger(report.ledger);
    const auto has_touched = [](const ContactReport& contact) {
      return contact.episodes > 0 && contact.name.find("/ground") != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(report.contacts, has_touched));
  }
}

}  // namespace
}  // namespace carom
