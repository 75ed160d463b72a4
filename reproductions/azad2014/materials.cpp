// Figure 5: six pairs of materials, with stiffnesses from Hertz' theory.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "carom/analysis/restitution_curve.h"
#include "carom/contact/hertz.h"
#include "reproductions/azad2014/azad2014.h"
#include "reproductions/drawn_curve.h"

namespace carom::reproductions {
namespace {

// Not in the paper: handbook values, our choice.
struct Material {
  ElasticMaterial elastic;
  double density;  // [kg/m³]
};
constexpr Material kSteel{{210e9, 0.30}, 7800.0};
constexpr Material kIron{{110e9, 0.26}, 7200.0};
constexpr Material kBrass{{100e9, 0.34}, 8500.0};
constexpr Material kLead{{16e9, 0.44}, 11300.0};
constexpr Material kCork{{30e6, 0.0}, 180.0};

struct Pair {
  const char* letter;
  const char* name;
  Material sphere;
  Material other;
  double radius;       // of the sphere  [m]
  bool two_spheres;    // of equal radius; otherwise a plate
  double restitution;  // at 1 m/s: our choice but for B, which is that of section II-C
};
constexpr std::array kPairs{Pair{"A", "brass spheres", kBrass, kBrass, 0.015, true, 0.85},
                            Pair{"B", "steel, cast iron", kSteel, kIron, 0.0127, false, 0.724571484979},
                            Pair{"C", "cork spheres", kCork, kCork, 0.0166, true, 0.55},
                            Pair{"D", "steel, cork", kSteel, kCork, 0.0165, false, 0.64},
                            Pair{"E", "steel, brass", kSteel, kBrass, 0.0127, false, 0.79},
                            Pair{"F", "steel, lead", kSteel, kLead, 0.0127, false, 0.35}};
constexpr std::size_t kCaseB = 1;

double find_mass(const Pair& pair) {
  const double sphere = 4.0 / 3.0 * std::numbers::pi * std::pow(pair.radius, 3) * pair.sphere.density;
  return pair.two_spheres ? 0.5 * sphere : sphere;  // what two free masses oppose to their approach
}

double find_stiffness(const Pair& pair) {
  const double modulus = calc_contact_modulus(pair.sphere.elastic, pair.other.elastic);
  return calc_hertz_stiffness(modulus, pair.two_spheres ? 0.5 * pair.radius : pair.radius);
}

NormalLaw make_new(const Pair& pair, double damping) {
  return normal::AzadFeatherstone{.stiffness = find_stiffness(pair), .damping = damping};
}
NormalLaw make_old(const Pair& pair, double damping) {
  return normal::HuntCrossley{.stiffness = find_stiffness(pair), .damping = damping};
}

// The damping with which a law returns the pair's restitution at 1 m/s: more damping, less restitution.
double tune(const Pair& pair, NormalLaw (*make)(const Pair&, double)) {
  double low = 1e-6 * find_stiffness(pair) * 1e-6, high = 1e6 * find_stiffness(pair);
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (calc_restitution(make(pair, middle), find_mass(pair), 1.0) > pair.restitution ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

// How far a curve strays from the straight line of its ends over the logarithm of the speed, as part of its fall.
double find_bend(const FigureSeries& curve) {
  const double first = curve.y.front(), fall = first - curve.y.back();
  double bend = 0.0;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double part = std::log(curve.x[i] / curve.x.front()) / std::log(curve.x.back() / curve.x.front());
    bend = std::max(bend, std::abs(curve.y[i] - (first - part * fall)) / fall);
  }
  return bend;
}

FigureSeries draw(const Pair& pair, const NormalLaw& law) {
  FigureSeries series;
  for (int i = 0; i <= 50; ++i) {
    series.x.push_back(std::pow(10.0, -2.0 + 0.06 * i));
    series.y.push_back(calc_restitution(law, find_mass(pair), series.x.back()));
  }
  return series;
}

// The values of section II-C are "close to the parameters for case B".
std::vector<Check> check_case_b() {
  const Pair& pair = kPairs[kCaseB];
  constexpr const char* kClose = "the paper's round value, close to case B; E and ν are ours";
  return {check_number("B: mass of the steel sphere (paper: 66 g)", 66.0, 1e3 * find_mass(pair), 2.0, "g",
                       "steel of 7.6 to 7.9 g/cm³"),
          check_number("B: k from materials (paper: near 10¹⁰)", 1e10, find_stiffness(pair), 2e9, "N/m^1.5", kClose),
          check_number("B: λ that returns what 10⁵ does at 1 m/s (paper: near 10⁵)", 1e5, tune(pair, make_new), 2e4,
                       "N·s/m^1.5", kClose)};
}

// Eqs. (5), (6), (10) once more: two spheres are as soft as a sphere of half the radius on a plate.
Check check_two_spheres() {
  const Pair& pair = kPairs.front();
  const double modulus =
      0.5 * pair.sphere.elastic.young / (1.0 - pair.sphere.elastic.poisson * pair.sphere.elastic.poisson);
  const double expected = 4.0 / 3.0 * modulus * std::sqrt(0.5 * pair.radius);
  return check_number("A: k of two brass spheres, 2/3 E/(1 − ν²) √(R/2)", expected, find_stiffness(pair),
                      1e-14 * expected, "N/m^1.5", "a few roundings");
}

// The last two curves of the figure are those of this pair. 1 m/s is between two points, whose chord leaves out how the
// curve bends: less than a thousandth.
std::vector<Check> check_pair(const Pair& pair, const Figure& figure) {
  const DrawnCurve ours(figure, figure.series.size() - 2), theirs(figure, figure.series.size() - 1);
  const double bend = find_bend(ours.points()), other_bend = find_bend(theirs.points());
  return {ours.check(fmt::format("{}: restitution at 1 m/s", pair.letter), pair.restitution, ours.at(1.0), 1e-3,
                     "tuned to it; the chord between two points"),
          theirs.check(fmt::format("{}: that of Hunt–Crossley", pair.letter), pair.restitution, theirs.at(1.0), 1e-3,
                       "tuned to it; the chord between two points"),
          ours.mark({.name = fmt::format("{}: bend over log v against Hunt–Crossley", pair.letter),
                     .expected = "less than half",
                     .found = fmt::format("{:.2f} against {:.2f} of the fall", bend, other_bend),
                     .passed = bend < 0.5 * other_bend,
                     .note = fmt::format("k = {:.3g} N/m^1.5, effective mass {:.3g} g", find_stiffness(pair),
                                         1e3 * find_mass(pair))})};
}

}  // namespace

ChapterResult make_materials_chapter() {
  ChapterResult result{
      .chapter = {.id = "materials",
                  .title = "Six pairs of materials",
                  .text =
                      "k comes from the elasticity of the materials and the radii by Hertz' theory (Eqs. 5, 6, 10). "
                      "The paper prints neither the moduli nor the measured points: the moduli and densities are "
                      "handbook values, and λ is tuned so that both laws return the same at 1 m/s (B: what the "
                      "values of section II-C return; others: our choice). With points of your own, carom fit finds "
                      "λ and how sure it is."}};
  Figure figure{.id = "azad-fig5",
                .title = "Restitution of six pairs of materials",
                .caption =
                    "Figure 5 of the paper without its measured points: the new model (lines) and Hunt–Crossley "
                    "(dashed) with k from materials, equal at 1 m/s.",
                .x = {.label = "impact speed", .unit = "m/s", .scale = AxisScale::Log, .range = {{0.01, 10.0}}},
                .y = {.label = "restitution", .unit = "", .range = {{0.0, 1.0}}}};
  std::vector<Check> checks = check_case_b();
  checks.push_back(check_two_spheres());
  for (std::size_t i = 0; i < kPairs.size(); ++i) {
    const Pair& pair = kPairs[i];
    FigureSeries ours = draw(pair, make_new(pair, tune(pair, make_new)));
    FigureSeries theirs = draw(pair, make_old(pair, tune(pair, make_old)));
    ours.label = fmt::format("{}: {}", pair.letter, pair.name);
    theirs.dash = DashStyle::Dashed;
    ours.color = theirs.color = static_cast<int>(i);
    figure.series.push_back(std::move(ours));
    figure.series.push_back(std::move(theirs));
    for (Check& check : check_pair(pair, figure)) checks.push_back(std::move(check));
  }
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(
      {.figure = "azad-fig5",
       .says = "The measured restitutions follow approximately straight lines over the logarithm of the speed, and the "
               "new model fits them much better than Hunt and Crossley's, whose curves bend.",
       .checks = std::move(checks)});
  return result;
}

}  // namespace carom::reproductions
