// Section 2, figures 2 to 4: a falling rod under the hypotheses of Newton, Poisson and Stronge.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
#include "reproductions/impact_figures.h"
#include "reproductions/wang1992/wang1992.h"

namespace carom::reproductions {
namespace {

// Reference values: computed independently of this program, exactly and by integration through impulse space.
constexpr double kTolerance = 1e-9;
constexpr const char* kNote = "closed forms in both, so a few roundings";

/// The rod of section 2.4: unit mass and length, at 45 degrees. Deviation W1: the sign of P_x is that of the appendix.
ImpactData make_rod(double slip) {
  return {.inverse_inertia = Eigen::Matrix2d{{2.5, -1.5}, {-1.5, 2.5}}, .velocity = Eigen::Vector2d(slip, -1.0)};
}

std::vector<ImpactLaw> make_hypotheses(double restitution, double friction) {
  return {impact::Newton{.restitution = restitution, .friction = friction},
          impact::Poisson{.restitution = restitution, .friction = friction},
          impact::Stronge{.restitution = restitution, .friction = friction}};
}

Check check_text(std::string name, const std::string& expected, const std::string& found) {
  return {.name = std::move(name), .expected = expected, .found = found, .passed = expected == found};
}

Check check(std::string name, double expected, double found, const char* unit) {
  return check_number(std::move(name), expected, found, kTolerance, unit, kNote);
}

/// While it slips with friction μ against it, S falls by 2.5 μ + 1.5 and C grows by 2.5 + 1.5 μ for each N·s: until S
/// is zero, or to the end.
std::vector<Check> check_velocities(const Figure& figure, double start, double friction, double end) {
  const DrawnCurve slip(figure, "S, slip"), normal(figure, "C, normal");
  const double stop = std::min(start / (2.5 * friction + 1.5), end);
  return {slip.check("S at the start", start, slip.first(), kTolerance, kNote),
          normal.check("C at the start", -1.0, normal.first(), kTolerance, kNote),
          slip.check(fmt::format("S at {:.4f} N·s", stop), start - (2.5 * friction + 1.5) * stop, slip.at(stop),
                     kTolerance, kNote),
          normal.check(fmt::format("C at {:.4f} N·s", stop), -1.0 + (2.5 + 1.5 * friction) * stop, normal.at(stop),
                       kTolerance, kNote)};
}

/// Figure 2: one impact for each of the five cases.
void add_five_cases(ChapterResult& result) {
  struct Case {
    const char* kind;
    double slip, friction, restitution;
    double end;  // P_T under Stronge's hypothesis, by the reference  [N·s]
    const char* says;
  };
  const std::array cases{
      Case{"a", 0.6, 0.4, 0.5, 0.5849787552668909, "Slip reverses during compression."},
      Case{"b", 1.3, 0.3, 0.9, 0.6464142561806536, "Slip reverses during restitution."},
      Case{"c", 0.6, 0.7, 0.5, 0.6244651763294594, "Slip stops during compression, and the contact sticks."},
      Case{"d", 1.3, 0.8, 0.9, 0.0, "Slip stops during restitution, and the contact sticks."},
      Case{"e", 4.0, 0.2, 0.5, 0.0, "Slip keeps its direction to the end."}};
  for (const Case& item : cases) {
    const impact::Stronge law{.restitution = item.restitution, .friction = item.friction};
    const ImpactData data = make_rod(item.slip);
    const ImpactSummary found = summarize_impact(law, data);
    const std::string id = fmt::format("wang-fig2{}", item.kind);
    result.figures.push_back(make_velocity_figure(id, data, law));
    std::vector<Check> checks{check_text("case", item.kind, std::string(found.kind))};
    for (Check& each : check_velocities(result.figures.back(), item.slip, item.friction, found.impulse(1))) {
      checks.push_back(std::move(each));
    }
    if (item.end > 0.0) {
      const DrawnCurve normal(result.figures.back(), "C, normal");
      checks.push_back(normal.mark(check("P_T", item.end, normal.points().x.back(), "N·s")));
    }
    result.chapter.items.push_back(
        {.figure = id,
         .says =
             fmt::format("Figure 2({}): {} Here slip {:g} m/s, friction {:g}, restitution {:g}, Stronge's hypothesis.",
                         item.kind, item.says, item.slip, item.friction, item.restitution),
         .checks = std::move(checks)});
  }
}

/// Figure 3: Routh's diagrams below and above the friction that can hold the rod.
void add_impulse_diagrams(ChapterResult& result) {
  const ImpactData data = make_rod(0.6);
  result.figures.push_back(make_impulse_figure("wang-fig3a", data, make_hypotheses(0.5, 0.4)));
  result.figures.push_back(make_impulse_figure("wang-fig3c", data, make_hypotheses(0.5, 0.7)));
  const DrawnCurve ends(result.figures[result.figures.size() - 2], "stronge"), sticks(result.figures.back(), "stronge");
  const ImpactSummary reversed = summarize_impact(impact::Stronge{.restitution = 0.5, .friction = 0.4}, data);
  const ImpactSummary full = summarize_impact(impact::Stronge{.restitution = 1.0, .friction = 0.4}, data);
  result.chapter.items.push_back(
      {.figure = "wang-fig3a",
       .says =
           "Reversed sliding for friction below 0.6. The impulses at the end of slip and of compression are those "
           "of (A.3) and (A.4). Deviation W3: (A.6) for the total impulse is wrong; the values are of the corrected "
           "form, P_T = P_C + e √(B/den).",
       .checks = {ends.mark(check("P_T, Stronge, e = 0.5, drawn", 0.584978755266891, ends.last(), "N·s")),
                  ends.mark(check("tangential impulse at the end, −μ P_S + μ (P_T − P_S)",
                                  -0.4 * 0.24 + 0.4 * (0.584978755266891 - 0.24), ends.points().x.back(), "N·s")),
                  check("P_S", 0.24, reversed.slip_end_impulse, "N·s"),
                  check("P_C", 0.374736842105263, reversed.compression_impulse, "N·s"),
                  check("P_T, Stronge, e = 0.5", 0.584978755266891, reversed.impulse(1), "N·s"),
                  check("P_T, Stronge, e = 1", 0.795220668428519, full.impulse(1), "N·s")}});
  const auto case_at = [&](double friction) {
    return std::string(summarize_impact(impact::Stronge{.restitution = 0.5, .friction = friction}, data).kind);
  };
  result.chapter.items.push_back(
      {.figure = "wang-fig3c",
       .says = "Sticking for friction above 0.6: the impulse follows the line S.",
       .checks = {sticks.mark(check("slip at the drawn end of Stronge's path", 0.0,
                                    0.6 + 2.5 * sticks.points().x.back() - 1.5 * sticks.last(), "m/s")),
                  check_text("case at friction 0.59", "a", case_at(0.59)),
                  check_text("case at friction 0.61", "c", case_at(0.61))}});
}

/// The first place where a drawn curve falls through zero.
double find_zero(const DrawnCurve& curve) {
  const FigureSeries& points = curve.points();
  for (std::size_t i = 1; i < points.x.size(); ++i) {
    const double before = points.y[i - 1], here = points.y[i];
    if (before > 0.0 && here <= 0.0)
      return points.x[i - 1] + before / (before - here) * (points.x[i] - points.x[i - 1]);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// Figure 4: energy lost against restitution.
void add_energy(ChapterResult& result) {
  const ImpactData data = make_rod(0.6);
  const std::vector<ImpactLaw> laws = make_hypotheses(0.0, 0.4);
  result.figures.push_back(make_dissipation_figure("wang-fig4a", data, laws, EnergyPart::Total));
  result.figures.push_back(make_dissipation_figure("wang-fig4b", data, laws, EnergyPart::Normal));
  const DrawnCurve newton(result.figures[result.figures.size() - 2], "newton");
  const DrawnCurve stronge(result.figures[result.figures.size() - 2], "stronge");
  std::vector<Check> gains{
      newton.mark(check_number("Newton: where the drawn curve falls through zero", 0.9489730807144544,
                               find_zero(newton), 1e-4, "", "the chord between two points")),
      stronge.check("Stronge: D/D(e = 0) at e = 1", 0.300, stronge.last(), 5e-4, "three digits are given")};
  const std::array<std::pair<double, double>, 5> thresholds{
      {{0.2, 0.9959265278580833}, {0.4, 0.9489730807144544}, {0.55, 0.8487319396072771}, {0.7, 0.8}, {1.0, 0.8}}};
  for (const auto& [friction, expected] : thresholds) {
    const auto found = find_gain_threshold(impact::Newton{.friction = friction}, data);
    gains.push_back(
        check(fmt::format("Newton gains energy from e at friction {:g}", friction), expected, found.value_or(2.0), ""));
  }
  for (const char* name : {"poisson", "stronge"}) {
    const bool gains_none = !find_gain_threshold(*make_impact_law(name, 0.0, 0.4), data);
    gains.push_back(check_text(fmt::format("{} gains energy", name), "no", gains_none ? "no" : "yes"));
  }
  result.chapter.items.push_back({.figure = "wang-fig4a",
                                  .says = "The kinematic hypothesis results in an energy gain for large e.",
                                  .checks = std::move(gains)});
  const auto at_full = [&](const char* name) { return summarize_impact(*make_impact_law(name, 1.0, 0.4), data); };
  const DrawnCurve energetic(result.figures.back(), "stronge"), poisson(result.figures.back(), "poisson");
  result.chapter.items.push_back(
      {.figure = "wang-fig4b",
       .says =
           "The impulse hypothesis loses energy along the normal even for e = 1; only the energetic one loses none. "
           "Deviation W2: at e = 1 it is D_n that vanishes, not D: friction still takes its part.",
       .checks = {energetic.check("Stronge: D_n at e = 1", 0.0, energetic.last(), kTolerance, kNote),
                  check("Stronge: D_n at e = 1", 0.0, at_full("stronge").normal_dissipation, "J"),
                  poisson.mark({.name = "Poisson: D_n at e = 1",
                                .expected = "above 0",
                                .found = fmt::format("{:.6f} of that at e = 0", poisson.last()),
                                .passed = poisson.last() > 0.0})}});
}

}  // namespace

ChapterResult make_rigid_collisions_chapter() {
  ChapterResult result{
      .chapter = {.id = "rigid-collisions",
                  .title = "Rigid collisions with friction",
                  .text = "A rod falls on the ground at 45 degrees without rotation, with an approach of "
                          "1 m/s (section 2.4). The path through impulse space is exact, piece by piece."}};
  add_five_cases(result);
  add_impulse_diagrams(result);
  add_energy(result);
  return result;
}

}  // namespace carom::reproductions
