// Where we leave the printed text of Azad & Featherstone, or go beyond it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "carom/analysis/restitution_curve.h"
#include "reproductions/azad2014/azad2014.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr double kMass = 0.066, kStiffness = 1e10;  // section II-C  [kg], [N/m^1.5]
constexpr double kGravity = 10.0;                   // [m/s²]

// The last contact, once it only rings.
void add_frequency(ChapterResult& result) {
  constexpr double kRest = 2.5298675927664203;  // [s]
  constexpr double kInterval = 2e-5;            // [s]
  constexpr double kRadius = 0.0127;            // [m]
  const Motion motion = simulate_scene_unseen(
      "scenes/azad2014/drop.toml",
      {"simulate.integrator.tolerance=1e-8", "scene.duration=2.545", fmt::format("record.every={}", kInterval)});
  const double rest_depth = std::pow(kMass * kGravity / kStiffness, 2.0 / 3.0);
  FigureSeries depth{.label = "depth"};
  std::vector<double> crossings;  // of the depth at rest, upwards  [s]
  for (std::size_t i = 1; i < motion.states.size(); ++i) {
    const double time = motion.states[i].time, here = kRadius - motion.states[i].q[0];
    if (time < kRest - 1e-3) continue;
    depth.x.push_back(1e3 * (time - kRest));
    depth.y.push_back(1e6 * here);
    const double before = kRadius - motion.states[i - 1].q[0];
    if (before < rest_depth && here >= rest_depth) {
      crossings.push_back(time - kInterval * (here - rest_depth) / (here - before));
    }
  }
  const double last = crossings.back(), earlier = crossings[crossings.size() - 6];
  // Damped, but lightly: λ √x/(2 m) is some percent of ω.
  const double stiffness = 1.5 * kStiffness * std::sqrt(rest_depth);
  const double frequency = std::sqrt(stiffness / kMass) / (2.0 * std::numbers::pi);
  result.figures.push_back({.id = "azad-a1",
                            .title = "The sphere comes to rest",
                            .caption = "Depth from just before the lasting contact begins.",
                            .x = {.label = "time", .unit = "ms"},
                            .y = {.label = "depth", .unit = "µm"},
                            .series = {std::move(depth)}});
  result.chapter.items.push_back(
      {.figure = "azad-a1",
       .says = "A1, A2. The paper gives 1.4 kHz as the frequency in the limit, and 0.2 s to settle. Linearised at rest "
               "it is 1525 Hz, lower only while the amplitude is large; bounces fall below 1 mm at 2.403 s and the "
               "last contact begins at 2.530 s.",
       .checks = {check_number("frequency at the end (paper: 1.4 kHz)", frequency, 5.0 / (last - earlier),
                               0.01 * frequency, "Hz",
                               "damping lowers it by 1/2 (λ √x/(2 m ω))² = 0.05 %, what is left of the amplitude by "
                               "some parts in a thousand")}});
}

void add_power(ChapterResult& result) {
  FigureSeries ours{.label = "|ż|² sgn ż"}, printed{.label = "ż², as printed", .dash = DashStyle::Dashed};
  for (int i = -50; i <= 50; ++i) {
    const double rate = 0.02 * i;
    ours.x.push_back(rate);
    printed.x.push_back(rate);
    ours.y.push_back(std::abs(rate) * rate);
    printed.y.push_back(rate * rate);
  }
  result.figures.push_back({.id = "azad-h1",
                            .title = "Powers of the rate",
                            .caption = "What the damper of Eq. (1) is proportional to, for q = 2.",
                            .x = {.label = "rate of the depth", .unit = "m/s"},
                            .y = {.label = "damper", .unit = ""},
                            .series = {std::move(ours), std::move(printed)}});
  result.chapter.items.push_back(
      {.figure = "azad-h1",
       .says =
           "H1. In Eq. (1) ż^q is complex for a fractional q while the depth falls, and for an even q pushes and so "
           "gives energy. The law power has |ż|^q sgn ż, which always resists."});
}

void add_gear(ChapterResult& result) {
  constexpr double kSpeed = 1.0;  // where the curves meet  [m/s]
  Figure figure{.id = "azad-h2",
                .title = "Springs with other exponents",
                .caption = "Restitution for springs k zᵖ behind the gear of Eqs. (3) and (7), equal at 1 m/s.",
                .x = {.label = "impact speed", .unit = "m/s", .scale = AxisScale::Log},
                .y = {.label = "restitution", .unit = "", .range = {{0.0, 1.0}}}};
  for (const double exponent : {1.0, 1.5, 2.0}) {
    // Springs that are as deep at 1 m/s, ½ m v² = k xᵖ⁺¹/(p + 1), at some 10 µm.
    const double stiffness = 0.5 * (exponent + 1.0) * kMass / std::pow(1e-5, exponent + 1.0);
    const auto make = [&](double damping) {
      return normal::AzadFeatherstone{.stiffness = stiffness, .exponent = exponent, .damping = damping};
    };
    double low = 1e-12 * stiffness, high = 1e3 * stiffness;
    for (int i = 0; i < 100; ++i) {
      const double middle = std::sqrt(low * high);
      (calc_restitution(make(middle), kMass, kSpeed) > 0.7 ? low : high) = middle;
    }
    FigureSeries curve{.label = fmt::format("p = {}", exponent)};
    for (int i = 0; i <= 50; ++i) {
      curve.x.push_back(std::pow(10.0, -3.0 + 0.08 * i));
      curve.y.push_back(calc_restitution(make(low), kMass, curve.x.back()));
    }
    figure.series.push_back(std::move(curve));
  }
  const auto [least, most] = std::minmax_element(figure.series[0].y.begin(), figure.series[0].y.end());
  const double spread = *most - *least;
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(
      {.figure = "azad-h2",
       .says = "H2. Eq. (11) is written for p = 3/2. For another exponent of the spring the same gear, with the ratio "
               "z^((p−1)/2), gives the damper λ z^(p−1) ż; p = 1 is the linear spring and damper.",
       .checks = {check_number("p = 1: change of the restitution with the speed", 0.0, spread, 1e-9, "",
                               "restitutions are good to 1e-10")}});
}

// Where a linear spring and damper let go: where the force is gone, or where the depth is.
void add_end_rules(ChapterResult& result) {
  FigureSeries clipped{.label = "force gone (ours)"}, deep{.label = "depth gone", .dash = DashStyle::Dashed};
  for (int i = 0; i <= 95; ++i) {
    const double ratio = 0.01 * i, part = std::sqrt(1.0 - ratio * ratio);
    clipped.x.push_back(ratio);
    deep.x.push_back(ratio);
    clipped.y.push_back(std::exp(-ratio / part * std::atan2(2.0 * ratio * part, 2.0 * ratio * ratio - 1.0)));
    deep.y.push_back(std::exp(-std::numbers::pi * ratio / part));
  }
  const double critical = 2.0 * std::sqrt(1e6 * kMass);
  const double found = calc_restitution(normal::KelvinVoigt{.stiffness = 1e6, .damping = 0.3 * critical}, kMass, 1.0);
  const double expected = clipped.y[30];
  result.figures.push_back({.id = "azad-linear-end",
                            .title = "Two ends of a linear contact",
                            .caption = "Restitution of a linear spring and damper by the rule that ends the contact.",
                            .x = {.label = "part of the critical damping", .unit = ""},
                            .y = {.label = "restitution", .unit = "", .range = {{0.0, 1.0}}},
                            .series = {std::move(clipped), std::move(deep)}});
  result.chapter.items.push_back(
      {.figure = "azad-linear-end",
       .says =
           "The linear law returns the same at every speed, but how much depends on what ends the contact. Ours ends "
           "where the force would pull.",
       .checks = {check_number("30 % of the critical damping", expected, found, 1e-9, "",
                               "restitutions are good to "
                               "1e-10")}});
}

}  // namespace

ChapterResult make_model_deviations_chapter() {
  ChapterResult result{.chapter = {.id = "deviations",
                                   .title = "Deviations",
                                   .text = "Where the printed text is mistaken or silent, and what we do instead. The "
                                           "numbers are those of docs/theory. (A3: reference [7] is by Kuwabara and "
                                           "Kono.)"}};
  add_frequency(result);
  add_power(result);
  add_gear(result);
  add_end_rules(result);
  return result;
}

}  // namespace carom::reproductions
