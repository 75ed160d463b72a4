// Where we leave the printed text, and what difference it makes.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/analysis/central_impact.h"
#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

// Mixed signs turn the damping around: such an impact is a damped one seen backwards, so that one that begins at v ends
// at the speed from which the damped one returns v.
void add_signs(ChapterResult& result) {
  constexpr double kMass = 0.454, kStiffness = 3.4e10, kRestitution = 0.9;
  const double a = normal::calc_damping_factor(kRestitution) / kRestitution;  // at 1 m/s  [s/m]
  const normal::HuntCrossley law{.stiffness = kStiffness, .damping = a * kStiffness};
  double low = 1.0, high = 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (simulate_central_impact(law, kMass, middle).restitution * middle < 1.0 ? low : high) = middle;
  }
  const auto draw = [](const CentralImpact& impact, const char* label, DashStyle dash) {
    FigureSeries loop{.label = label, .dash = dash};
    for (const CentralImpact::Sample& sample : impact.samples) {
      loop.x.push_back(1e6 * sample.depth);
      loop.y.push_back(1e-3 * sample.force);
    }
    return loop;
  };
  result.figures.push_back({.id = "gonthier-g1",
                            .title = "Signs",
                            .caption = "Force over indentation of an impact at 1 m/s, e = 0.9: run through clockwise "
                                       "with the right signs, the other way round with mixed ones.",
                            .x = {.label = "indentation", .unit = "µm"},
                            .y = {.label = "force", .unit = "kN"},
                            .series = {draw(simulate_central_impact(law, kMass, 1.0), "right", DashStyle::Solid),
                                       draw(simulate_central_impact(law, kMass, high), "mixed", DashStyle::Dashed)}});
  result.chapter.items.push_back(
      {.figure = "gonthier-g1",
       .says = "G1. Eq. (28) makes x negative in penetration, Eq. (4) needs it positive, and the text after Eq. (10) "
               "takes v_i < 0. Here depth, its rate in compression and v_i are positive. With mixed signs the impact "
               "would return more than it took.",
       .checks = {check_number("right signs: returned speed from 1 m/s", kRestitution,
                               simulate_central_impact(law, kMass, 1.0).restitution, 1e-8, "m/s",
                               "some hundred steps of tolerance 1e-11, with room"),
                  {.name = "mixed signs: returned speed from 1 m/s",
                   .expected = "more than 1",
                   .found = fmt::format("{:.4f} m/s", high),
                   .passed = high > 1.0,
                   .note = ""}}});
}

void add_direction(ChapterResult& result) {
  FigureSeries smooth{.label = "smooth"}, printed{.label = "as printed", .dash = DashStyle::Dashed};
  for (int i = 0; i <= 120; ++i) {
    const double u = 0.0125 * i, inside = 1.5 * u - 0.5 * u * u * u;
    smooth.x.push_back(u);
    printed.x.push_back(u);
    smooth.y.push_back(u < 1.0 ? inside : 1.0);
    printed.y.push_back(u < 1.0 ? u * inside : 1.0);
  }
  result.figures.push_back({.id = "gonthier-g2",
                            .title = "Direction of sliding",
                            .caption = "Length of dir_ε against |v_t|/v_ε.",
                            .x = {.label = "slip over v_ε", .unit = "", .range = {{0.0, 1.5}}},
                            .y = {.label = "length", .unit = "", .range = {{0.0, 1.2}}},
                            .series = {std::move(smooth), std::move(printed)}});
  result.chapter.items.push_back(
      {.figure = "gonthier-g2",
       .says = "G2. Eq. (20) has one factor |v_t|/v_ε too many: as printed its slope at v_ε is 1/v_ε instead of zero. "
               "The smooth form is the default. In the stick-slip experiment the difference is below 10⁻⁶ s."});
}

// Of every bounce of the ball on the slope.
void add_gravity(ChapterResult& result) {
  const Motion motion = simulate_scene_unseen("scenes/gonthier2004/ball_on_plane.toml",
                                              {"simulate.integrator.tolerance=1e-9", "record.every=1 s"});
  FigureSeries returned{.label = "returned", .style = SeriesStyle::Points};
  for (const ContactEvent& impact : motion.report.contacts.front().impacts) {
    returned.x.push_back(impact.approach_speed);
    returned.y.push_back(impact.separation_speed / impact.approach_speed);
  }
  const double first = returned.y.empty() ? std::nan("") : returned.y.front();
  result.figures.push_back(
      {.id = "gonthier-g3",
       .title = "Restitution with gravity",
       .caption = "Returned restitution of each bounce of the ball on the slope; 0.5 is asked for.",
       .x = {.label = "impact speed", .unit = "m/s", .range = {{0.0, 4.0}}},
       .y = {.label = "restitution", .unit = "", .range = {{0.0, 0.6}}},
       .series = {{.label = "asked", .x = {0.0, 4.0}, .y = {0.5, 0.5}, .dash = DashStyle::Dashed},
                  std::move(returned)}});
  result.chapter.items.push_back(
      {.figure = "gonthier-g3",
       .says = "G3. The restitution asked for comes back only from a central impact without gravity and friction. "
               "Gravity works during the contact, and the more the slower the impact.",
       .checks = {check_number("first bounce of the ball on the slope", 1.9325628640735155 / 3.949455259077603, first,
                               1e-6, "", "tolerance 1e-9, some hundred steps in the contact")}});
}

void add_rolling(ChapterResult& result) {
  const Motion motion = simulate_scene_unseen(
      "scenes/gonthier2004/ball_in_tube.toml",
      {"simulate.integrator.tolerance=1e-8", "body.ball.joint.velocity=[0, 0.3, 0]", "record.every=10 ms"});
  const auto speed = [&](std::size_t i) { return motion.states[i].v.segment<3>(3).norm(); };
  const auto turning = [&](std::size_t i) { return 0.1 * motion.states[i].v.head<3>().norm(); };
  Figure figure{.id = "gonthier-g5",
                .title = "Speed and spin in rolling",
                .caption = "The ball that rolls along the cylinder: |v| and R|ω|.",
                .x = {.label = "time", .unit = "s", .range = {{1.0, 8.0}}},
                .y = {.label = "speed", .unit = "m/s", .range = {{0.0, 1.2}}},
                .series = {draw_over_time(motion, "|v|", speed), draw_over_time(motion, "R|ω|", turning)}};
  figure.series.back().dash = DashStyle::Dashed;
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(
      {.figure = "gonthier-g5",
       .says =
           "G5. |v| = R|ω| is not the condition of rolling: v = ω × r also allows a spin about the normal, which the "
           "ball in the cylinder has. The differences are those of figure 14. (G4, the acceleration in rolling, "
           "is shown with figure 10.)"});
}

void add_passivity(ChapterResult& result) {
  const Motion motion = simulate_scene_unseen("scenes/gonthier2004/double_pendulum.toml",
                                              {"simulate.integrator.tolerance=1e-8", "record.every=5 ms"});
  double most = 0.0, given_back = 0.0;
  for (const double lost : motion.friction_loss) {
    most = std::max(most, lost);
    given_back = std::max(given_back, most - lost);
  }
  FigureSeries late{.label = "friction"};
  for (std::size_t i = 0; i < motion.states.size(); ++i) {
    const double time = motion.states[i].time;
    if (time < 5.0 || time > 8.0) continue;
    late.x.push_back(time);
    late.y.push_back(motion.friction_loss[i]);
  }
  result.figures.push_back(
      {.id = "gonthier-g6",
       .title = "Friction that gives energy back",
       .caption = "What friction has dissipated in the double pendulum since the start, as its tip comes to stick.",
       .x = {.label = "time", .unit = "s"},
       .y = {.label = "dissipated", .unit = "J"},
       .series = {std::move(late)}});
  result.chapter.items.push_back(
      {.figure = "gonthier-g6",
       .says =
           "G6. The friction law is not passive: sliding stretches the bristles to their full length, however short "
           "the way, and what they hold pushes the body once it sticks. The account of the double pendulum shows "
           "it: what friction has dissipated falls.",
       .checks = {{.name = "given back by friction at one time",
                   .expected = "more than nothing",
                   .found = fmt::format("{:.3f} J of {:.2f} J", given_back, most),
                   .passed = given_back > 1e-3,
                   .note = "sum of what the account books, tolerance 1e-8"}}});
}

}  // namespace

ChapterResult make_deviations_chapter() {
  ChapterResult result{.chapter = {.id = "deviations",
                                   .title = "Deviations",
                                   .text = "Where the printed text is mistaken or silent, and what we do instead. The "
                                           "numbers are those of docs/theory."}};
  add_signs(result);
  add_direction(result);
  add_gravity(result);
  add_rolling(result);
  add_passivity(result);
  return result;
}

}  // namespace carom::reproductions
