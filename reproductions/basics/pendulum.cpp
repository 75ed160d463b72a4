// A rod that swings: the simple pendulum of elliptic functions.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/math/elliptic.h"
#include "reproductions/basics/basics.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/basics/pendulum.toml";
constexpr double kGravity = 9.81;                                         // [m/s²]
constexpr double kTolerance = 1e-12;                                      // of the integration
constexpr double kLength = 1.0;                                           // of the rod  [m]
constexpr std::array kAmplitudes{10.0, 45.0, 80.0, 115.0, 150.0, 175.0};  // from which it is let go  [°]

// A thin rod about its end: ω₀² = (m g L/2)/(m L²/3).
double natural_frequency() { return std::sqrt(1.5 * kGravity / kLength); }  // [rad/s]

double period(double amplitude) {  // [s]
  const double k = std::sin(0.5 * amplitude);
  return 4.0 * calc_elliptic_first_complete(k * k) / natural_frequency();
}

// Let go at rest: sin(θ/2) = k sn(K + ω₀ t | k²), k = sin(θ₀/2).   [dlmf, §22.19(i)]
double angle(double amplitude, double time) {  // [rad]
  const double k = std::sin(0.5 * amplitude);
  const double quarter = calc_elliptic_first_complete(k * k);
  return 2.0 * std::asin(k * calc_jacobi_functions(quarter + natural_frequency() * time, k * k).sn);
}

double to_radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

// When the rod first hangs straight down, on the cubic through two samples and their velocities.
double find_first_zero(const Motion& motion) {  // [s]
  const auto& states = motion.states;
  const JointView rod = motion.joint("rod");
  const auto after = std::ranges::find_if(states, [&](const State& state) { return rod.position(state) <= 0.0; });
  const State &a = *std::prev(after), &b = *after;
  const double h = b.time - a.time;
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double s = 0.5 * (low + high);
    const double value = (1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s) * rod.position(a) +
                         s * (1.0 - s) * (1.0 - s) * h * rod.rate(a) + s * s * (3.0 - 2.0 * s) * rod.position(b) +
                         s * s * (s - 1.0) * h * rod.rate(b);
    (value > 0.0 ? low : high) = s;
  }
  return a.time + 0.5 * (low + high) * h;
}

void add_swing(ChapterResult& result) {
  SceneMotion scene = simulate_scene(kScene, {fmt::format("simulate.integrator.tolerance={}", kTolerance)});
  const double amplitude = to_radians(30.0);
  Figure figure{.id = "pendulum-swing",
                .title = "A pendulum let go at 30 degrees",
                .caption = "The angle of the rod over three swings: simulated, and by elliptic functions.",
                .x = {.label = "time", .unit = "s", .range = {{0.0, 3.0 * period(amplitude)}}},
                .y = {.label = "angle", .unit = "rad"}};
  FigureSeries exact{.label = "elliptic functions"}, found{.label = "simulated", .style = SeriesStyle::Points};
  const JointView rod = scene.motion.joint("rod");
  double largest = 0.0;
  for (std::size_t i = 0; i < scene.motion.states.size(); ++i) {
    const State& state = scene.motion.states[i];
    const double expected = angle(amplitude, state.time);
    largest = std::max(largest, std::abs(rod.position(state) - expected));
    if (state.time > figure.x.range->at(1)) continue;
    exact.x.push_back(state.time);
    exact.y.push_back(expected);
    if (i % 10 != 0) continue;
    found.x.push_back(state.time);
    found.y.push_back(rod.position(state));
  }
  figure.series = {std::move(exact), std::move(found)};
  const ErrorBudget budget = make_budget(scene.motion, kTolerance, 1.0, "");
  const DrawnCurve drawn(figure, "simulated");
  result.chapter.items.push_back(
      {.figure = "pendulum-swing",
       .says = "A rod of length L that is let go at rest at the angle θ₀ swings as sin(θ/2) = k sn(K + ω₀t | k²) with "
               "k = sin(θ₀/2) and ω₀² = 3g/(2L).",
       .scene_name = scene.name,
       .scene_text = scene.text,
       .run = scene.run.header.scene,
       .checks = {drawn.check("largest distance of a drawn point from the curve", 0.0,
                              drawn.farthest_from([&](double time) { return angle(amplitude, time); }), budget.total,
                              budget.note),
                  check_number("largest error of the angle in 10 s", 0.0, largest, budget.total, "rad", budget.note),
                  check_number("energy missing from the account", 0.0, scene.motion.report.ledger.relative_residual(),
                               budget.total, "", budget.note)}});
  result.figures.push_back(std::move(figure));
  result.runs.push_back(std::move(scene.run));
}

// Each drawn point by the amplitude that its energy has, against the nearest of those that were let go.
Check check_orbits(const Figure& portrait, const ErrorBudget& budget) {
  const DrawnCurve drawn(portrait, "simulated");
  const FigureSeries& points = drawn.points();
  const double w0 = natural_frequency();
  double largest = 0.0;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    const double cosine = std::cos(points.x[i]) - 0.5 * std::pow(points.y[i] / w0, 2);
    double nearest = 2.0;
    for (const double degrees : kAmplitudes)
      nearest = std::min(nearest, std::abs(cosine - std::cos(to_radians(degrees))));
    largest = std::max(largest, nearest);
  }
  return drawn.mark(check_number("largest error of cos θ₀ of a drawn point", 0.0, largest, 10.0 * budget.total, "",
                                 budget.note + "; rates of up to 7.7 rad/s, over ω₀"));
}

void add_periods(ChapterResult& result) {
  Figure figure{.id = "pendulum-period",
                .title = "The period grows with the amplitude",
                .caption = "The period of the rod against its amplitude, in periods of small swings.",
                .x = {.label = "amplitude", .unit = "°", .range = {{0.0, 180.0}}},
                .y = {.label = "T/T₀", .unit = ""}};
  Figure portrait{.id = "pendulum-phase",
                  .title = "Phase portrait",
                  .caption = "Rate against angle for six amplitudes: simulated (points) and from the energy (lines).",
                  .x = {.label = "angle", .unit = "rad"},
                  .y = {.label = "rate", .unit = "rad/s"}};
  const double w0 = natural_frequency(), small = 2.0 * std::numbers::pi / w0;
  FigureSeries exact{.label = "elliptic integral"}, found{.label = "simulated", .style = SeriesStyle::Points};
  for (double degrees = 1.0; degrees <= 178.0; degrees += 1.0) {
    exact.x.push_back(degrees);
    exact.y.push_back(period(to_radians(degrees)) / small);
  }
  ChapterItem item{.figure = "pendulum-period",
                   .says =
                       "Galileo's pendulum keeps time only for small swings: T/T₀ = (2/π) K(sin²(θ₀/2)), which grows "
                       "without bound towards the upright position."};
  FigureSeries points{.label = "simulated", .style = SeriesStyle::Points, .color = 1};
  std::vector<ErrorBudget> budgets;
  for (const double degrees : kAmplitudes) {
    const double amplitude = to_radians(degrees), expected = period(amplitude);
    const Motion motion = simulate_scene_unseen(
        kScene, {fmt::format("body.rod.joint.position={} deg", degrees), fmt::format("scene.duration={}", expected),
                 "record.every=1 ms", fmt::format("simulate.integrator.tolerance={}", kTolerance)});
    const double measured = 4.0 * find_first_zero(motion);
    found.x.push_back(degrees);
    found.y.push_back(measured / small);
    // Slow where it turns back: an error of the angle there is one of the time divided by the rate it then has.
    const ErrorBudget budget = make_budget(motion, kTolerance, 10.0, "an error of the angle shifts the time");
    budgets.push_back(budget);
    FigureSeries orbit{.label = degrees == 10.0 ? "from the energy" : "", .color = 0};
    for (int i = -100; i <= 300; ++i) {
      // Over the angle α of θ = θ₀ sin α, so that the ends are as smooth as the middle.
      const double theta = amplitude * std::sin(0.01 * std::numbers::pi * i);
      const double square = 2.0 * w0 * w0 * (std::cos(theta) - std::cos(amplitude));
      orbit.x.push_back(theta);
      orbit.y.push_back(std::copysign(std::sqrt(std::max(square, 0.0)), std::cos(0.01 * std::numbers::pi * i)));
    }
    portrait.series.push_back(std::move(orbit));
    const JointView rod = motion.joint("rod");
    for (std::size_t i = 0; i < motion.states.size(); i += 25) {
      points.x.push_back(rod.position(motion.states[i]));
      points.y.push_back(rod.rate(motion.states[i]));
    }
  }
  figure.series = {std::move(exact), std::move(found)};
  portrait.series.push_back(std::move(points));
  const DrawnCurve periods(figure, "simulated");
  for (std::size_t i = 0; i < kAmplitudes.size(); ++i) {
    const double degrees = kAmplitudes[i];
    item.checks.push_back(periods.check(fmt::format("T/T₀ at {}°", degrees), period(to_radians(degrees)) / small,
                                        periods.at(degrees), budgets[i].total / small, budgets[i].note));
  }
  const Check orbits = check_orbits(portrait, budgets.back());
  result.figures.push_back(std::move(figure));
  result.figures.push_back(std::move(portrait));
  result.chapter.items.push_back(std::move(item));
  result.chapter.items.push_back(
      {.figure = "pendulum-phase",
       .says =
           "Without friction the energy is kept, so that every motion stays on its curve θ̇² = 2ω₀²(cos θ − cos θ₀).",
       .checks = {orbits}});
}

}  // namespace

ChapterResult make_pendulum_chapter() {
  ChapterResult result{
      .chapter = {.id = "pendulum", .title = "Pendulum", .text = "A thin rod of 1 m that hangs on a hinge."}};
  add_swing(result);
  add_periods(result);
  return result;
}

}  // namespace carom::reproductions
