// What users of other engines report, and what happens here.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/peiret/peiret.h"

namespace carom::reproductions {
namespace {

void add_pinched(ChapterResult& result) {
  constexpr double kReported = 155e-6;  // creep in another engine  [m/s]
  SceneMotion scene = simulate_scene("scenes/peiret/pinched.toml");
  const Motion& motion = scene.motion;
  const JointView ball = motion.joint("ball");
  FigureSeries ours =
      draw_over_time(motion, "here", [&](std::size_t i) { return -1e3 * ball.place(motion.states[i]).z(); });
  FigureSeries theirs{
      .label = "reported: 155 µm/s", .x = {0.0, 10.0}, .y = {0.0, 1e4 * kReported}, .dash = DashStyle::Dashed};
  result.figures.push_back({.id = "peiret-pinched",
                            .title = "A pinched ball",
                            .caption = "How far a ball of 1 kg sinks between two jaws that press with 50 N.",
                            .x = {.label = "time", .unit = "s", .range = {{0.0, 10.0}}},
                            .y = {.label = "way down", .unit = "mm"},
                            .series = {std::move(ours), std::move(theirs)}});
  const DrawnCurve drawn(result.figures.back(), "here");
  const double speed = 1e-3 * (drawn.last() - drawn.at(5.0)) / 5.0;  // [m/s]
  ChapterItem item{.figure = result.figures.back().id,
                   .says =
                       "Held by friction alone, an object creeps out of a gripper: 155 µm/s are reported. On "
                       "bristles it sinks by what its weight stretches them, and stays there.",
                   .checks = {drawn.mark(check_number("speed from 5 s to 10 s", 0.0, speed, 1e-12, "m/s",
                                                      "rounding of 50 µm over 5 s, with room")),
                              drawn.mark({.name = "way down after 10 s",
                                          .expected = "below 0.2 mm",
                                          .found = fmt::format("{:.4f} mm", drawn.last()),
                                          .passed = drawn.last() > 0.0 && drawn.last() < 0.2,
                                          .note = "two bristles of 100 kN/m give by 49 µm, twice that at first"})}};
  show_scene(std::move(scene), item, result);
  result.chapter.items.push_back(std::move(item));
}

// The largest gap below a sliding cube  [m].
double slide_cube(double speed) {
  const Motion motion = simulate_scene_unseen("scenes/peiret/sliding_cube.toml",
                                              {fmt::format("body.cube.joint.velocity=[{}, 0, 0]", speed)});
  const JointView cube = motion.joint("cube");
  double highest = 0.0;
  for (const State& state : motion.states) highest = std::max(highest, std::abs(cube.place(state).z() - 0.05));
  return highest;
}

void add_cube(ChapterResult& result) {
  FigureSeries gap{.label = "here", .style = SeriesStyle::Points};
  for (const double speed : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
    gap.x.push_back(speed);
    gap.y.push_back(1e9 * std::max(slide_cube(speed), 1e-12));
  }
  result.figures.push_back({.id = "peiret-cube",
                            .title = "A cube that slides fast",
                            .caption = "The largest distance of its middle from where it rests, over one second.",
                            .x = {.label = "speed", .unit = "m/s", .scale = AxisScale::Log},
                            .y = {.label = "lift", .unit = "nm", .scale = AxisScale::Log},
                            .series = {std::move(gap)}});
  const DrawnCurve drawn(result.figures.back(), "here");
  ChapterItem item{.figure = "peiret-cube",
                   .says =
                       "A cube that slides fast lifts off by 318 mm in one engine, and rides on a gap that grows "
                       "with its speed in another. Here it tilts by rounding, no more; anything below 1 pm is drawn "
                       "there.",
                   .checks = {drawn.mark({.name = "largest gap from 1 m/s to 100 m/s",
                                          .expected = "below 1 nm",
                                          .found = fmt::format("{:.2g} nm", drawn.highest()),
                                          .passed = drawn.highest() < 1.0,
                                          .note = "rounding of positions up to 100 m is 0.014 pm, of 1000 steps"})}};
  show_scene(simulate_scene("scenes/peiret/sliding_cube.toml"), item, result);
  result.chapter.items.push_back(std::move(item));
}

void add_heavy(ChapterResult& result) {
  FigureSeries sunk{.label = "light box", .style = SeriesStyle::Points};
  for (const char* ratio : {"1e2", "1e3", "1e4", "1e5", "1e6"}) {
    const Motion motion =
        simulate_scene_unseen("scenes/peiret/heavy_on_light.toml", {fmt::format("body.heavy.mass={}", ratio)});
    sunk.x.push_back(std::stod(ratio));
    const double height = motion.joint("light").place(motion.states.back()).z();
    sunk.y.push_back(1e9 * std::max(std::abs(0.1 - height), 1e-12));
  }
  result.figures.push_back({.id = "peiret-heavy",
                            .title = "A heavy box on a light one",
                            .caption = "How far the light box is from where it rests after two seconds.",
                            .x = {.label = "ratio of the masses", .unit = "", .scale = AxisScale::Log},
                            .y = {.label = "distance", .unit = "nm", .scale = AxisScale::Log},
                            .series = {std::move(sunk)}});
  const DrawnCurve drawn(result.figures.back(), "light box");
  ChapterItem item{
      .figure = "peiret-heavy",
      .says =
          "Solvers that sweep over contacts a few times let a light body sink under a heavy one. A "
          "solution to 1e-10 m/s does not, at any ratio; anything below 1 pm is drawn there.",
      .checks = {drawn.mark({.name = "farthest in 2 s, mass ratios from 1e2 to 1e6",
                             .expected = "below 0.1 nm",
                             .found = fmt::format("{:.2g} nm", drawn.highest()),
                             .passed = drawn.highest() < 0.1,
                             .note = "impulses are found to 1e-10 m/s, which a depth of 1e-12 m then takes back"})}};
  show_scene(simulate_scene("scenes/peiret/heavy_on_light.toml"), item, result);
  result.chapter.items.push_back(std::move(item));
}

}  // namespace

ChapterResult make_artefacts_chapter() {
  ChapterResult result{.chapter = {.id = "artefacts",
                                   .title = "Artefacts of engines",
                                   .text = "What users of other engines report of contacts that should rest or slide, "
                                           "each as a scene. A push at 45° is in the chapter on bounds, the creeping "
                                           "block in the one before."}};
  add_pinched(result);
  add_cube(result);
  add_heavy(result);
  return result;
}

}  // namespace carom::reproductions
