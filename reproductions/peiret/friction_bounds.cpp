// Bounds of friction by component, as printed, against the cone; pyramids beside them.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/peiret/peiret.h"

namespace carom::reproductions {
namespace {

constexpr const char* kBall = "scenes/peiret/ball.toml";
constexpr const char* kPush = "scenes/peiret/push.toml";

// Where the ball is after 0.5 s: rigid friction in closed form, and the scheme computed independently of this program.
struct KnownBall {
  const char* bounds;
  std::array<double, 2> rigid;         // [m]
  std::array<double, 2> at_1_ms;       // [m]
  std::array<double, 2> at_eighth_ms;  // [m]
};
// x = x_stop + v_roll (0.5 s − t_stop). t_stop is when all slip has ended.
constexpr std::array<KnownBall, 2> kBalls{{{"cone",
                                            {0.3721430406290607 + 1.4285714285714286 * (0.5 - 0.21708344036695207),
                                             0.18607152031453034 + 0.7142857142857143 * (0.5 - 0.21708344036695207)},
                                            {0.7760164199065104, 0.3880082099532552},
                                            {0.7762663105820051, 0.38813315529100256}},
                                           {"box",
                                            {0.33285485448001834 + 1.4285714285714284 * (0.5 - 0.1941653317800107),
                                             0.1525584749700084 + 0.7142857142857142 * (0.5 - 0.1941653317800107)},
                                            {0.7694676035714351, 0.37086065528571566},
                                            {0.7697174051491017, 0.3709855497164442}}}};

std::vector<std::string> choose_bounds(const char* bounds, double step) {
  return {fmt::format("simulate.stepping.bounds={}", bounds), fmt::format("simulate.stepping.step={}", step),
          "record.every=2 ms"};
}

// It begins at (2, 1) m/s and rolls with 5/7 of that; bristles of 100 kN/m swing a little around it. Friction against
// the slip keeps the direction, that by components does not: there v_y falls as fast as v_x until it is 5/7.
std::vector<Check> check_hodograph(const Figure& figure, const char* bounds) {
  const DrawnCurve drawn(figure, bounds);
  const std::string name(bounds);
  const double start = 2.0, middle = 1.8;
  const double expected = name == "cone" ? 0.5 * middle : 1.0 - (start - middle);
  return {drawn.mark(check_number(name + ": v_x at the start", start, drawn.points().x.front(), 1e-12, "m/s", "given")),
          drawn.check(name + ": v_y at the start", 1.0, drawn.first(), 1e-12, "given"),
          drawn.check(name + ": v_y where v_x is 1.8 m/s", expected, drawn.at(middle), 1e-6,
                      "friction in full in one direction; impulses are found to 1e-10 m/s"),
          drawn.mark(check_number(name + ": v_x at the end", 5.0 / 7.0 * start, drawn.points().x.back(), 2e-3, "m/s",
                                  "bristles swing on")),
          drawn.check(name + ": v_y at the end", 5.0 / 7.0, drawn.last(), 2e-3, "bristles swing on")};
}

void add_hodograph(ChapterResult& result) {
  Figure figure{.id = "peiret-ball",
                .title = "Velocity of a ball that begins to roll",
                .caption = "Thrown at 2 m/s along x and 1 m/s along y without spin; it rolls with 5/7 of that.",
                .x = {.label = "v_x", .unit = "m/s"},
                .y = {.label = "v_y", .unit = "m/s"}};
  ChapterItem item{.says =
                       "The limits are enforced component-wise, so that the dynamic equations can have a linear "
                       "form. Deviation P2: each component then has the full μ λ_N, friction is up to √2 too large "
                       "and turns towards the diagonal; the slip along y ends first. Within the cone, our default, "
                       "the ball goes straight."};
  for (const KnownBall& known : kBalls) {
    const Motion motion = simulate_scene_unseen(kBall, choose_bounds(known.bounds, 1e-3));
    FigureSeries series{.label = known.bounds};
    const JointView ball = motion.joint("ball");
    for (const State& state : motion.states) {
      series.x.push_back(ball.velocity(state).x());
      series.y.push_back(ball.velocity(state).y());
    }
    figure.series.push_back(std::move(series));
    const Vector3 end = ball.place(motion.states.back());
    for (std::size_t axis = 0; axis < 2; ++axis) {
      item.checks.push_back(check_number(fmt::format("{}: {} at 0.5 s, steps of 1 ms", known.bounds, "xy"[axis]),
                                         known.at_1_ms[axis], end[static_cast<int>(axis)], 1e-9, "m",
                                         "impulses are found to 1e-10 m/s"));
    }
    for (Check& check : check_hodograph(figure, known.bounds)) item.checks.push_back(std::move(check));
  }
  item.figure = figure.id;
  result.figures.push_back(std::move(figure));
  show_scene(simulate_scene(kBall), item, result);
  result.chapter.items.push_back(std::move(item));
}

void add_bounds_error(ChapterResult& result) {
  Figure figure{.id = "peiret-bounds",
                .title = "Box and cone against step",
                .caption = "Distance of the ball after 0.5 s from where Coulomb's friction takes it.",
                .x = {.label = "step", .unit = "ms", .scale = AxisScale::Log},
                .y = {.label = "error", .unit = "mm", .scale = AxisScale::Log}};
  ChapterItem item{.says =
                       "The error of the cone falls with the step, until bristles of 100 kN/m show that give by "
                       "29 µm. That of the box stays: it is one of the law, not of the scheme."};
  const Eigen::Vector2d exact(kBalls[0].rigid[0], kBalls[0].rigid[1]);
  for (const KnownBall& known : kBalls) {
    FigureSeries series{.label = known.bounds, .style = SeriesStyle::Points};
    for (const double step : {2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4}) {
      const Motion motion = simulate_scene_unseen(kBall, choose_bounds(known.bounds, step));
      const Vector3 end = motion.joint("ball").place(motion.states.back());
      series.x.push_back(1e3 * step);
      series.y.push_back(1e3 * (end.head<2>() - exact).norm());
    }
    figure.series.push_back(std::move(series));
    const DrawnCurve drawn(figure, known.bounds);
    const Eigen::Vector2d rigid(known.rigid[0], known.rigid[1]);
    const Eigen::Vector2d finest(known.at_eighth_ms[0], known.at_eighth_ms[1]);
    item.checks.push_back(drawn.check(fmt::format("{}: error with steps of 0.125 ms", known.bounds),
                                      1e3 * (finest - exact).norm(), drawn.last(), 1e-5,
                                      "impulses are found to 1e-10 m/s"));
    item.checks.push_back(drawn.check(fmt::format("{}: error of the law alone", known.bounds),
                                      1e3 * (rigid - exact).norm(), drawn.last(), 0.1,
                                      "half a step at the speed of slip, 0.07 mm, and bristles that give by 0.03 mm"));
  }
  item.figure = figure.id;
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(std::move(item));
}

struct PushedScheme {
  const char* label;
  std::vector<std::string> overrides;
};

// How far the block gets, pushed into a direction  [m].
double push(const PushedScheme& scheme, double degrees) {
  constexpr double kForce = 5.886;  // 1.2 μ m g  [N]
  const double angle = degrees * std::numbers::pi / 180.0;
  std::vector<std::string> overrides = scheme.overrides;
  overrides.push_back(fmt::format("force.push.force=[{}, {}, 0]", kForce * std::cos(angle), kForce * std::sin(angle)));
  const Motion motion = simulate_scene_unseen(kPush, overrides);
  return motion.joint("block").place(motion.states.back()).head<2>().norm();
}

void add_push(ChapterResult& result) {
  const std::vector<PushedScheme> schemes{
      {"cone (moreau-jean)", {}},
      {"cone (peiret)", {"simulate.stepping.scheme=peiret"}},
      {"box (peiret)", {"simulate.stepping.scheme=peiret", "simulate.stepping.bounds=box"}},
      {"4 facets (stewart-trinkle)", {"simulate.stepping.scheme=stewart-trinkle", "simulate.stepping.facets=4"}},
      {"8 facets (stewart-trinkle)", {"simulate.stepping.scheme=stewart-trinkle", "simulate.stepping.facets=8"}}};
  Figure figure{.id = "peiret-push",
                .title = "Pushed in any direction",
                .caption = "How far a push of 1.2 μ m g moves a block in one second, by its direction.",
                .x = {.label = "direction of the push", .unit = "°", .range = {{0.0, 90.0}}},
                .y = {.label = "distance", .unit = "m", .range = {{0.0, 1.4}}}};
  ChapterItem item{.says =
                       "Users of engines with bounds by component or with pyramids report that a push at 45° moves "
                       "a body less, or more, than one along an axis. Within the cone all directions are equal; "
                       "the box holds the block at 45° for good."};
  for (const PushedScheme& scheme : schemes) {
    FigureSeries series{.label = scheme.label};
    for (int degrees = 0; degrees <= 90; degrees += 3) {
      series.x.push_back(degrees);
      series.y.push_back(push(scheme, degrees));
    }
    figure.series.push_back(std::move(series));
    const DrawnCurve drawn(figure, scheme.label);
    if (!drawn.points().label.starts_with("cone")) continue;
    item.checks.push_back(drawn.check(fmt::format("{}: distance at 45° against along the axis", scheme.label),
                                      drawn.first(), drawn.at(45.0), 1e-9,
                                      "impulses are found to 1e-10 m/s, for one second"));
  }
  // Moreau–Jean: ½ a t (t + h), a = 0.2 μ g.
  const DrawnCurve cone(figure, "cone (moreau-jean)"), box(figure, "box (peiret)");
  item.checks.push_back(cone.check("cone (moreau-jean): distance along the axis", 0.4905 * 1.001, cone.first(), 1e-9,
                                   "impulses are found to 1e-10 m/s"));
  item.checks.push_back(
      box.mark({.name = "box (peiret): distance at 45°",
                .expected = "below 1 mm",
                .found = fmt::format("{:.3f} mm", 1e3 * box.at(45.0)),
                .passed = box.at(45.0) < 1e-3,
                .note = "the bristles give by 0.06 mm, and slip a little as the push sets in at once"}));
  item.figure = figure.id;
  figure.series[1].dash = DashStyle::Dashed;
  result.figures.push_back(std::move(figure));
  show_scene(simulate_scene(kPush), item, result);
  result.chapter.items.push_back(std::move(item));
}

}  // namespace

ChapterResult make_friction_bounds_chapter() {
  ChapterResult result{.chapter = {.id = "bounds",
                                   .title = "Box against cone",
                                   .text = "What the approximation of the paper costs, and what the cone gives back."}};
  add_hodograph(result);
  add_bounds_error(result);
  add_push(result);
  return result;
}

}  // namespace carom::reproductions
