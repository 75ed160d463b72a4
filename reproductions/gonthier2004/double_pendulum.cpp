// Figures 17 to 21: the double pendulum whose tip strikes a plane.
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kTolerance = 1e-10;
constexpr double kUpper = 0.5, kLower = 0.25;  // lengths of the links  [m]
constexpr double kPlane = -0.61;               // height of the scene's plane  [m]

// Computed independently of this program, with point masses at the ends of the links, at two tolerances.
constexpr double kEndAngle1 = 1.9174381823544724;  // [°]
constexpr double kEndAngle2 = -65.74017734302515;  // [°]
constexpr double kEndEnergy = -36.47961448153253;  // [J]
constexpr double kEndDwell = 0.9893834222145776;
constexpr double kSticking = 7.61400882881275;  // the tip slips by less than 1 mm/s for good  [s]
constexpr double kTouchDowns = 38.0;
constexpr double kErrorGrowth = 11.9;  // of the first angle, from the start to the end

using Value = std::function<double(std::size_t sample)>;

Figure make_figure(std::string id, std::string title, std::string caption, FigureAxis y,
                   std::vector<FigureSeries> series) {
  return {.id = std::move(id),
          .title = std::move(title),
          .caption = std::move(caption),
          .x = {.label = "time", .unit = "s"},
          .y = std::move(y),
          .series = std::move(series)};
}

// Its x and z, from the angles of both joints; the second is counted from the first link.
Eigen::Vector2d find_tip(double first, double second) {  // [m]
  const double lower = first + second;
  return {-kUpper * std::sin(first) - kLower * std::sin(lower), -kUpper * std::cos(first) - kLower * std::cos(lower)};
}

Figure draw_tip(const Motion& motion) {
  FigureSeries path{.label = "tip"};
  const JointView first = motion.joint("upper"), second = motion.joint("lower");
  for (const State& state : motion.states) {
    const Eigen::Vector2d tip = find_tip(first.position(state), second.position(state));
    path.x.push_back(tip.x());
    path.y.push_back(tip.y());
  }
  FigureSeries start{.label = "start", .x = {path.x.front()}, .y = {path.y.front()}, .style = SeriesStyle::Points};
  FigureSeries plane{.label = "plane", .x = {-0.6, 0.5}, .y = {kPlane, kPlane}, .color = 7};
  return {.id = "gonthier-fig19",
          .title = "Path of the tip",
          .caption = "Figure 19 of the paper: the tip of the second link.",
          .x = {.label = "x", .unit = "m"},
          .y = {.label = "z", .unit = "m"},
          .series = {std::move(path), std::move(start), std::move(plane)}};
}

void draw_figures(const Motion& motion, std::vector<Figure>& figures) {
  const auto angle = [&](const char* link) {
    return [&motion, joint = motion.joint(link)](std::size_t i) { return joint.position(motion.states[i]) / kDegree; };
  };
  const auto rate = [&](const char* link) {
    return [&motion, joint = motion.joint(link)](std::size_t i) { return joint.rate(motion.states[i]) / kDegree; };
  };
  const Value dwell = [&](std::size_t i) {
    return motion.contacts[i].touching ? motion.contacts[i].dwell : std::numeric_limits<double>::quiet_NaN();
  };
  const Value energy = [&](std::size_t i) { return motion.stored[i]; };
  figures.push_back(
      make_figure("gonthier-fig17", "Joint positions", "Figure 17 of the paper.", {.label = "angle", .unit = "°"},
                  {draw_over_time(motion, "φ₁", angle("upper")), draw_over_time(motion, "φ₂", angle("lower"))}));
  figures.push_back(
      make_figure("gonthier-fig18", "Joint velocities", "Figure 18 of the paper.", {.label = "rate", .unit = "°/s"},
                  {draw_over_time(motion, "first", rate("upper")), draw_over_time(motion, "second", rate("lower"))}));
  figures.push_back(draw_tip(motion));
  figures.push_back(make_figure(
      "gonthier-fig20", "Dwell state", "Figure 20 of the paper. A new contact starts from zero; gaps are flights.",
      {.label = "dwell state", .unit = "", .range = {{0.0, 1.0}}}, {draw_over_time(motion, "dwell state", dwell)}));
  figures.push_back(
      make_figure("gonthier-fig21", "Energy of the double pendulum",
                  "Figure 21 of the paper: kinetic, potential, in the contact's spring and in its bristles.",
                  {.label = "energy", .unit = "J"}, {draw_over_time(motion, "energy", energy)}));
}

// The first sample after which the tip slips by less than 1 mm/s for good  [s].
double find_sticking(const Motion& motion) {
  std::size_t first = motion.states.size();
  while (first > 0 && motion.contacts[first - 1].touching && motion.contacts[first - 1].slip < 1e-3) --first;
  return first < motion.states.size() ? motion.states[first].time : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

ChapterResult make_double_pendulum_chapter() {
  SceneMotion scene = simulate_scene("scenes/gonthier2004/double_pendulum.toml",
                                     {fmt::format("simulate.integrator.tolerance={}", kTolerance)});
  const Motion& motion = scene.motion;
  ChapterResult result{
      .chapter = {.id = "double-pendulum",
                  .title = "Double pendulum",
                  .text = "The tip strikes a plane 0.61 m below the first joint (section 4.2). How the masses are "
                          "distributed is not stated: points at the ends of the links come closest to the paper's 2.2° "
                          "and −65°. A new contact starts with straight bristles and no dwell."}};
  draw_figures(motion, result.figures);
  const Figure &angles = result.figures[0], &rates = result.figures[1], &path = result.figures[2];
  const DrawnCurve first(angles, "φ₁"), second(angles, "φ₂"), first_rate(rates, "first"), second_rate(rates, "second");
  const DrawnCurve tip(path, "tip"), dwell(result.figures[3], "dwell state"), energy(result.figures[4], "energy");
  const Eigen::Vector2d tip_end = find_tip(kEndAngle1 * kDegree, kEndAngle2 * kDegree);
  const ErrorBudget budget = make_budget(motion, kTolerance, kErrorGrowth, "the end angle against the first one");
  const double interval = motion.states[1].time - motion.states[0].time;
  result.chapter.items = {
      {.figure = "gonthier-fig17",
       .says = "The second joint first moves to positive angles and settles around −65°; the first rests off-center, "
               "by 2.2°, where friction holds it.",
       .scene_name = scene.name,
       .scene_text = scene.text,
       .run = scene.run.header.scene,
       .checks = {first.check("first angle at the end (paper: 2.2°)", kEndAngle1, first.last(), budget.total / kDegree,
                              budget.note),
                  second.check("second angle at the end (paper: −65°)", kEndAngle2, second.last(),
                               budget.total / kDegree, budget.note)}},
      {.figure = "gonthier-fig18",
       .says = "The velocities jump at every bounce and decay to zero.",
       .checks = {first_rate.check("first velocity at the start", -120.0, first_rate.first(), 1e-12, "as given"),
                  second_rate.check("second velocity at the start", 130.0, second_rate.first(), 1e-12, "as given"),
                  first_rate.check("first velocity at the end", 0.0, first_rate.last(), budget.total / kDegree,
                                   budget.note),
                  second_rate.check("second velocity at the end", 0.0, second_rate.last(), budget.total / kDegree,
                                    budget.note)}},
      {.figure = "gonthier-fig19",
       .says = "After several bounces the tip settles into a slowly decaying oscillation along the plane.",
       .checks = {tip.check("x of the tip at the end", tip_end.x(), tip.points().x.back(), budget.total, budget.note),
                  tip.check("z of the tip at the end", tip_end.y(), tip.last(), budget.total, budget.note),
                  tip.check("lowest z of the tip, on the plane", kPlane, tip.lowest(),
                            motion.report.contacts.front().max_depth, "how deep the hardest impact is"),
                  check_number("touch-downs", kTouchDowns, static_cast<double>(motion.report.contacts.front().episodes),
                               0.0, "", "a count")}},
      {.figure = "gonthier-fig20",
       .says = "The friction switches into sticking after 6.5 s, as the dwell state goes to 1.",
       .checks = {check_number("sticking from (paper: 6.5 s)", kSticking, find_sticking(motion), interval, "s",
                               "time between two samples"),
                  dwell.check("dwell state at the end", kEndDwell, dwell.last(), budget.total, budget.note)}},
      {.figure = "gonthier-fig21",
       .says = "The energy is constant between collisions, drops where the tip bounces and decays to a constant once "
               "the contact lasts. Bristles count as far as they can give energy back. In the hardest impacts, above 1 "
               "kN, friction returns more than it had stored, 0.05 J in "
               "all, as the run reports: this law is not passive (deviation G6).",
       .checks = {energy.check("energy at the end", kEndEnergy, energy.last(), 2e-4,
                               "the expected one leaves out what the contact holds, some 1e-4 J"),
                  check_number("energy missing from the account", 0.0, motion.report.ledger.relative_residual(),
                               budget.total, "", budget.note)}}};
  result.runs.push_back(std::move(scene.run));
  return result;
}

}  // namespace carom::reproductions
