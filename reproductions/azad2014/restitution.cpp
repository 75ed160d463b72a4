// Figures 3 and 4: restitution against impact speed, without gravity.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/analysis/central_impact.h"
#include "reproductions/azad2014/azad2014.h"
#include "reproductions/drawn_curve.h"

namespace carom::reproductions {
namespace {

constexpr double kMass = 0.066;      // section II-C  [kg]
constexpr double kStiffness = 1e10;  // section II-C  [N/m^1.5]
constexpr double kDamping = 1e5;     // section II-C  [N·s/m^1.5]

// Our choice, so that the three curves of figure 3 meet near 1 m/s.
constexpr double kHuntCrossleyDamping = 5e9;  // [N·s/m^2.5]
constexpr double kLinearStiffness = 1e6;      // [N/m]
constexpr double kLinearRatio = 0.1;          // of the critical damping

// An impact takes some hundred steps of tolerance 1e-11.
constexpr double kTolerance = 1e-8;
constexpr const char* kNote = "some hundred steps of tolerance 1e-11, with room";

NormalLaw make_new(double damping) { return normal::AzadFeatherstone{.stiffness = kStiffness, .damping = damping}; }
NormalLaw make_hunt_crossley(double damping) {
  return normal::HuntCrossley{.stiffness = kStiffness, .damping = damping};
}
NormalLaw make_linear() {
  const double critical = 2.0 * std::sqrt(kLinearStiffness * kMass);
  return normal::KelvinVoigt{.stiffness = kLinearStiffness, .damping = kLinearRatio * critical};
}

double find_restitution(const NormalLaw& law, double speed) {
  return simulate_central_impact(law, kMass, speed).restitution;
}

FigureSeries draw(const NormalLaw& law, const std::vector<double>& speeds, std::string label) {
  FigureSeries series{.label = std::move(label), .x = speeds};
  for (const double speed : speeds) series.y.push_back(find_restitution(law, speed));
  return series;
}

Check check_restitution(const DrawnCurve& curve, const char* model, double speed, double reference) {
  return curve.check(fmt::format("{}, {:g} m/s", model, speed), reference, curve.at(speed), kTolerance, kNote);
}

void add_three_models(ChapterResult& result) {
  std::vector<double> speeds;
  for (int i = 1; i <= 50; ++i) speeds.push_back(0.002 * i * i);
  speeds.insert(speeds.end(), {0.1, 1.0});  // where references are known
  std::sort(speeds.begin(), speeds.end());
  result.figures.push_back({.id = "azad-fig3",
                            .title = "Restitution of three models",
                            .caption = "Figure 3 of the paper: coefficient of restitution against impact speed.",
                            .x = {.label = "impact speed", .unit = "m/s", .range = {{0.0, 5.0}}},
                            .y = {.label = "restitution", .unit = "", .range = {{0.0, 1.0}}},
                            .series = {draw(make_new(kDamping), speeds, "new model"),
                                       draw(make_hunt_crossley(kHuntCrossleyDamping), speeds, "Hunt–Crossley"),
                                       draw(make_linear(), speeds, "linear")}});
  const CentralImpact impact = simulate_central_impact(make_new(kDamping), kMass, 1.0);
  const Figure& figure = result.figures.back();
  const DrawnCurve ours(figure, "new model"), hunt_crossley(figure, "Hunt–Crossley"), linear(figure, "linear");
  // Reference values: integrated independently of this program in extended precision, at two tolerances.
  result.chapter.items.push_back(
      {.figure = "azad-fig3",
       .says = "The linear model predicts a constant restitution, which is not realistic; the nonlinear ones predict "
               "that it falls with the impact speed, along curves of different shape.",
       .checks = {
           check_restitution(ours, "new model", 1.0, 0.7245714849789558),
           check_number("new model, 1 m/s: the force lasts", 1.02794492945e-4, impact.duration, 1e-12, "s", kNote),
           check_restitution(hunt_crossley, "Hunt–Crossley", 1.0, 0.7484349315974343),
           // Closed form, with the force clipped where it would pull.
           check_restitution(linear, "linear", 0.1, 0.7440793977217797),
           check_restitution(linear, "linear", 5.0, 0.7440793977217797)}});
}

// The largest distance of a curve from its chord over log v, as part of its fall.
double find_bend(const FigureSeries& curve) {
  const double first = curve.y.front(), fall = first - curve.y.back();
  double bend = 0.0;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double part = std::log(curve.x[i] / curve.x.front()) / std::log(curve.x.back() / curve.x.front());
    bend = std::max(bend, std::abs(curve.y[i] - (first - part * fall)) / fall);
  }
  return bend;
}

Check check_straightness(const DrawnCurve& ours, const DrawnCurve& other) {
  const double bend = find_bend(ours.points()), other_bend = find_bend(other.points());
  return ours.mark({.name = "bend over log v: new model against Hunt–Crossley",
                    .expected = "less than half",
                    .found = fmt::format("{:.2f} against {:.2f} of the fall", bend, other_bend),
                    .passed = bend < 0.5 * other_bend,
                    .note = "largest distance from the chord, as part of the fall from 1 mm/s to 10 m/s"});
}

// (α^−2.5 k, α^−1.5 λ) has the same restitution and α times the duration.
std::vector<Check> check_scaling() {
  constexpr double kAlpha = 2.0;
  const CentralImpact impact = simulate_central_impact(make_new(kDamping), kMass, 1.0);
  const normal::AzadFeatherstone scaled{.stiffness = std::pow(kAlpha, -2.5) * kStiffness,
                                        .damping = std::pow(kAlpha, -1.5) * kDamping};
  const CentralImpact slow = simulate_central_impact(scaled, kMass, 1.0);
  return {check_number("α = 2: change of the restitution", 0.0, slow.restitution - impact.restitution, kTolerance, "",
                       kNote),
          check_number("α = 2: the duration grows by", kAlpha, slow.duration / impact.duration, kTolerance, "", kNote)};
}

void add_logarithm(ChapterResult& result) {
  std::vector<double> speeds;
  for (int i = 0; i <= 40; ++i) speeds.push_back(std::pow(10.0, -3.0 + 0.1 * i));
  Figure figure{.id = "azad-fig4",
                .title = "Restitution against the logarithm of the speed",
                .caption =
                    "Figure 4 of the paper: the new model (lines) and Hunt–Crossley (dashed), k = 10¹⁰, for "
                    "different λ.",
                .x = {.label = "impact speed", .unit = "m/s", .scale = AxisScale::Log, .range = {{1e-3, 10.0}}},
                .y = {.label = "restitution", .unit = "", .range = {{0.0, 1.0}}}};
  constexpr std::array kDampings{1e4, 3e4, 1e5, 3e5, 1e6}, kOtherDampings{5e8, 2e9, 5e9, 1e10, 3e10};
  for (const double damping : kDampings) {
    figure.series.push_back(draw(make_new(damping), speeds, damping == 1e4 ? "new model, λ = 10⁴ … 10⁶" : ""));
    figure.series.back().color = 0;
  }
  for (const double damping : kOtherDampings) {
    figure.series.push_back(
        draw(make_hunt_crossley(damping), speeds, damping == 5e8 ? "Hunt–Crossley, λ = 5·10⁸ … 3·10¹⁰" : ""));
    figure.series.back().color = 1;
    figure.series.back().dash = DashStyle::Dashed;
  }
  // Curves of a law share one entry of the legend: by the place of their damping.
  const auto curve = [&](double damping) {
    const auto place = std::ranges::find(kDampings, damping) - kDampings.begin();
    return DrawnCurve(figure, static_cast<std::size_t>(place));
  };
  const auto other = [&](double damping) {
    const auto place = std::ranges::find(kOtherDampings, damping) - kOtherDampings.begin();
    return DrawnCurve(figure, kDampings.size() + static_cast<std::size_t>(place));
  };
  std::vector<Check> checks{check_straightness(curve(1e5), other(5e9)),
                            check_restitution(curve(1e4), "new, λ = 1e4", 1e-3, 0.9914516458003644),
                            check_restitution(curve(3e5), "new, λ = 3e5", 0.1, 0.5629507899857421),
                            check_restitution(curve(1e6), "new, λ = 1e6", 10.0, 0.07496474717825319),
                            check_restitution(other(3e10), "H.–C., λ = 3e10", 0.1, 0.8328697922656013)};
  for (Check& check : check_scaling()) checks.push_back(std::move(check));
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(
      {.figure = "azad-fig4",
       .says = "The new model predicts an almost linear relationship between the restitution and the logarithm of the "
               "impact speed, whereas the Hunt–Crossley model does not. The parameters (α^−2.5 k, α^−1.5 λ) have the "
               "same restitution as (k, λ) and α times the duration.",
       .checks = std::move(checks)});
}

}  // namespace

ChapterResult make_restitution_chapter() {
  ChapterResult result{.chapter = {.id = "restitution",
                                   .title = "Coefficient of restitution",
                                   .text =
                                       "A sphere of 66 g strikes a plate without gravity (section III). Every point "
                                       "is a simulated impact with located touch-down and release."}};
  add_three_models(result);
  add_logarithm(result);
  return result;
}

}  // namespace carom::reproductions
