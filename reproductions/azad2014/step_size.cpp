// Section II-C: how many steps a stiff contact costs.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reproductions/azad2014/azad2014.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/azad2014/drop.toml";
constexpr double kGravity = 10.0;   // of the scene  [m/s²]
constexpr double kRadius = 0.0127;  // of the scene's sphere  [m]
constexpr double kMillimeter = 1e-3;

// Integrated independently of this program at two tolerances; good to some 1e-11 s.
constexpr double kSmallLiftOff = 2.39183787815654;     // before the first apex below 1 mm  [s]
constexpr double kSmallApex = 2.40327056910327;        // [s]
constexpr double kRest = 2.5298675927664203;           // the last contact begins  [s]
constexpr double kRestDepth = 1.6331620904278456e-07;  // (m g/k)^(2/3)  [m]

double calc_apex(const ContactEvent& lift_off) {
  return 0.5 * lift_off.separation_speed * lift_off.separation_speed / kGravity;
}

Check check_at_most(std::string name, std::int64_t limit, std::int64_t found, std::string note) {
  return {.name = std::move(name),
          .expected = fmt::format("at most {}", limit),
          .found = fmt::format("{}", found),
          .passed = found <= limit,
          .note = std::move(note)};
}

Figure draw_height(const Motion& motion) {
  Figure figure{.id = "azad-drop-height",
                .title = "The dropped sphere",
                .caption = "Height of the sphere above the plate (section II-C).",
                .x = {.label = "time", .unit = "s", .range = {{0.0, 3.0}}},
                .y = {.label = "height", .unit = "m"}};
  FigureSeries height{.label = "height"};
  const JointView ball = motion.joint("ball");
  for (const State& state : motion.states) {
    if (state.time > figure.x.range->at(1)) break;
    height.x.push_back(state.time);
    height.y.push_back(ball.position(state) - kRadius);
  }
  figure.series = {std::move(height)};
  return figure;
}

Figure draw_apexes(const std::vector<ContactEvent>& bounces) {
  Figure figure{
      .id = "azad-drop-apexes",
      .title = "How high each bounce goes",
      .caption = "Apex of each bounce against its time: eleven above a millimeter, then the microscopic ones.",
      .x = {.label = "time", .unit = "s"},
      .y = {.label = "apex", .unit = "m", .scale = AxisScale::Log}};
  FigureSeries apexes{.label = "apex", .style = SeriesStyle::Points};
  for (const ContactEvent& lift_off : bounces) {
    apexes.x.push_back(lift_off.time + lift_off.separation_speed / kGravity);
    apexes.y.push_back(calc_apex(lift_off));
  }
  figure.series = {std::move(apexes),
                   {.label = "1 mm", .x = {0.0, 2.6}, .y = {kMillimeter, kMillimeter}, .dash = DashStyle::Dashed}};
  return figure;
}

std::vector<Check> check_bounces(const std::vector<ContactEvent>& bounces, const Figure& figure) {
  const DrawnCurve apexes(figure, "apex");
  const std::vector<double>&heights = apexes.points().y, &times = apexes.points().x;
  const auto is_small = [](double height) { return height < kMillimeter; };
  const auto first_small = std::find_if(heights.begin(), heights.end(), is_small);
  if (first_small == heights.end()) {
    return {{.name = "bounces below 1 mm", .expected = "26", .found = "none", .passed = false, .note = ""}};
  }
  const auto large = first_small - heights.begin();
  const ContactEvent& lift_off = bounces[static_cast<std::size_t>(large)];
  constexpr const char* kCount = "a count";
  constexpr const char* kTime = "what the project promises at the paper's tolerance of 1e-5";
  const auto count = [&](const char* name, double expected, std::ptrdiff_t found) {
    return apexes.mark(check_number(name, expected, static_cast<double>(found), 0.0, "", kCount));
  };
  return {count("lift-offs", 37.0, std::ssize(heights)), count("bounces of 1 mm and more", 11.0, large),
          count("microscopic bounces (paper: twenty-six)", 26.0, std::ssize(heights) - large),
          check_number("lift-off before the first apex below 1 mm", kSmallLiftOff, lift_off.time, 1e-5, "s", kTime),
          apexes.mark(check_number("first apex below 1 mm (paper: 2.4 s)", kSmallApex,
                                   times[static_cast<std::size_t>(large)], 1e-5, "s", kTime))};
}

// The first fall, z = 1 m − g t²/2, the first bounce, and the depth at which the sphere rests.
std::vector<Check> check_heights(const Figure& figure, const std::vector<ContactEvent>& bounces) {
  const DrawnCurve height(figure, "height");
  const double rise = calc_apex(bounces[0]), from = bounces[0].time, to = bounces[1].time - bounces[1].duration;
  return {height.check_at(0.2, 1.0 - 0.5 * kGravity * 0.04, 1e-9, "a parabola, which the method follows exactly"),
          height.check("height of the first bounce, u²/(2 g)", rise, height.highest(from, to), 0.5 * kGravity * 1e-6,
                       "half way between points, 2 ms apart"),
          height.check("height at rest", -kRestDepth, height.last(), 1e-5 * kRestDepth, "tolerance 1e-5")};
}

// Each of the bounces hands its error on to the next: the last contact is looked at in a more accurate run.
Check check_rest() {
  constexpr double kTolerance = 1e-8;
  const Motion motion =
      simulate_scene_unseen(kScene, {fmt::format("simulate.integrator.tolerance={}", kTolerance), "record.every=1 s"});
  const ContactEvent& last = motion.report.contacts.front().impacts.back();
  const ErrorBudget budget = make_budget(motion, kTolerance, 1.0, "");
  return check_number("lasting contact begins, tolerance 1e-8", kRest,
                      last.time + 2.0 * last.separation_speed / kGravity, budget.total, "s", budget.note);
}

// Without samples, which cost evaluations of their own.
std::vector<Check> check_cost() {
  const Motion whole = simulate_scene_unseen(kScene, {"record.every=5 s"});
  const Motion bouncing = simulate_scene_unseen(kScene, {"scene.duration=2.39184 s", "record.every=1 s"});
  const IntegratorStatistics &early = bouncing.report.statistics, &all = whole.report.statistics;
  return {check_at_most("steps until bounces fall below 1 mm (paper: 958)", 400, early.steps,
                        "what the project promises; the paper used the trapezoidal rule"),
          check_at_most("evaluations until then", 2000, early.rate_evaluations, "what the project promises"),
          check_at_most("steps in all (paper: 2100)", 2100, all.steps, "no more than the paper's"),
          check_at_most("evaluations in all", 6999, all.rate_evaluations,
                        "fewer than the 7,004 of a plain multistep method")};
}

}  // namespace

ChapterResult make_step_size_chapter() {
  SceneMotion scene = simulate_scene(kScene, {"record.every=2 ms"});
  const std::vector<ContactEvent>& bounces = scene.motion.report.contacts.front().impacts;
  ChapterResult result{
      .chapter = {.id = "step-size",
                  .title = "Step size",
                  .text =
                      "A sphere of 66 g falls from 1 m onto a plate, gravity 10 m/s², k = 10¹⁰ and λ = 10⁵: steel on "
                      "cast iron. The run takes 5 s at a relative tolerance of 10⁻⁵ (section II-C)."}};
  result.figures = {draw_height(scene.motion), draw_apexes(bounces)};
  result.chapter.items.push_back(
      {.figure = "azad-drop-height",
       .says = "It takes 2.4 s for the bounces to decay to 1 mm, and 958 steps; a further 0.2 s and 887 steps to "
               "settle, and 255 steps for the rest: small steps are needed only for very brief periods. (Deviation A2: "
               "the settling takes 0.13 to 0.14 s.)",
       .scene_name = scene.name,
       .scene_text = scene.text,
       .run = scene.run.header.scene,
       .checks = check_heights(result.figures[0], bounces)});
  for (Check& check : check_cost()) result.chapter.items.back().checks.push_back(std::move(check));
  result.chapter.items.push_back({.figure = "azad-drop-apexes",
                                  .says = "Twenty-six microscopic bounces take place before the sphere rests.",
                                  .checks = check_bounces(bounces, result.figures[1])});
  result.chapter.items.back().checks.push_back(check_rest());
  result.runs.push_back(std::move(scene.run));
  return result;
}

}  // namespace carom::reproductions
