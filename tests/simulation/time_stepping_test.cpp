// Time stepping with impulses, against closed forms and independently computed steps
// (tests/reference/bristle_mlcp.json).
#include <cmath>
#include <fstream>
#include <numbers>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/impulse_solver.h"
#include "simulation/rigid_scenes.h"

namespace carom::simulation_tests {
namespace {

using nlohmann::json;

constexpr double kGravity = 9.81;  // [m/s²]

const json& reference() {
  static const json data = json::parse(std::ifstream(CAROM_TEST_REFERENCE_DIR "/bristle_mlcp.json"));
  return data;
}

VectorX read_vector(const json& values) {
  VectorX vector(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) vector[static_cast<Eigen::Index>(i)] = values[i];
  return vector;
}

MatrixX read_matrix(const json& rows, Eigen::Index columns) {
  MatrixX matrix(static_cast<Eigen::Index>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) matrix.row(static_cast<Eigen::Index>(i)) = read_vector(rows[i]);
  return matrix;
}

// One printed step with bounds of the last one: M, bilateral rows A, normals N, tangents D.
struct PrintedStep {
  explicit PrintedStep(const json& data)
      : h(data["h"]), tangents(data["rows_per_contact"]), v_minus(read_vector(data["v_minus"])) {
    const Eigen::Index size = v_minus.size();
    const MatrixX M = read_matrix(data["M"], size), A = read_matrix(data["A"], size);
    const MatrixX N = read_matrix(data["N"], size), D = read_matrix(data["D"], size);
    const auto contacts = static_cast<int>(N.rows());
    J.setZero(3 * contacts, size);
    for (int c = 0; c < contacts; ++c) {
      J.row(3 * c) = N.row(c);
      for (int t = 0; t < tangents; ++t) J.row(3 * c + 1 + t) = D.row(tangents * c + t);
    }
    // With the bilateral rows eliminated.
    MatrixX inverse = M.inverse();
    if (A.rows() > 0) {
      const MatrixX AM = A * inverse;
      const MatrixX lost = AM.transpose() * (AM * A.transpose()).inverse() * AM;
      v_free = v_minus + h * inverse * read_vector(data["f_minus_c"]);
      v_free -= inverse * A.transpose() * (AM * A.transpose()).inverse() * (A * v_free);
      inverse -= lost;
    } else {
      v_free = v_minus + h * inverse * read_vector(data["f_minus_c"]);
    }
    X = inverse * J.transpose();
    problem.resize(contacts);
    problem.G = J * X;
    problem.q = J * v_free;
    problem.mu = read_vector(data["mu"]);
    problem.last.setZero();
    const VectorX K = read_vector(data["K"]), normals = read_vector(data["lamN_minus"]);
    const VectorX friction = read_vector(data["lamT_minus"]);
    for (int c = 0; c < contacts; ++c) {
      problem.last[3 * c] = h * normals[c];
      for (int t = 0; t < 2; ++t) {
        const int row = 3 * c + 1 + t;
        // A direction that the case does not have moves nothing and stays without friction.
        const double stiffness = t < tangents ? K[tangents * c + t] : 1e6;
        if (t < tangents) problem.last[row] = h * friction[tangents * c + t];
        const double compliance = 1.0 / (stiffness * h * h);
        problem.G(row, row) += compliance;
        problem.q[row] -= compliance * problem.last[row];
      }
    }
  }

  double h;
  int tangents;
  VectorX v_minus, v_free;
  MatrixX J, X;
  StepProblem problem;
};

TEST(Peiret, SingleStepsOfThePaperAreMetToRounding) {
  ImpulseSolver solver({.bounds = FrictionBounds::Box, .bound_iterations = 0, .tolerance = 1e-13});
  for (const json& data : reference()["golden_steps"]) {
    PrintedStep step(data);
    VectorX p = VectorX::Zero(step.problem.size());
    const SolveReport report = solver.solve(step.problem, p);
    ASSERT_TRUE(report.solved()) << describe(report);
    // Numbers of order 1 to 100 through a system of condition up to some 1e4.
    const VectorX v = step.v_free + step.X * p;
    EXPECT_LT((v - read_vector(data["v_plus"])).norm(), 1e-11 * (1.0 + v.norm()));
    for (int c = 0; c < step.problem.contacts; ++c) {
      const auto place = static_cast<std::size_t>(c);
      EXPECT_NEAR(p[3 * c] / step.h, data["lamN"][place], 1e-9 * (1.0 + std::abs(p[3 * c] / step.h)));
      for (int t = 0; t < step.tangents; ++t) {
        const double force = data["lamT"][static_cast<std::size_t>(step.tangents * c + t)];
        EXPECT_NEAR(p[3 * c + 1 + t] / step.h, force, 1e-9 * (1.0 + std::abs(force)));
      }
    }
  }
}

SimulationOptions make_stepping_options(double duration, double step, SteppingScheme scheme = SteppingScheme::Peiret) {
  SimulationOptions options{.duration = duration,
                            .record_every = 0.01 * duration,
                            .contacts = {},
                            .formulation = FormulationKind::TimeStepping};
  options.time_stepping.scheme = scheme;
  options.time_stepping.step = step;
  return options;
}

ContactSetup with_bristles(ContactSetup setup, double friction, double stiffness) {
  setup.rules.front().friction = friction::Liang{.friction = friction, .bristle_stiffness = stiffness};
  setup.rules.front().impact.reset();
  return setup;
}

// A wheel in its plane, 1 kg, R = 0.3 m, J = m R²/2, that starts without spin and rolls after two seconds.
SimulationReport run_wheel(double step) {
  ModelBuilder builder = make_builder();
  BodySpec wheel;
  wheel.name = "wheel";
  wheel.mass.mass = 1.0;
  wheel.mass.inertia_about_center = 0.045 * Matrix3::Identity();
  wheel.joint.type = JointType::Free;
  wheel.joint.position = {1, 0, 0, 0, 0, 0, 0.3};
  wheel.joint.velocity = {0, 0, 0, 17.658, 0, 0};
  builder.add_body(wheel);
  SimulationOptions options = make_stepping_options(2.1, step);
  options.contacts = with_bristles(make_setup({{.body = "wheel", .geometry = shapes::Sphere{0.3}, .surface = "wheel"},
                                               {.geometry = shapes::Plane{}, .surface = "floor"}},
                                              "wheel", "floor", impact::Newton{}),
                                   0.3, 1e4);
  return simulate(builder.build(), options);
}

TEST(Peiret, WheelSlidesTwoSecondsAndRollsWithAnErrorOfFirstOrder) {
  const json& wheel = reference()["wheel"];
  const double exact = wheel["exact_samples"][3]["x"];
  const json& study = wheel["convergence"][0];  // bristles in full from the start: at this speed one step loads them
  for (std::size_t i = 0; i < 3; ++i) {
    const SimulationReport report = run_wheel(study["h"][i]);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    // Impulses are found to 1e-10 m/s; what one of the 10⁴ steps leaves over the next takes back.
    EXPECT_NEAR(exact - report.state.q[4], study["err"]["x_end"][i], 1e-9);
    EXPECT_NEAR(std::abs(report.state.v[3] - wheel["exact_samples"][3]["vx"].get<double>()), study["err"]["vx_end"][i],
                1e-9);
    EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9 * report.ledger.scale);
  }
}

SimulationReport run_slope(double degrees, const SimulationOptions& options) {
  const double angle = degrees * std::numbers::pi / 180.0;
  ModelBuilder builder;
  builder.set_gravity(kGravity * Vector3(std::sin(angle), 0, -std::cos(angle)));
  BodySpec block;
  block.name = "point";
  block.mass.mass = 1.0;
  block.mass.inertia_about_center = 0.01 * Matrix3::Identity();
  block.joint.type = JointType::Free;
  builder.add_body(block);
  return simulate(builder.build(), options);
}

TEST(Peiret, BlockOnASlopeStandsStillOnItsBristles) {
  const json& slope = reference()["slope"][0];
  SimulationOptions options = make_stepping_options(10.0, slope["h"]);
  options.contacts = with_bristles(touch_floor("point", impact::Newton{}), slope["mu"], slope["K"]);
  const SimulationReport report = run_slope(slope["alpha_deg"], options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  EXPECT_NEAR(report.state.q[4], slope["bristle_x"].back(), 1e-9);
  EXPECT_LT(std::abs(report.state.v[3]), 1e-9);  // impulses are found to 1e-10 m/s
}

class Schemes : public testing::TestWithParam<SteppingScheme> {};
INSTANTIATE_TEST_SUITE_P(All, Schemes,
                         testing::Values(SteppingScheme::Peiret, SteppingScheme::MoreauJean,
                                         SteppingScheme::StewartTrinkle, SteppingScheme::AnitescuPotra));

// Down a slope of 30° with μ = 0.3: a = g (sin α − μ cos α), and x = ½ a t² + O(h).
TEST_P(Schemes, BlockSlidesDownASlopeAsCoulombSays) {
  const double angle = std::numbers::pi / 6.0, a = kGravity * (std::sin(angle) - 0.3 * std::cos(angle));
  double last_error = 0.0;
  for (const double step : {2e-3, 1e-3}) {
    SimulationOptions options = make_stepping_options(1.0, step, GetParam());
    options.contacts = touch_floor("point", impact::Newton{.friction = 0.3});
    const SimulationReport report = run_slope(30.0, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    // Semi-implicit Euler is ½ a t h ahead. Bristles must first stretch by μ N/K = 26 µm, for which free sliding takes
    // 3.2 ms: the block is ahead by at most μ g cos α · 3.2 ms = 8.2 mm/s.
    const double ahead = GetParam() == SteppingScheme::Peiret ? 8.2e-3 : 0.0;
    const double error = report.state.q[4] - 0.5 * a;
    EXPECT_NEAR(report.state.v[3], a, 1e-9 + ahead);
    EXPECT_LT(std::abs(error), 2.0 * step + ahead);
    if (last_error != 0.0 && GetParam() != SteppingScheme::Peiret) {
      EXPECT_NEAR(error / last_error, 0.5, 0.01);
    }
    last_error = error;
    EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-10 * report.ledger.scale);
    EXPECT_NEAR(dissipated(report, "friction"), 0.3 * kGravity * std::cos(angle) * 0.5 * a, 5e-3 + 3.0 * ahead);
  }
}

// A ball from 1 m that keeps half of its speed: at first 0.25 m high. The impact is up to half a step off.
TEST_P(Schemes, BouncingBallKeepsNewtonsAndPoissonsPart) {
  const Model model = make_falling_ball(1.0);
  const double falls = std::sqrt(2.0 / kGravity), speed = std::sqrt(2.0 * kGravity);
  for (const ImpactLaw& law : {ImpactLaw(impact::Newton{.restitution = 0.5, .friction = 0.2}),
                               ImpactLaw(impact::Poisson{.restitution = 0.5, .friction = 0.2})}) {
    constexpr double kStep = 1e-3;
    SimulationOptions options = make_stepping_options(1.5 * falls, kStep, GetParam());
    options.contacts = touch_floor("ball", law);
    const SimulationReport report = simulate(model, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_NEAR(report.state.q[0], 0.25, 1.5 * speed * kStep);
    EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-10 * report.ledger.scale);
    EXPECT_NEAR(dissipated(report, "impact"), 0.75 * kGravity, 0.02 * kGravity);
    EXPECT_EQ(report.contacts.front().episodes, 1);
  }
}

// Two links that fall onto the floor, without restitution: against event-driven runs to first order.
TEST_P(Schemes, DoublePendulumOnTheFloorFollowsTheEventDrivenRun) {
  const Model model = make_double_pendulum();
  const ContactSetup contacts =
      touch_floor("lower", impact::Newton{.restitution = 0.0, .friction = 0.1}, Vector3(0, 0, -0.25), -0.7);
  SimulationOptions exact = make_rigid_options(0.4, 1e-10);
  exact.contacts = contacts;
  const SimulationReport rigid = simulate(model, exact);
  ASSERT_EQ(rigid.status, SimulationStatus::Finished) << rigid.sentence;
  SimulationOptions options = make_stepping_options(0.4, 1e-4, GetParam());
  options.time_stepping.bristle_stiffness = 1e6;
  options.contacts = contacts;
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  ASSERT_GE(report.contacts.front().episodes, 1);
  EXPECT_LT((report.state.q - rigid.state.q).norm(), 0.02);  // measured 0.013 with bristles, less without
  EXPECT_NEAR(report.ledger.residual(), 0.0, 1e-9 * report.ledger.scale);
}

TEST(Peiret, BallUnderTheTrueConeGoesStraightAndUnderTheBoxDoesNot) {
  const json& runs = reference()["ball_box_vs_cone"]["runs"];
  ModelBuilder builder = make_builder();
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = 1.0;
  ball.mass.inertia_about_center = 0.4 * kBallRadius * kBallRadius * Matrix3::Identity();
  ball.joint.type = JointType::Free;
  ball.joint.position = {1, 0, 0, 0, 0, 0, kBallRadius};
  ball.joint.velocity = {0, 0, 0, 2.0, 1.0, 0};
  builder.add_body(ball);
  const Model model = builder.build();
  for (std::size_t i = 0; i < 2; ++i) {
    SimulationOptions options = make_stepping_options(0.5, runs[i]["h"]);
    options.time_stepping.bounds = runs[i]["cone"] ? FrictionBounds::Cone : FrictionBounds::Box;
    options.contacts = with_bristles(touch_floor_with_ball(impact::Newton{}), 0.3, 1e5);
    const SimulationReport report = simulate(model, options);
    ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
    EXPECT_NEAR(report.state.q[4], runs[i]["x"][0], 1e-3);
    EXPECT_NEAR(report.state.q[5], runs[i]["x"][1], 1e-3);
  }
}

// A table of 10 kg on four feet under a sideways push: relaxed normals share the load as springs do.
TEST(Peiret, FourLegsShareTheLoadOnceNormalsAreRelaxed) {
  const json& table = reference()["table"][0];
  ModelBuilder builder = make_builder();
  BodySpec body;
  body.name = "table";
  body.mass.mass = table["params"]["m"];
  body.mass.inertia_about_center = Matrix3::Identity();
  body.joint.type = JointType::Free;
  body.joint.position = {1, 0, 0, 0, 0, 0, 0.3};
  builder.add_body(body);
  BodyForce push;
  push.body = "table";
  push.force = Vector3(3.0, 0, 0);
  builder.add_body_force(push);
  std::vector<ShapeSpec> shapes;
  for (const json& foot : table["feet"]) {
    shapes.push_back(
        {.body = "table", .geometry = shapes::Point{}, .at = Vector3(foot[0], foot[1], foot[2]), .surface = "foot"});
  }
  shapes.push_back({.geometry = shapes::Plane{}, .surface = "floor"});
  SimulationOptions options = make_stepping_options(20.0, 1e-3);
  options.contacts = with_bristles(make_setup(shapes, "foot", "floor", impact::Newton{}), 0.5, 1e4);
  options.time_stepping.normal_stiffness = table["params"]["kN"];

  struct Forces : Observer {
    std::vector<Contact> views;
    [[nodiscard]] bool observe(const Moment& moment) override {
      views.clear();
      EXPECT_TRUE(moment.system.calc_forces(moment.state.time, moment.y));
      for (int i = 0; i < moment.system.num_contacts(); ++i) {
        views.push_back(moment.system.look_at_contact(i, moment.y));
      }
      return true;
    }
  } forces;
  const Model model = builder.build();
  const SimulationReport report = Simulation(model, model.make_initial_state(), options).run(&forces);
  ASSERT_EQ(report.status, SimulationStatus::Finished) << report.sentence;
  const json& exact = table["static_elastic"];
  for (std::size_t i = 0; i < 4; ++i) {
    // The exact forces are those of a table that does not sink: 25 µm of 0.3 m, on a difference of 0.45 N.
    EXPECT_NEAR(forces.views[i].normal_force, exact["lamN"][i], 5e-5);
    EXPECT_NEAR(forces.views[i].friction.x(), exact["lamT"][2 * i], 5e-5);
  }
}

// A block between two plates that close: no impulses can keep all contacts apart.
TEST(TimeStepping, ContradictionEndsTheRunWithTheNamesOfItsContacts) {
  ModelBuilder builder = make_builder();
  const auto add = [&](const char* name, double height, double speed) {
    BodySpec plate;
    plate.name = name;
    plate.mass.mass = 1.0;
    plate.joint.type = JointType::Prismatic;
    plate.joint.axis = Vector3::UnitZ();
    plate.joint.position = {height};
    plate.joint.drive = {TimeFunction(time_functions::Polynomial{{height, speed}})};
    builder.add_body(plate);
  };
  add("press", 0.1, -0.1);
  BodySpec ball;
  ball.name = "ball";
  ball.mass.mass = 1.0;
  ball.mass.inertia_about_center = 0.01 * Matrix3::Identity();
  ball.joint.type = JointType::Free;
  ball.joint.position = {1, 0, 0, 0, 0, 0, kBallRadius};
  builder.add_body(ball);
  SimulationOptions options = make_stepping_options(1.0, 1e-3);
  options.contacts = touch_floor_with_ball(impact::Newton{.friction = 0.5});
  options.contacts.shapes.push_back(
      {.body = "press", .geometry = shapes::Plane{}, .rotation = Quaternion(0, 1, 0, 0), .surface = "press"});
  ContactRule rule{.surface_a = "ball", .surface_b = "press"};
  rule.impact = impact::Newton{.friction = 0.5};
  options.contacts.rules.push_back(rule);
  const Model model = builder.build();
  const SimulationReport report = simulate(model, options);
  ASSERT_EQ(report.status, SimulationStatus::Failed);
  EXPECT_NE(report.sentence.find("ball/press"), std::string::npos) << report.sentence;
  EXPECT_LT(report.state.time, 1e-2);
  EXPECT_TRUE(report.state.q.allFinite());
}

}  // namespace
}  // namespace carom::simulation_tests
