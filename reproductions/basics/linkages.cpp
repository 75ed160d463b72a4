// Closed loops: what geometry alone says of their motion, and what it costs to drive them.
#include "cases/linkages.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "reproductions/basics/basics.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr double kTolerance = 1e-11;  // of the integration

Motion follow(const cases::KnownMotion& known) {
  return simulate(known.model, known.initial,
                  {.integrator = AdaptiveOptions{.relative_tolerance = kTolerance, .absolute_tolerance = kTolerance},
                   .duration = known.duration,
                   .record_every = 0.005});
}

double find_largest_error(const cases::KnownMotion& known, const Motion& motion) {
  double largest = 0.0;
  for (const State& state : motion.states) largest = std::max(largest, cases::calc_error(known, state));
  return largest;
}

ErrorBudget find_budget(const Motion& motion, double growth = 1.0, const std::string& why_growth = "") {
  return make_budget(motion, kTolerance, growth, why_growth);
}

void add_four_bar(ChapterResult& result) {
  const cases::FourBar linkage;
  const cases::KnownMotion known = cases::make_four_bar(linkage, cases::Drive::ConstantSpeed);
  const Motion motion = follow(known);
  Figure figure{.id = "four-bar-angles",
                .title = "A four-bar linkage",
                .caption = "The angle of the rocker against that of the crank, which turns all the way around.",
                .x = {.label = "crank", .unit = "rad", .range = {{0.0, 2.0 * std::numbers::pi}}},
                .y = {.label = "rocker", .unit = "rad"}};
  FigureSeries exact{.label = "Freudenstein's equation"}, found{.label = "simulated", .style = SeriesStyle::Points};
  for (int i = 0; i <= 200; ++i) {
    exact.x.push_back(std::numbers::pi * i / 100.0);
    exact.y.push_back(linkage.calc_angles(exact.x.back(), linkage.speed).rocker);
  }
  const JointView crank = motion.joint("crank"), rocker = motion.joint("rocker");
  for (std::size_t i = 0; i < motion.states.size(); i += 8) {
    if (crank.position(motion.states[i]) > 2.0 * std::numbers::pi) break;
    found.x.push_back(crank.position(motion.states[i]));
    found.y.push_back(rocker.position(motion.states[i]));
  }
  figure.series = {std::move(exact), std::move(found)};
  const ErrorBudget budget = find_budget(motion);
  const DrawnCurve drawn(figure, "simulated");
  const auto exact_rocker = [&](double angle) { return linkage.calc_angles(angle, linkage.speed).rocker; };
  result.chapter.items.push_back(
      {.figure = "four-bar-angles",
       .says = "The loop of four links fixes the rocker's angle by the crank's: Freudenstein's equation.",
       .checks = {
           drawn.check("largest distance of a drawn point from the curve", 0.0, drawn.farthest_from(exact_rocker),
                       budget.total, budget.note),
           check_number("largest error of angles and rates in 3 s", 0.0, find_largest_error(known, motion),
                        budget.total, "", budget.note),
           check_number("redundant rows of the closure", known.rank_deficit, motion.report.rank_deficit, 0.0, "",
                        "a hinge in space closes a plane loop: three of its five rows repeat what holds anyway")}});
  result.figures.push_back(std::move(figure));
}

void add_slider_crank(ChapterResult& result) {
  const cases::SliderCrank linkage;
  const cases::KnownMotion known = cases::make_slider_crank(linkage);
  const Motion motion = follow(known);
  Figure figure{.id = "slider-crank-torque",
                .title = "Torque of a slider-crank",
                .caption = "The torque that keeps the crank at constant speed, over two turns.",
                .x = {.label = "time", .unit = "s", .range = {{0.0, 4.0 * std::numbers::pi / linkage.speed}}},
                .y = {.label = "torque", .unit = "N·m"}};
  FigureSeries exact{.label = "from the power"}, found{.label = "simulated", .style = SeriesStyle::Points};
  const JointView crank = motion.joint("crank");
  double largest = 0.0;
  for (std::size_t i = 0; i < motion.states.size(); ++i) {
    const double time = motion.states[i].time, expected = linkage.calc_motion(time).torque;
    const double torque = crank.effort(motion.drive_efforts[i]);
    largest = std::max(largest, std::abs(torque - expected));
    if (time > figure.x.range->at(1)) continue;
    exact.x.push_back(time);
    exact.y.push_back(expected);
    if (i % 4 != 0) continue;
    found.x.push_back(time);
    found.y.push_back(torque);
  }
  figure.series = {std::move(exact), std::move(found)};
  const ErrorBudget budget = find_budget(motion);
  const ErrorBudget effort =
      find_budget(motion, 100.0, "accelerations are positions times the square of some 10 rad/s");
  const DrawnCurve drawn(figure, "simulated");
  result.chapter.items.push_back(
      {.figure = "slider-crank-torque",
       .says = "What the drive does is the change of the linkage's energy: τω = Σ(m v·a + Iαω − m g·v).",
       .checks = {drawn.check("largest distance of a drawn point from the curve", 0.0,
                              drawn.farthest_from([&](double time) { return linkage.calc_motion(time).torque; }),
                              effort.total, effort.note),
                  check_number("largest error of the torque", 0.0, largest, effort.total, "N·m", effort.note),
                  check_number("largest error of the motion in 2 s", 0.0, find_largest_error(known, motion),
                               budget.total, "", budget.note)}});
  result.figures.push_back(std::move(figure));
}

void add_bricard(ChapterResult& result) {
  const cases::KnownMotion known = cases::make_bricard({});
  const Motion motion = follow(known);
  Figure figure{.id = "bricard-angles",
                .title = "Bricard's linkage",
                .caption = "The two angles between the six links of a ring that turns inside out.",
                .x = {.label = "cos θ₁", .unit = ""},
                .y = {.label = "cos θ₂", .unit = ""},
                .equal_axes = true};
  FigureSeries exact{.label = "cos θ₁ + cos θ₂ + cos θ₁ cos θ₂ = 0"};
  FigureSeries found{.label = "simulated", .style = SeriesStyle::Points};
  // Both cosines stay between −1/2 and 1.
  for (int i = 0; i <= 150; ++i) {
    const double cosine = -0.5 + 0.01 * i;
    exact.x.push_back(cosine);
    exact.y.push_back(-cosine / (1.0 + cosine));
  }
  const JointView first = motion.joint("link1"), second = motion.joint("link2");
  for (std::size_t i = 0; i < motion.states.size(); i += 5) {
    found.x.push_back(std::cos(first.position(motion.states[i])));
    found.y.push_back(std::cos(second.position(motion.states[i])));
  }
  figure.series = {std::move(exact), std::move(found)};
  const DrawnCurve drawn(figure, "simulated");
  double largest = 0.0;
  for (std::size_t i = 0; i < drawn.points().x.size(); ++i) {
    const double odd = drawn.points().x[i], even = drawn.points().y[i];
    largest = std::max(largest, std::abs(odd + even + odd * even));
  }
  const ErrorBudget budget = find_budget(motion);
  result.chapter.items.push_back(
      {.figure = "bricard-angles",
       .says =
           "A count of its joints says that a ring of six hinges cannot move. Bricard's can: its twists are at right "
           "angles, and the angles between its links keep to one curve.",
       .checks = {drawn.check("largest departure of a drawn point from the curve in 2 s", 0.0, largest, budget.total,
                              budget.note),
                  check_number("largest error of angles and rates in 2 s", 0.0, find_largest_error(known, motion),
                               budget.total, "", budget.note),
                  check_number("redundant rows of the closure", known.rank_deficit, motion.report.rank_deficit, 0.0, "",
                               "five hinges and five rows would leave no freedom; one row repeats the others")}});
  result.figures.push_back(std::move(figure));
}

}  // namespace

ChapterResult make_linkage_chapter() {
  ChapterResult result{.chapter = {.id = "linkages",
                                   .title = "Linkages",
                                   .text = "Chains of links whose ends are joined: the joints of a tree and a "
                                           "constraint that closes the loop."}};
  add_four_bar(result);
  add_slider_crank(result);
  add_bricard(result);
  return result;
}

}  // namespace carom::reproductions
