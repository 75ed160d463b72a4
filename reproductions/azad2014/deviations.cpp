// Where we leave the printed text of Azad & Featherstone, or go beyond it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "carom/analysis/restitution_curve.h"
#include "reproductions/azad2014/azad2014.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr double kMass = 0.066, kStiffness = 1e10;  // section II-C  [kg], [N/m^1.5]
constexpr double kGravity = 10.0;                   // [m/s²]

// Where a curve rises through a height.
std::vector<double> find_crossings(const DrawnCurve& curve, double height) {
  const FigureSeries& points = curve.points();
  std::vector<double> crossings;
  for (std::size_t i = 1; i < points.x.size(); ++i) {
    const double before = points.y[i - 1], here = points.y[i];
    if (before >= height || here < height) continue;
    crossings.push_back(points.x[i] - (points.x[i] - points.x[i - 1]) * (here - height) / (here - before));
  }
  return crossings;
}

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
  const JointView ball = motion.joint("ball");
  for (const State& state : motion.states) {
    if (state.time < kRest - 1e-3) continue;
    depth.x.push_back(1e3 * (state.time - kRest));
    depth.y.push_back(1e6 * (kRadius - ball.position(state)));
  }
  // Damped, but lightly: λ √x/(2 m) is some percent of ω.
  const double stiffness = 1.5 * kStiffness * std::sqrt(rest_depth);
  const double frequency = std::sqrt(stiffness / kMass) / (2.0 * std::numbers::pi);
  result.figures.push_back({.id = "azad-a1",
                            .title = "The sphere comes to rest",
                            .caption = "Depth from just before the lasting contact begins.",
                            .x = {.label = "time", .unit = "ms"},
                            .y = {.label = "depth", .unit = "µm"},
                            .series = {std::move(depth)}});
  const DrawnCurve drawn(result.figures.back(), "depth");
  const std::vector<double> crossings = find_crossings(drawn, 1e6 * rest_depth);
  const double last = crossings.back(), earlier = crossings[crossings.size() - 6];
  result.chapter.items.push_back(
      {.figure = "azad-a1",
       .says = "A1, A2. The paper gives 1.4 kHz as the frequency in the limit, and 0.2 s to settle. Linearised at rest "
               "it is 1525 Hz, lower only while the amplitude is large; bounces fall below 1 mm at 2.403 s and the "
               "last contact begins at 2.530 s.",
       .checks = {
           drawn.mark(check_number(
               "frequency at the end (paper: 1.4 kHz)", frequency, 5e3 / (last - earlier), 0.01 * frequency, "Hz",
               "damping lowers it by 1/2 (λ √x/(2 m ω))² = 0.05 %, what is left of the amplitude by "
               "some parts in a thousand")),
           drawn.check("depth at the end, (m g/k)^(2/3)", 1e6 * rest_depth, drawn.last(), 0.05 * 1e6 * rest_depth,
                       "it still rings by some parts in a hundred")}});
}

void add_power(ChapterResult& result) {
  constexpr const char *kOurs = "|ż|² sgn ż", *kPrinted = "ż², as printed";
  FigureSeries resisting{.label = kOurs}, pushing{.label = kPrinted, .dash = DashStyle::Dashed};
  for (int i = -50; i <= 50; ++i) {
    const double rate = 0.02 * i;
    resisting.x.push_back(rate);
    pushing.x.push_back(rate);
    resisting.y.push_back(std::abs(rate) * rate);
    pushing.y.push_back(rate * rate);
  }
  result.figures.push_back({.id = "azad-h1",
                            .title = "Powers of the rate",
                            .caption = "What the damper of Eq. (1) is proportional to, for q = 2.",
                            .x = {.label = "rate of the depth", .unit = "m/s"},
                            .y = {.label = "damper", .unit = ""},
                            .series = {std::move(resisting), std::move(pushing)}});
  const DrawnCurve ours(result.figures.back(), kOurs), printed(result.figures.back(), kPrinted);
  result.chapter.items.push_back(
      {.figure = "azad-h1",
       .says =
           "H1. In Eq. (1) ż^q is complex for a fractional q while the depth falls, and for an even q pushes and so "
           "gives energy. The law power has |ż|^q sgn ż, which always resists.",
       .checks = {ours.check("ours at −0.5 m/s", -0.25, ours.at(-0.5), 1e-12, "resists the rebound"),
                  printed.check("as printed at −0.5 m/s", 0.25, printed.at(-0.5), 1e-12, "drives it")}});
}

void add_gear(ChapterResult& result) {
  constexpr double kSpeed = 1.0, kRestitution = 0.7;  // where the curves meet  [m/s]
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
      (calc_restitution(make(middle), kMass, kSpeed) > kRestitution ? low : high) = middle;
    }
    FigureSeries curve{.label = fmt::format("p = {}", exponent)};
    for (int i = 0; i <= 50; ++i) {
      curve.x.push_back(std::pow(10.0, -3.0 + 0.08 * i));
      curve.y.push_back(calc_restitution(make(low), kMass, curve.x.back()));
    }
    figure.series.push_back(std::move(curve));
  }
  result.figures.push_back(std::move(figure));
  const DrawnCurve linear(result.figures.back(), "p = 1"), quadratic(result.figures.back(), "p = 2");
  result.chapter.items.push_back(
      {.figure = "azad-h2",
       .says = "H2. Eq. (11) is written for p = 3/2. For another exponent of the spring the same gear, with the ratio "
               "z^((p−1)/2), gives the damper λ z^(p−1) ż; p = 1 is the linear spring and damper.",
       .checks = {linear.check("p = 1: change of the restitution with the speed", 0.0,
                               linear.highest() - linear.lowest(), 1e-9, "restitutions are good to 1e-10"),
                  quadratic.check("p = 2: restitution at 1 m/s", kRestitution, quadratic.at(kSpeed), 1e-3,
                                  "tuned to it; the chord between two points")}});
}

// Where a linear spring and damper let go: where the force is gone, or where the depth is.
void add_end_rules(ChapterResult& result) {
  FigureSeries clipped{.label = "force gone (ours)"}, deep{.label = "depth gone", .dash = DashStyle::Dashed};
  FigureSeries simulated{.label = "simulated", .style = SeriesStyle::Points, .color = 0};
  const double critical = 2.0 * std::sqrt(1e6 * kMass);
  for (int i = 0; i <= 95; ++i) {
    const double ratio = 0.01 * i, part = std::sqrt(1.0 - ratio * ratio);
    clipped.x.push_back(ratio);
    deep.x.push_back(ratio);
    clipped.y.push_back(std::exp(-ratio / part * std::atan2(2.0 * ratio * part, 2.0 * ratio * ratio - 1.0)));
    deep.y.push_back(std::exp(-std::numbers::pi * ratio / part));
    if (i % 10 != 0) continue;
    const normal::KelvinVoigt law{.stiffness = 1e6, .damping = ratio * critical};
    simulated.x.push_back(ratio);
    simulated.y.push_back(calc_restitution(law, kMass, 1.0));
  }
  result.figures.push_back({.id = "azad-linear-end",
                            .title = "Two ends of a linear contact",
                            .caption = "Restitution of a linear spring and damper by the rule that ends the contact.",
                            .x = {.label = "part of the critical damping", .unit = ""},
                            .y = {.label = "restitution", .unit = "", .range = {{0.0, 1.0}}},
                            .series = {std::move(clipped), std::move(deep), std::move(simulated)}});
  const DrawnCurve expected(result.figures.back(), "force gone (ours)"), found(result.figures.back(), "simulated");
  result.chapter.items.push_back(
      {.figure = "azad-linear-end",
       .says =
           "The linear law returns the same at every speed, but how much depends on what ends the contact. Ours ends "
           "where the force would pull.",
       .checks = {found.check("30 % of the critical damping", expected.at(0.3), found.at(0.3), 1e-9,
                              "restitutions are good to 1e-10"),
                  found.check("largest distance of a point from the curve", 0.0,
                              found.farthest_from([&](double ratio) { return expected.at(ratio); }), 1e-9,
                              "restitutions are good to 1e-10")}});
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
