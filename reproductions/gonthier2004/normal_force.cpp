// Figures 1 to 3: the damping factor, the restitution that comes back, and the loops of force over indentation.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/analysis/central_impact.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/gonthier2004/gonthier2004.h"

namespace carom::reproductions {
namespace {

constexpr double kMass = 0.454;        // captions of figures 2 and 3  [kg]
constexpr double kStiffness = 3.4e10;  // [N/m^1.5]
constexpr double kAlpha = 0.2;         // e = 1 − α v  [s/m]
constexpr double kImpactSpeed = 1.0;   // of figure 3: not stated, our choice  [m/s]

// Values that were computed independently of this program, in extended precision.
struct KnownFactor {
  double restitution, factor;
};
constexpr KnownFactor kFactors[] = {{0.1, 0.99981593974956678}, {0.5, 0.71637526663568751}, {0.9, 0.14983375561677729}};

constexpr double kTolerance = 1e-8;
constexpr const char* kNote = "some hundred steps of tolerance 1e-11, with room";

void add_damping_factor(ChapterResult& result) {
  Figure figure{.id = "gonthier-fig1",
                .title = "Damping factor",
                .caption = "Figure 1 of the paper: d against the effective restitution.",
                .x = {.label = "effective restitution", .unit = "", .range = {{0.0, 1.0}}},
                .y = {.label = "d", .unit = "", .range = {{0.0, 1.0}}}};
  FigureSeries exact{.label = "exact"}, approximate{.label = "Hunt–Crossley", .dash = DashStyle::Dashed};
  FigureSeries guess{.label = "1 − e²", .dash = DashStyle::Dotted};
  for (int i = 1; i <= 100; ++i) {
    const double e = 0.01 * i;
    for (FigureSeries* series : {&exact, &approximate, &guess}) series->x.push_back(e);
    exact.y.push_back(normal::calc_damping_factor(e));
    approximate.y.push_back(1.5 * e * (1.0 - e));  // Eq. (14)
    guess.y.push_back(1.0 - e * e);
  }
  figure.series = {std::move(exact), std::move(approximate), std::move(guess)};
  std::vector<Check> checks;
  const DrawnCurve drawn(figure, "exact"), drawn_approximate(figure, "Hunt–Crossley");
  for (const auto& [restitution, factor] : kFactors) {
    checks.push_back(
        drawn.check(fmt::format("d({})", restitution), factor, drawn.at(restitution), 1e-15, "a few roundings"));
  }
  checks.push_back(drawn_approximate.check("Hunt–Crossley: d(0.5), Eq. (14)", 0.375, drawn_approximate.at(0.5), 1e-15,
                                           "a few roundings"));
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(
      {.figure = "gonthier-fig1",
       .says =
           "d is the root other than zero of (1 + d/e)/(1 − d) = exp(d (1 + 1/e)); it is at most 1 and goes to zero "
           "at e = 1. Hunt and Crossley's d = 3/2 e (1 − e) approximates it only near there.",
       .checks = std::move(checks)});
}

void add_returned_restitution(ChapterResult& result) {
  const normal::Gonthier exact{.stiffness = kStiffness, .restitution = Restitution::Linear{kAlpha, 0.01}};
  const normal::HuntCrossley approximate{.stiffness = kStiffness, .alpha = kAlpha};
  const auto find_ratio = [](const NormalLaw& law, double speed) {
    return simulate_central_impact(law, kMass, speed).restitution / (1.0 - kAlpha * speed);
  };
  FigureSeries ours{.label = "Gonthier"}, theirs{.label = "Hunt–Crossley", .dash = DashStyle::Dashed};
  for (int i = 1; i <= 40; ++i) {
    const double speed = 0.1 * i;
    ours.x.push_back(speed);
    ours.y.push_back(find_ratio(exact, speed));
    theirs.x.push_back(speed);
    theirs.y.push_back(find_ratio(approximate, speed));
  }
  result.figures.push_back({.id = "gonthier-fig2",
                            .title = "Returned over asked restitution",
                            .caption = "Figure 2 of the paper: m = 0.454 kg, k = 3.4·10¹⁰ N/m^1.5, α = 0.2 s/m.",
                            .x = {.label = "impact speed", .unit = "m/s", .range = {{0.0, 4.0}}},
                            .y = {.label = "returned / asked", .unit = ""},
                            .series = {std::move(ours), std::move(theirs)}});
  const DrawnCurve drawn(result.figures.back(), "Gonthier"), drawn_theirs(result.figures.back(), "Hunt–Crossley");
  result.chapter.items.push_back(
      {.figure = "gonthier-fig2",
       .says =
           "The proposed model is consistent with any given restitution; Hunt and Crossley's only for impact speeds "
           "near zero. Every point is a simulated impact.",
       .checks = {
           drawn.check("Gonthier: largest departure from 1", 0.0, drawn.farthest_from([](double) { return 1.0; }),
                       kTolerance / 0.2, kNote),
           drawn_theirs.check("Hunt–Crossley at 1 m/s", 1.0410872403320022, drawn_theirs.at(1.0), kTolerance, kNote),
           drawn_theirs.check("Hunt–Crossley at 4 m/s", 2.734270253286459, drawn_theirs.at(4.0), kTolerance / 0.2,
                              kNote)}});
}

CentralImpact strike(double restitution) {
  const normal::Gonthier law{.stiffness = kStiffness, .restitution = restitution};
  return simulate_central_impact(law, kMass, kImpactSpeed);
}

void add_loops(ChapterResult& result) {
  Figure figure{.id = "gonthier-fig3",
                .title = "Contact force over indentation",
                .caption = "Figure 3 of the paper: impacts at 1 m/s for restitutions from 0.1 to 1.",
                .x = {.label = "indentation", .unit = "µm"},
                .y = {.label = "force", .unit = "kN"}};
  for (const double e : {0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0}) {
    FigureSeries loop{.label = fmt::format("e = {}", e)};
    for (const CentralImpact::Sample& sample : strike(e).samples) {
      loop.x.push_back(1e6 * sample.depth);
      loop.y.push_back(1e-3 * sample.force);
    }
    figure.series.push_back(std::move(loop));
  }
  result.figures.push_back(std::move(figure));
  const DrawnCurve soft(result.figures.back(), "e = 0.1"), hard(result.figures.back(), "e = 0.9");
  const double deepest = *std::ranges::max_element(soft.points().x);
  const double lost = 0.5 * kMass * kImpactSpeed * kImpactSpeed * (1.0 - 0.1 * 0.1);
  constexpr const char* kPeak = "up to half way between two of 2000 samples";
  result.chapter.items.push_back(
      {.figure = "gonthier-fig3",
       .says =
           "At large restitutions the damping of compression and restitution is essentially symmetric; at low ones "
           "most of the energy (the area inside the curve) is dissipated in compression. The impact speed, 1 m/s, is "
           "our choice.",
       .checks = {
           soft.check("e = 0.1: peak force", 16.621440665255985, soft.highest(), 1e-4 * soft.highest(), kPeak),
           soft.mark(check_number("e = 0.1: peak depth", 23.00414157254374, deepest, 1e-4 * deepest, "µm", kPeak)),
           hard.check("e = 0.9: peak force", 11.02375736429145, hard.highest(), 1e-4 * hard.highest(), kPeak),
           soft.mark(check_number("e = 0.1: area inside the loop", 1e3 * lost, soft.area(), 0.1 * lost, "mJ",
                                  "½ m v² (1 − e²); trapezoids of 2000 samples"))}});
}

}  // namespace

ChapterResult make_normal_force_chapter() {
  ChapterResult result{.chapter = {.id = "normal-force",
                                   .title = "Normal force",
                                   .text = "A sphere strikes a plane at right angles (section 2.1)."}};
  add_damping_factor(result);
  add_returned_restitution(result);
  add_loops(result);
  return result;
}

}  // namespace carom::reproductions
