// Figures 9 and 10: a ball that bounces down a slope and comes to roll.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr double kTolerance = 1e-9;
constexpr double kGravity = 9.81;                           // [m/s²]
constexpr double kSlope = 20.0 * std::numbers::pi / 180.0;  // [rad]
constexpr double kRadius = 0.1;                             // [m]
constexpr double kMass = 2.0, kStiffness = 1e6;             // of the scene  [kg], [N/m^1.5]
constexpr double kRolling = 2.0;                            // by then the ball only rolls  [s]

// Computed independently of this program at two tolerances.
constexpr double kFirstApproach = 3.949455259077603;     // [m/s]
constexpr double kFirstSeparation = 1.9325628640735155;  // [m/s]
constexpr double kSecondFlight = 0.4;                    // it lasts so long  [s]

// A vector of the world along the axes of the slope: down it, across it, away from it.
Vector3 along_slope(const Vector3& vector) {
  const double cosine = std::cos(kSlope), sine = std::sin(kSlope);
  return {cosine * vector.x() - sine * vector.z(), vector.y(), sine * vector.x() + cosine * vector.z()};
}

// The ball along the axes of the slope.
class Ball {
 public:
  explicit Ball(const Motion& motion) : joint_(motion.joint("ball")) {}
  [[nodiscard]] Vector3 place(const State& state) const { return along_slope(joint_.place(state)); }
  [[nodiscard]] Vector3 velocity(const State& state) const { return along_slope(joint_.velocity(state)); }
  [[nodiscard]] Vector3 spin(const State& state) const { return along_slope(joint_.angular_velocity(state)); }

 private:
  JointView joint_;
};

std::array<FigureSeries, 3> draw(const Motion& motion, Vector3 (Ball::*vector)(const State&) const, double factor) {
  std::array<FigureSeries, 3> series{FigureSeries{.label = "down"}, {.label = "across"}, {.label = "away"}};
  const Ball ball(motion);
  for (const State& state : motion.states) {
    const Vector3 value = factor * (ball.*vector)(state);
    for (int axis = 0; axis < 3; ++axis) {
      series[static_cast<std::size_t>(axis)].x.push_back(state.time);
      series[static_cast<std::size_t>(axis)].y.push_back(value[axis]);
    }
  }
  return series;
}

// How the speed down the slope would go on with the paper's g sin 20° from when the ball only rolls (deviation G4).
FigureSeries draw_printed_acceleration(const Motion& motion) {
  FigureSeries line{.color = 7, .dash = DashStyle::Dotted};
  const Ball ball(motion);
  for (const State& state : motion.states) {
    if (state.time < kRolling) continue;
    const double gained = line.x.empty() ? 0.0 : kGravity * std::sin(kSlope) * (state.time - line.x.front());
    line.x.push_back(state.time);
    line.y.push_back(line.y.empty() ? ball.velocity(state).x() : line.y.front() + gained);
  }
  return line;
}

void draw_figures(const Motion& motion, std::vector<Figure>& figures) {
  FigureSeries path{.label = "center of the ball"};
  const Ball ball(motion);
  for (const State& state : motion.states) {
    const Vector3 center = ball.place(state);
    path.x.push_back(center.x());
    path.y.push_back(center.z() - kRadius);
  }
  figures.push_back({.id = "gonthier-fig9",
                     .title = "Path of the ball",
                     .caption = "Figure 9 of the paper, from the side, in axes that are turned with the slope.",
                     .x = {.label = "down the slope", .unit = "m", .range = {{-1.0, 4.0}}},
                     .y = {.label = "gap to the slope", .unit = "m"},
                     .series = {std::move(path)}});
  auto speeds = draw(motion, &Ball::velocity, 1.0);
  auto spins = draw(motion, &Ball::spin, kRadius);
  Figure figure{.id = "gonthier-fig10",
                .title = "Velocity of the ball",
                .caption =
                    "Figure 10 of the paper: velocity (lines) and radius times angular velocity (dashed) along "
                    "the axes of the slope. Dotted: the acceleration that the paper states.",
                .x = {.label = "time", .unit = "s"},
                .y = {.label = "velocity", .unit = "m/s"}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    speeds[axis].label = "v " + speeds[axis].label;
    spins[axis].label = "Rω " + spins[axis].label;
    spins[axis].dash = DashStyle::Dashed;
    speeds[axis].color = spins[axis].color = static_cast<int>(axis);
  }
  for (FigureSeries& series : speeds) figure.series.push_back(std::move(series));
  for (FigureSeries& series : spins) figure.series.push_back(std::move(series));
  figure.series.push_back(draw_printed_acceleration(motion));
  figures.push_back(std::move(figure));
}

std::vector<Check> check_rolling(const Motion& motion, const Figure& figure) {
  const DrawnCurve down(figure, "v down"), across(figure, "v across"), away(figure, "v away");
  const double end = down.points().x.back();
  const double found = (down.last() - down.at(kRolling)) / (end - kRolling);
  // The momentum about the contact point knows only gravity: v = 5/7 (v₀ + g t sin 20°), whatever friction did.
  const double pull = kGravity * std::sin(kSlope), part = 5.0 / 7.0;
  const ErrorBudget budget = make_budget(motion, kTolerance, 10.0, "velocities of up to 10 m/s");
  // What the bristles hold back while the slip dies out.
  const double creep = 1e-5;
  const auto last = [&](const char* label) { return DrawnCurve(figure, label).last(); };
  const double turning = std::hypot(last("Rω down"), last("Rω across"), last("Rω away"));
  return {down.mark(check_number("acceleration, 5/7 g sin 20° (paper: g sin 20°)", part * pull, found, creep, "m/s²",
                                 "bristles give way as the ball gains speed")),
          down.check("speed down the slope at 4 s", part * (down.first() + pull * end), down.last(),
                     budget.total + creep, budget.note),
          across.check("speed across the slope at 4 s, 5/7 · 0.5", part * across.first(), across.last(), budget.total,
                       budget.note),
          down.check("|v| − R|ω| at 4 s", 0.0, std::hypot(down.last(), across.last(), away.last()) - turning,
                     budget.total + creep, budget.note)};
}

// The first flight is a parabola along the axes of the slope; then the ball rises by u²/(2 g cos 20°).
std::vector<Check> check_path(const Motion& motion, const Figure& figure, const ContactEvent& first) {
  const DrawnCurve path(figure, "center of the ball");
  const Ball ball(motion);
  const State& start = motion.states.front();
  const Vector3 place = ball.place(start), velocity = ball.velocity(start);
  const Vector3 pull = along_slope({0.0, 0.0, -kGravity});
  const double interval = motion.states[1].time - motion.states[0].time, touch_time = first.time - first.duration;
  double farthest = 0.0, rebound = 0.0;
  for (std::size_t i = 0; i < path.points().x.size(); ++i) {
    const double time = motion.states[i].time, x = path.points().x[i], gap = path.points().y[i];
    const Vector3 expected = place + time * velocity + 0.5 * time * time * pull - Vector3(0.0, 0.0, kRadius);
    if (time < touch_time) farthest = std::max(farthest, std::hypot(x - expected.x(), gap - expected.z()));
    if (time > first.time && time < first.time + kSecondFlight) rebound = std::max(rebound, gap);
  }
  const ErrorBudget budget = make_budget(motion, kTolerance, 1.0, "");
  return {
      path.check("largest distance from the parabola of the first flight", 0.0, farthest, budget.total, budget.note),
      path.check("height of the first rebound", 0.5 * std::pow(kFirstSeparation, 2) / -pull.z(), rebound,
                 -pull.z() * interval * interval / 8.0 + budget.total, "half way between two points"),
      path.check("gap at 4 s, −(m g cos 20°/k)^(2/3)", -std::pow(kMass * -pull.z() / kStiffness, 2.0 / 3.0),
                 path.last(), 1e-6, "it still swings by less")};
}

std::vector<Check> check_bounces(const Motion& motion) {
  const ContactReport& contact = motion.report.contacts.front();
  const ContactEvent& first = contact.impacts.front();
  const ErrorBudget budget = make_budget(motion, kTolerance, 1.0, "");
  return {
      check_number("touch-downs", 5.0, static_cast<double>(contact.episodes), 0.0, "", "a count"),
      check_number("approach at the first bounce", kFirstApproach, first.approach_speed, budget.total, "m/s",
                   budget.note),
      check_number("separation after it", kFirstSeparation, first.separation_speed, budget.total, "m/s", budget.note)};
}

}  // namespace

ChapterResult make_ball_chapter() {
  SceneMotion scene = simulate_scene("scenes/gonthier2004/ball_on_plane.toml",
                                     {fmt::format("simulate.integrator.tolerance={}", kTolerance)});
  ChapterResult result{
      .chapter = {
          .id = "ball-on-plane",
          .title = "Ball on a slope",
          .text =
              "A ball of 2 kg and 10 cm radius falls onto a plane that is tilted by 20°, restitution 0.5 "
              "(section 4.1). The height is not stated: its center starts 1 m above the plane, its velocity along the "
              "world's axes."}};
  draw_figures(scene.motion, result.figures);
  std::vector<Check> bounces =
      check_path(scene.motion, result.figures[0], scene.motion.report.contacts.front().impacts.front());
  for (Check& check : check_bounces(scene.motion)) bounces.push_back(std::move(check));
  result.chapter.items = {
      {.figure = "gonthier-fig9",
       .says = "The ball bounces and then rolls. Gravity acts during each impact, so that somewhat less than the "
               "restitution asked for comes back: 0.489 at the first bounce (deviation G3).",
       .scene_name = scene.name,
       .scene_text = scene.text,
       .run = scene.run.header.scene,
       .checks = std::move(bounces)},
      {.figure = "gonthier-fig10",
       .says = "In pure rolling the speed across the slope stays constant, while the one down the slope and the spin "
               "grow linearly. The paper gives the acceleration as g sin 20°; a solid sphere that rolls has 5/7 of it "
               "(deviation G4).",
       .checks = check_rolling(scene.motion, result.figures[1])}};
  result.runs.push_back(std::move(scene.run));
  return result;
}

}  // namespace carom::reproductions
