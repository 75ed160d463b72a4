// Figure 1: the wheel that slides for two seconds and then rolls, against the nonlinear bristle model.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/peiret/peiret.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/peiret/wheel.toml";
// Of the scene.
constexpr double kRadius = 0.3;      // [m]
constexpr double kFriction = 2.943;  // μ m g  [N]; the wheel has 1 kg
constexpr double kStiffness = 1e4;   // of the bristles  [N/m]
constexpr double kStart = 17.658;    // [m/s]
constexpr double kSlides = 2.0;      // [s]
constexpr double kRolling = 11.772;  // [m/s]

// The nonlinear model, exactly: bristles in full until the slip ends at 2 s, then a spring between rim and floor, whose
// rate is that of (1/m + R²/J) K = 3 K/m.
struct Exact {
  double x{}, speed{};  // [m], [m/s]
};
Exact calc_exact(double time) {
  if (time <= kSlides) return {(kStart - 0.5 * kFriction * time) * time, kStart - kFriction * time};
  const double rate = std::sqrt(3.0 * kStiffness), swings = rate * (time - kSlides);
  const double x_slid = (kStart - 0.5 * kFriction * kSlides) * kSlides;
  return {x_slid + kRolling * (time - kSlides) - kFriction / (rate * rate) * (1.0 - std::cos(swings)),
          kRolling - kFriction / rate * std::sin(swings)};
}

// Steps, and how far from the exact x the wheel is at 2.1 s: computed independently of this program, to 1e-12.
struct KnownError {
  double step;   // [s]
  double error;  // [m]
};
constexpr std::array<KnownError, 5> kErrors{{{1e-3, 0.0029499597853828163},
                                             {5e-4, 0.0014756574864804861},
                                             {2e-4, 0.0005901634965042035},
                                             {1e-4, 0.0002950163345936119},
                                             {5e-5, 0.00014748520942475807}}};

Motion run_wheel(double step) {
  return simulate_scene_unseen(kScene, {fmt::format("simulate.stepping.step={}", step), "record.every=1 ms"});
}

void add_motion(ChapterResult& result) {
  SceneMotion scene = simulate_scene(kScene);
  const Motion& motion = scene.motion;
  const JointView wheel = motion.joint("wheel");
  const auto speed = [&](std::size_t i) { return wheel.velocity(motion.states[i]).x(); };
  const auto rim = [&](std::size_t i) { return kRadius * wheel.angular_velocity(motion.states[i]).y(); };
  result.figures.push_back({.id = "peiret-wheel",
                            .title = "The wheel slides, then rolls",
                            .caption = "Speed of the centre and of the rim about it, steps of 1 ms.",
                            .x = {.label = "time", .unit = "s", .range = {{0.0, 2.1}}},
                            .y = {.label = "speed", .unit = "m/s", .range = {{0.0, 20.0}}},
                            .series = {draw_over_time(motion, "centre", speed), draw_over_time(motion, "rim", rim)}});
  ChapterItem item{.figure = result.figures.back().id,
                   .says =
                       "The initial conditions make the wheel slide for two seconds. Friction is then constant, and "
                       "the scheme exact but for what semi-implicit steps make of a constant acceleration."};
  const DrawnCurve centre(result.figures.back(), "centre"), turning(result.figures.back(), "rim");
  for (const double time : {1.0, 2.0}) {
    const double exact = calc_exact(time).speed;
    item.checks.push_back(centre.check(fmt::format("speed of the centre at {} s", time), exact, centre.at(time), 1e-9,
                                       "impulses are found to 1e-10 m/s"));
    // Friction turns a disk of J = m R²/2 twice as fast as it slows it down.
    item.checks.push_back(turning.check(fmt::format("speed of the rim at {} s", time), 2.0 * (kStart - exact),
                                        turning.at(time), 1e-8, "impulses are found to 1e-10 m/s, and act over R²/J"));
  }
  show_scene(std::move(scene), item, result);
  result.chapter.items.push_back(std::move(item));
}

// Rounding while the wheel slides, and later what the damping of a step takes away: more with longer steps.
std::vector<Check> check_error(const Figure& figure) {
  std::vector<Check> checks;
  double shorter = std::numeric_limits<double>::infinity();
  for (const char* label : {"1 ms", "0.5 ms", "0.2 ms"}) {
    const DrawnCurve drawn(figure, label);
    const double swing = drawn.highest() - drawn.lowest();
    checks.push_back(drawn.check(fmt::format("steps of {}: error at 1.99 s", label), 0.0, drawn.at(1.99), 1e-6,
                                 "impulses are found to 1e-10 m/s"));
    checks.push_back(drawn.mark({.name = fmt::format("steps of {}: largest swing of the error", label),
                                 .expected = "less than with longer steps, and than 34 mm/s",
                                 .found = fmt::format("{:.3g} mm/s", swing),
                                 .passed = swing > 0.0 && swing < std::min(shorter, 34.0),
                                 .note = "the swing itself is 17 mm/s to either side"}));
    shorter = swing;
  }
  return checks;
}

void add_error_over_time(ChapterResult& result) {
  Figure figure{.id = "peiret-fig1",
                .title = "Error against the nonlinear model",
                .caption =
                    "Figure 1 (right) of the paper: error of the speed around the moment from which the wheel "
                    "rolls. Before, it is rounding.",
                .x = {.label = "time", .unit = "s", .range = {{1.98, 2.1}}},
                .y = {.label = "error of the speed", .unit = "mm/s"}};
  for (const double step : {1e-3, 5e-4, 2e-4}) {
    const Motion motion = run_wheel(step);
    const JointView wheel = motion.joint("wheel");
    const auto error = [&](std::size_t i) {
      return 1e3 * (wheel.velocity(motion.states[i]).x() - calc_exact(motion.states[i].time).speed);
    };
    FigureSeries series = draw_over_time(motion, fmt::format("{} ms", 1e3 * step), error);
    constexpr std::ptrdiff_t kShown = 1980;  // samples before
    series.x.erase(series.x.begin(), series.x.begin() + kShown);
    series.y.erase(series.y.begin(), series.y.begin() + kShown);
    figure.series.push_back(std::move(series));
  }
  result.chapter.items.push_back(
      {.figure = figure.id,
       .says = "The results have been compared with the bristle model of Liang et al., the nonlinear version of this "
               "formulation. The rolling wheel swings on its bristles, 17 mm/s to either side and without loss; "
               "implicit steps damp that, the more the longer they are.",
       .checks = check_error(figure)});
  result.figures.push_back(std::move(figure));
}

void add_order(ChapterResult& result) {
  FigureSeries x{.label = "position [m]", .style = SeriesStyle::Points};
  FigureSeries speed{.label = "speed [m/s]", .style = SeriesStyle::Points};
  ChapterItem item{.says =
                       "The error falls in proportion to the step. That of the speed does so once a step is short "
                       "beside the 36 ms of a swing."};
  for (const KnownError& known : kErrors) {
    const Motion motion = run_wheel(known.step);
    const JointView wheel = motion.joint("wheel");
    const State& end = motion.states.back();
    const Exact exact = calc_exact(end.time);
    x.x.push_back(1e3 * known.step);
    speed.x.push_back(1e3 * known.step);
    x.y.push_back(exact.x - wheel.place(end).x());
    speed.y.push_back(std::abs(wheel.velocity(end).x() - exact.speed));
  }
  const FigureSeries line{.label = "first order", .x = {0.05, 1.0}, .y = {3e-4, 6e-3}, .dash = DashStyle::Dashed};
  result.figures.push_back({.id = "peiret-order",
                            .title = "Error against step",
                            .caption = "Errors at 2.1 s.",
                            .x = {.label = "step", .unit = "ms", .scale = AxisScale::Log},
                            .y = {.label = "error", .unit = "", .scale = AxisScale::Log},
                            .series = {std::move(x), std::move(speed), line}});
  const DrawnCurve place(result.figures.back(), "position [m]"), rate(result.figures.back(), "speed [m/s]");
  for (const KnownError& known : kErrors) {
    item.checks.push_back(place.mark(check_number(
        fmt::format("error of x at 2.1 s with steps of {} ms", 1e3 * known.step), known.error,
        place.at(1e3 * known.step), 1e-8, "m", "impulses are found to 1e-10 m/s, and act for up to 2.1 s")));
  }
  const auto calc_order = [](const FigureSeries& series) {
    const std::size_t last = series.x.size() - 1;
    return std::log(series.y[last - 1] / series.y[last]) / std::log(series.x[last - 1] / series.x[last]);
  };
  item.checks.push_back(place.check("order of the position", 1.0, calc_order(place.points()), 1e-3,
                                    "next term of the expansion, a step of 50 µs in 0.1 s"));
  item.checks.push_back(rate.check("order of the speed", 1.0, calc_order(rate.points()), 0.06,
                                   "next term: half of Ω h t, with Ω h = 0.0087 and 17 rad swung"));
  item.figure = result.figures.back().id;
  result.chapter.items.push_back(std::move(item));
}

}  // namespace

ChapterResult make_wheel_chapter() {
  ChapterResult result{.chapter = {.id = "wheel",
                                   .title = "The wheel",
                                   .text = "One wheel with one contact, the only example of the paper. Ours: 1 kg, "
                                           "R = 0.3 m, J = m R²/2, μ = 0.3, bristles of 10 kN/m, and the speed with "
                                           "which it slides for exactly two seconds."}};
  add_motion(result);
  add_error_over_time(result);
  add_order(result);
  return result;
}

}  // namespace carom::reproductions
