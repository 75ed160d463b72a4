// A rod that swings: the simple pendulum of elliptic functions.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/math/elliptic.h"
#include "reproductions/basics/basics.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/basics/pendulum.toml";
constexpr double kGravity = 9.81;     // [m/s²]
constexpr double kTolerance = 1e-12;  // of the integration
constexpr double kLength = 1.0;       // of the rod  [m]

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
  const auto after = std::ranges::find_if(states, [](const State& state) { return state.q[0] <= 0.0; });
  const State &a = *std::prev(after), &b = *after;
  const double h = b.time - a.time;
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double s = 0.5 * (low + high);
    const double value = (1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s) * a.q[0] + s * (1.0 - s) * (1.0 - s) * h * a.v[0] +
                         s * s * (3.0 - 2.0 * s) * b.q[0] + s * s * (s - 1.0) * h * b.v[0];
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
  double largest = 0.0;
  for (std::size_t i = 0; i < scene.motion.states.size(); ++i) {
    const State& state = scene.motion.states[i];
    const double expected = angle(amplitude, state.time);
    largest = std::max(largest, std::abs(state.q[0] - expected));
    if (state.time > figure.x.range->at(1)) continue;
    exact.x.push_back(state.time);
    exact.y.push_back(expected);
    if (i % 10 != 0) continue;
    found.x.push_back(state.time);
    found.y.push_back(state.q[0]);
  }
  figure.series = {std::move(exact), std::move(found)};
  result.figures.push_back(std::move(figure));
  const ErrorBudget budget = make_budget(scene.motion, kTolerance, 1.0, "");
  result.chapter.items.push_back(
      {.figure = "pendulum-swing",
       .says = "A rod of length L that is let go at rest at the angle θ₀ swings as sin(θ/2) = k sn(K + ω₀t | k²) with "
               "k = sin(θ₀/2) and ω₀² = 3g/(2L).",
       .scene_name = scene.name,
       .scene_text = scene.text,
       .run = scene.run.header.scene,
       .checks = {check_number("largest error of the angle in 10 s", 0.0, largest, budget.total, "rad", budget.note),
                  check_number("energy missing from the account", 0.0, scene.motion.report.ledger.relative_residual(),
                               budget.total, "", budget.note)}});
  result.runs.push_back(std::move(scene.run));
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
  for (const double degrees : {10.0, 45.0, 80.0, 115.0, 150.0, 175.0}) {
    const double amplitude = to_radians(degrees), expected = period(amplitude);
    const Motion motion = simulate_scene_unseen(
        kScene, {fmt::format("body.rod.joint.position={} deg", degrees), fmt::format("scene.duration={}", expected),
                 "record.every=1 ms", fmt::format("simulate.integrator.tolerance={}", kTolerance)});
    const double measured = 4.0 * find_first_zero(motion);
    found.x.push_back(degrees);
    found.y.push_back(measured / small);
    // Slow where it turns back: an error of the angle there is one of the time divided by the rate it then has.
    const ErrorBudget budget = make_budget(motion, kTolerance, 10.0, "an error of the angle shifts the time");
    item.checks.push_back(
        check_number(fmt::format("period at {}°", degrees), expected, measured, budget.total, "s", budget.note));
    FigureSeries orbit{.label = degrees == 10.0 ? "from the energy" : "", .color = 0};
    for (int i = -100; i <= 300; ++i) {
      // Over the angle α of θ = θ₀ sin α, so that the ends are as smooth as the middle.
      const double theta = amplitude * std::sin(0.01 * std::numbers::pi * i);
      const double square = 2.0 * w0 * w0 * (std::cos(theta) - std::cos(amplitude));
      orbit.x.push_back(theta);
      orbit.y.push_back(std::copysign(std::sqrt(std::max(square, 0.0)), std::cos(0.01 * std::numbers::pi * i)));
    }
    portrait.series.push_back(std::move(orbit));
    for (std::size_t i = 0; i < motion.states.size(); i += 25) {
      points.x.push_back(motion.states[i].q[0]);
      points.y.push_back(motion.states[i].v[0]);
    }
  }
  figure.series = {std::move(exact), std::move(found)};
  portrait.series.push_back(std::move(points));
  result.figures.push_back(std::move(figure));
  result.figures.push_back(std::move(portrait));
  result.chapter.items.push_back(std::move(item));
  result.chapter.items.push_back(
      {.figure = "pendulum-phase",
       .says =
           "Without friction the energy is kept, so that every motion stays on its curve θ̇² = 2ω₀²(cos θ − cos θ₀)."});
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
