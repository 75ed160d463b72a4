// A block on a slope that stands still, where friction that is a function of velocity creeps.
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/peiret/peiret.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/peiret/slope.toml";
constexpr double kSmoothing = 1e-3;  // of the friction that creeps  [m/s]

// Where the block comes to rest, computed independently of this program  [m].
struct KnownRest {
  double step;  // [s]
  double rest;  // [m]
};
constexpr KnownRest kRests[] = {{2e-3, 0.000549772460486161}, {1e-3, 0.0006268919390607407}};

// Slip at which friction smoothed as (3u − u³)/2, u = v/v_ε, bears the block: it does not depend on its weight.
double calc_creep() {
  const double part = std::tan(20.0 * std::numbers::pi / 180.0) / 0.5;
  double u = part;
  for (int i = 0; i < 100; ++i) u -= (1.5 * u - 0.5 * u * u * u - part) / (1.5 - 1.5 * u * u);
  return u * kSmoothing;
}

// Of the last 5 s of what is drawn  [m/s].
double calc_mean_speed(const DrawnCurve& way) { return 1e-3 * (way.last() - way.at(5.0)) / 5.0; }

// The way down the slope, which is turned about y: the block slides along its x.
FigureSeries draw_way(const Motion& motion, std::string name) {
  const JointView block = motion.joint("block");
  return draw_over_time(motion, std::move(name),
                        [&](std::size_t i) { return 1e3 * block.place(motion.states[i]).x(); });
}

}  // namespace

ChapterResult make_creep_chapter() {
  ChapterResult result{.chapter = {.id = "creep",
                                   .title = "A block on a slope",
                                   .text = "1 kg on 20° with μ = 0.5, let go at rest with bristles of 10 kN/m."}};
  Figure figure{.id = "peiret-slope",
                .title = "Creep",
                .caption = "Way down the slope.",
                .x = {.label = "time", .unit = "s", .range = {{0.0, 10.0}}},
                .y = {.label = "way", .unit = "mm"}};
  ChapterItem item{.says =
                       "Though a velocity regularization of the stiction force solves the same problem, the sliding "
                       "artifact does not appear when using the bristle model. The block first swings on its "
                       "bristles and slips a little; how far depends on how much a step damps. Then it stands."};
  for (const KnownRest& known : kRests) {
    const Motion motion =
        simulate_scene_unseen(kScene, {fmt::format("simulate.stepping.step={}", known.step), "record.every=50 ms"});
    const std::string name = fmt::format("bristles, steps of {} ms", 1e3 * known.step);
    figure.series.push_back(draw_way(motion, name));
    const DrawnCurve drawn(figure, name);
    item.checks.push_back(drawn.check(name + ": rests at", 1e3 * known.rest, drawn.last(), 1e-6,
                                      "impulses are found to 1e-10 m/s, for 10 s"));
    item.checks.push_back(drawn.mark(check_number(name + ": mean speed of the last 5 s", 0.0, calc_mean_speed(drawn),
                                                  1e-10, "m/s", "impulses are found to 1e-10 m/s")));
  }
  const Motion creeping = simulate_scene_unseen(
      kScene,
      {"simulate.formulation=compliant", "simulate.integrator={method=\"adaptive\", tolerance=1e-9}",
       fmt::format("contact.0.friction={{law=\"coulomb\", static=0.5, kinetic=0.5, smoothing_speed={}}}", kSmoothing),
       "contact.0.normal={law=\"gonthier\", stiffness=1e8, restitution=0.1}", "record.every=50 ms"});
  figure.series.push_back(draw_way(creeping, "regularised at 1 mm/s (compliant)"));
  const DrawnCurve drawn(figure, figure.series.size() - 1);
  item.checks.push_back(
      drawn.mark(check_number("regularised at 1 mm/s: mean speed of the last 5 s", calc_creep(), calc_mean_speed(drawn),
                              1e-7, "m/s", "the normal force settles to 1e-4 of its size")));
  item.figure = figure.id;
  result.figures.push_back(std::move(figure));
  show_scene(simulate_scene(kScene), item, result);
  result.chapter.items.push_back(std::move(item));
  return result;
}

}  // namespace carom::reproductions
