// Figures 22 and 23: what one impact of a double pendulum's tip costs, by friction and restitution.
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/dynamics/crba.h"
#include "carom/dynamics/jacobian.h"
#include "carom/impact/resolve_impact.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/gonthier2004/tip_impact.toml";
constexpr std::array kRestitutions{0.01, 0.5, 1.0};  // the first for the paper's plastic impact
constexpr std::array kFrictions{0.0, 0.5, 1.0};      // at which references are known

// Percent of the kinetic energy, computed independently of this program with the same equations. Rows by restitution,
// columns by friction.
using Table = std::array<std::array<double, 3>, 3>;
struct Case {
  const char* figure;
  const char* title;
  std::vector<std::string> overrides;
  double kinetic_energy;  // before  [J]
  Table compliant;
};

const Case& case_a() {
  static const Case known{.figure = "gonthier-fig22",
                          .title = "Energy loss, case (a)",
                          .overrides = {},
                          .kinetic_energy = 4.6229618681342775,
                          .compliant = {{{35.55070502989645, 47.28471597775745, 51.72998126369097},
                                         {26.705735073900392, 43.7157216257735, 50.07382623758508},
                                         {0.0, 31.22639094568701, 40.88499485462838}}}};
  return known;
}

const Case& case_b() {
  static const Case known{.figure = "gonthier-fig23",
                          .title = "Energy loss, case (b)",
                          .overrides = {"body.upper.joint.position=0", "body.lower.joint.position=20.7 deg",
                                        "shape.floor.at=[0, 0, -1.9354440308299]"},
                          .kinetic_energy = 4.537554728326401,
                          .compliant = {{{14.922037186403628, 33.9901632810693, 40.49936927996504},
                                         {11.215120939386948, 38.21232884735874, 47.03620286566221},
                                         {0.0, 34.87675391110495, 45.61591634374999}}}};
  return known;
}

std::vector<std::string> make_overrides(const Case& which, double restitution, double friction) {
  std::vector<std::string> overrides = which.overrides;
  overrides.push_back(fmt::format("contact.0.normal.restitution={}", restitution));
  overrides.push_back(fmt::format("contact.0.friction.static={}", friction));
  overrides.push_back(fmt::format("contact.0.friction.kinetic={}", friction));
  return overrides;
}

// Percent of the kinetic energy, from the start to the first sample after the tip has left.
double find_loss(const Case& which, const std::vector<std::string>& overrides) {
  const Motion motion = simulate_scene_unseen(kScene, overrides);
  const std::vector<ContactEvent>& impacts = motion.report.contacts.front().impacts;
  if (impacts.empty()) return std::nan("");
  std::size_t after = 0;
  while (after + 1 < motion.states.size() && motion.states[after].time <= impacts.front().time) ++after;
  return 100.0 * (motion.stored.front() - motion.stored[after]) / which.kinetic_energy;
}

// The tip before the impact, as rigid-body laws see it: tangential first, normal last.
struct RigidTip {
  Eigen::Matrix2d inverse_inertia;  // [1/kg]
  Eigen::Vector2d velocity;         // [m/s]
};
RigidTip find_rigid_tip(const Case& which) {
  const Scene scene = read_embedded(kScene, which.overrides);
  const Model model = scene.model.build();
  const State state = model.make_initial_state();
  Kinematics kinematics(model);
  calc_kinematics(model, state.q, state.v, kinematics);
  CompositeBodies workspace(model);
  MatrixX M(2, 2), J(6, 2);
  calc_mass_matrix(model, kinematics, workspace, M);
  const int lower = model.find_body("lower").value();
  const Vector3 arm = as_eigen(kinematics.body(lower).R_WB) * Vector3(0.0, 0.0, -1.0);
  calc_jacobian(model, kinematics, lower, arm, J);
  Eigen::Matrix2d tip;  // its velocity in x and z
  tip << J.row(3), J.row(5);
  return {tip * M.inverse() * tip.transpose(), tip * state.v};
}

double find_rigid_loss(const Case& which, const ImpactLaw& law) {
  const RigidTip tip = find_rigid_tip(which);
  return 100.0 * resolve_impact(law, tip.inverse_inertia, tip.velocity).dissipation / which.kinetic_energy;
}

std::vector<Check> check_losses(const Case& which, const Figure& figure) {
  std::vector<Check> checks;
  for (std::size_t e = 0; e < kRestitutions.size(); ++e) {
    const DrawnCurve curve(figure, fmt::format("e = {}", kRestitutions[e]));
    for (std::size_t m = 0; m < kFrictions.size(); ++m) {
      checks.push_back(curve.check(fmt::format("e = {}, μ = {}", kRestitutions[e], kFrictions[m]),
                                   which.compliant[e][m], curve.at(kFrictions[m]), 1e-5,
                                   "some hundred steps of tolerance 1e-9, reference to 2e-6"));
    }
  }
  return checks;
}

void add_case(const Case& which, const char* says, ChapterResult& result) {
  Figure figure{.id = which.figure,
                .title = which.title,
                .caption = fmt::format("Figure {} of the paper: percent of the kinetic energy that one impact costs. "
                                       "Points: rigid bodies with Stronge's law.",
                                       std::string(which.figure).substr(12)),
                .x = {.label = "friction", .unit = "", .range = {{0.0, 1.0}}},
                .y = {.label = "energy loss", .unit = "%", .range = {{0.0, 60.0}}}};
  for (std::size_t e = 0; e < kRestitutions.size(); ++e) {
    FigureSeries curve{.label = fmt::format("e = {}", kRestitutions[e]), .color = static_cast<int>(e)};
    for (int i = 0; i <= 20; ++i) {
      curve.x.push_back(0.05 * i);
      curve.y.push_back(find_loss(which, make_overrides(which, kRestitutions[e], 0.05 * i)));
    }
    figure.series.push_back(std::move(curve));
  }
  for (std::size_t e = 0; e < kRestitutions.size(); ++e) {
    FigureSeries stronge{
        .label = e == 0 ? "rigid, Stronge" : "", .style = SeriesStyle::Points, .color = static_cast<int>(e)};
    for (int i = 0; i <= 10; ++i) {
      stronge.x.push_back(0.1 * i);
      stronge.y.push_back(
          find_rigid_loss(which, impact::Stronge{.restitution = kRestitutions[e], .friction = 0.1 * i}));
    }
    figure.series.push_back(std::move(stronge));
  }
  FigureSeries poisson{.label = "rigid, Poisson, e = 1", .color = 2, .dash = DashStyle::Dotted};
  FigureSeries newton{.label = "rigid, Newton, e = 0.5", .color = 1, .dash = DashStyle::Dashed};
  for (int i = 0; i <= 20; ++i) {
    const double friction = 0.05 * i;
    poisson.x.push_back(friction);
    poisson.y.push_back(find_rigid_loss(which, impact::Poisson{.restitution = 1.0, .friction = friction}));
    newton.x.push_back(friction);
    newton.y.push_back(find_rigid_loss(which, impact::Newton{.restitution = 0.5, .friction = friction}));
  }
  figure.series.push_back(std::move(poisson));
  figure.series.push_back(std::move(newton));
  result.chapter.items.push_back({.figure = which.figure, .says = says, .checks = check_losses(which, figure)});
  result.figures.push_back(std::move(figure));
}

// The same impact without gravity, which would act as long as a soft contact lasts, and with one that is harder or
// whose friction is sharper.
double find_hard_loss(double restitution, double friction, double stiffness, double stribeck_speed) {
  std::vector<std::string> overrides = make_overrides(case_a(), restitution, friction);
  const double duration = 12e-3 * std::pow(stiffness / 1e9, -0.4);  // as long as the contact, by its law  [s]
  overrides.push_back(fmt::format("contact.0.normal.stiffness={}", stiffness));
  overrides.push_back(fmt::format("contact.0.friction.stribeck_speed={}", stribeck_speed));
  overrides.push_back(fmt::format("scene.duration={}", duration));
  overrides.push_back(fmt::format("record.every={}", duration / 400.0));
  overrides.emplace_back("scene.gravity=[0, 0, 0]");
  return find_loss(case_a(), overrides);
}

// What is left to the limit of infinite stiffness at the same v_S, and to the limit of sharp friction: each falls with
// a power, whose exponent is its order.
struct Approach {
  std::vector<double> at{};    // stiffness [N/m^1.5] or v_S [m/s]
  std::vector<double> left{};  // percent points
};

Check check_order(const Figure& figure, const char* name, double expected, double tolerance, const char* note) {
  const DrawnCurve drawn(figure, "compliant");
  const FigureSeries& points = drawn.points();
  const std::size_t last = points.x.size() - 1;
  const double order = std::log(points.y[last] / points.y[last - 1]) / std::log(points.x[last] / points.x[last - 1]);
  return drawn.mark(check_number(name, expected, order, tolerance, "", note));
}

constexpr double kLimitWidth = 0.01;  // percent points: what a stiffness of 1e13 leaves, and v_S = 1 mm/s beside 0.012

Approach approach_by_stiffness() {
  constexpr double kLimit = 31.160408932840216;  // k → ∞ with v_S = 0.1 m/s, e = 1, μ = 0.5, computed independently
  Approach approach;
  for (const double stiffness : {1e9, 1e10, 1e11, 1e12}) {
    approach.at.push_back(stiffness);
    approach.left.push_back(std::abs(find_hard_loss(1.0, 0.5, stiffness, 0.1) - kLimit));
  }
  return approach;
}

Approach approach_by_stribeck_speed() {
  const double limit = find_rigid_loss(case_a(), impact::Stronge{.restitution = 1.0, .friction = 0.5});
  Approach approach;
  for (const double speed : {0.1, 0.03, 0.01, 0.003}) {
    approach.at.push_back(speed);
    approach.left.push_back(std::abs(find_hard_loss(1.0, 0.5, 1e13, speed) - limit));
  }
  return approach;
}

// Percent of the kinetic energy for k → ∞ and v_S → 0, computed independently from ∫ ẋ/(1 + aẋ) dP = 0, and what the
// compliant law keeps from it and from each rigid law.
std::vector<Check> check_limit() {
  struct Known {
    double restitution, friction, limit;
  };
  constexpr std::array kKnown{Known{1.0, 0.5, 30.35282771466391}, Known{1.0, 1.0, 39.5711443394031},
                              Known{0.5, 0.5, 43.39775252732129}, Known{0.5, 1.0, 49.73491565784393}};
  std::vector<Check> checks;
  for (const Known& known : kKnown) {
    const double e = known.restitution, friction = known.friction;
    const std::string which = fmt::format("e = {}, μ = {}", e, friction);
    const double found = find_hard_loss(e, friction, 1e13, 1e-3);
    checks.push_back(check_number(fmt::format("k = 10¹³, v_S = 1 mm/s, {}: its own limit", which), known.limit, found,
                                  0.02 + kLimitWidth, "%", "v_S leaves up to 0.017, the stiffness less than 0.01"));
    const auto add_distance = [&](const char* name, const ImpactLaw& law) {
      const double loss = find_rigid_loss(case_a(), law);
      checks.push_back(check_number(fmt::format("{}: limit less {}", which, name), known.limit - loss, found - loss,
                                    0.02 + kLimitWidth, "%", "as its own limit"));
    };
    add_distance("Stronge", impact::Stronge{.restitution = e, .friction = friction});
    add_distance("Poisson", impact::Poisson{.restitution = e, .friction = friction});
    add_distance("Newton", impact::Newton{.restitution = e, .friction = friction});
  }
  return checks;
}

// As the contact becomes hard and its friction sharp, the compliant law becomes Stronge's at e = 1.
void add_limit(ChapterResult& result) {
  const Approach stiffness = approach_by_stiffness(), speed = approach_by_stribeck_speed();
  result.figures.push_back({.id = "gonthier-limit-stiffness",
                            .title = "How stiffness approaches its limit",
                            .caption = "Case (a), e = 1, μ = 0.5, v_S = 0.1 m/s: percent points to the limit of "
                                       "infinite stiffness. The contact lasts as k to the −2/5, and so long the "
                                       "mechanism moves.",
                            .x = {.label = "stiffness", .unit = "N/m^1.5", .scale = AxisScale::Log},
                            .y = {.label = "distance", .unit = "%", .scale = AxisScale::Log},
                            .series = {{.label = "compliant", .x = stiffness.at, .y = stiffness.left}}});
  result.chapter.items.push_back(
      {.figure = "gonthier-limit-stiffness",
       .says = "Finite stiffness costs an error that falls as k to the −0.4.",
       .checks = {check_order(result.figures.back(), "order in stiffness", -0.4, 0.03,
                              "between 10¹¹ and 10¹²: the next term is a tenth of the first")}});
  result.figures.push_back({.id = "gonthier-limit-stribeck",
                            .title = "How sharp friction approaches Stronge's law",
                            .caption = "Case (a), e = 1, μ = 0.5, k = 10¹³: percent points to Stronge's law.",
                            .x = {.label = "v_S", .unit = "m/s", .scale = AxisScale::Log},
                            .y = {.label = "distance", .unit = "%", .scale = AxisScale::Log},
                            .series = {{.label = "compliant", .x = speed.at, .y = speed.left}}});
  std::vector<Check> checks = check_limit();
  checks.push_back(check_order(result.figures.back(), "order in v_S", 1.0, 0.1,
                               "between 10 and 3 mm/s; a logarithm and the stiffness are in it"));
  result.chapter.items.push_back(
      {.figure = "gonthier-limit-stribeck",
       .says = "For k → ∞ and v_S → 0 the compliant law becomes a rigid one of its own, ∫ ẋ/(1 + aẋ) dP = 0: at e = 1 "
               "exactly Stronge's, at e = 0.5 up to 0.75 points below it, and far from Poisson's and Newton's.",
       .checks = std::move(checks)});
}

}  // namespace

ChapterResult make_energy_loss_chapter() {
  ChapterResult result{
      .chapter = {.id = "energy-loss",
                  .title = "Energy loss of an impact",
                  .text =
                      "The tip of a double pendulum of two uniform rods (1 m, 2 kg) strikes the floor with friction "
                      "μ_S = μ_C = μ, once; the whole mechanism moves, with gravity. e = 0.01 stands for a plastic "
                      "impact, as in the paper. The second angle is counted from the first link, as in section "
                      "4.2."}};
  add_case(
      case_a(),
      "The results match the benchmark. While the slip keeps one direction all impact laws agree; here it stops or "
      "reverses, and at e = 1 the compliant law stays up to two points above Stronge's, which it reaches for a "
      "hard contact with a small v_S. Poisson's law loses 36.5 and 45.8 %, Newton's gains 38 and 325 %.",
      result);
  add_case(case_b(), "Here the slip keeps its direction nearly to the end, and all impact laws agree.", result);
  add_limit(result);
  SceneMotion shown = simulate_scene(kScene);
  ChapterItem& first = result.chapter.items.front();
  first.scene_name = shown.name;
  first.scene_text = shown.text;
  first.run = shown.run.header.scene;
  result.runs.push_back(std::move(shown.run));
  return result;
}

}  // namespace carom::reproductions
