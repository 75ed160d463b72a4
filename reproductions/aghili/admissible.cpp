// Section 2.2: friction and restitution with which the law loses energy.
#include <algorithm>

#include <fmt/format.h>

#include "reproductions/aghili/aghili.h"
#include "reproductions/aghili/systems.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/impact_figures.h"

namespace carom::reproductions {
namespace {

constexpr double kTolerance = 1e-9;
constexpr const char* kNote = "closed forms in both";

/// In the admissible regions the law itself must lose energy: the largest gain over a grid of pairs.
double find_largest_gain(const ImpactSystem& system, int& inside, int& without) {
  const AdmissibleMap map = calc_admissible_map(system.data, {});
  double gain = 0.0;
  for (int i = 0; i <= 40; ++i) {
    for (const double e : make_restitutions(20)) {
      const double friction = 0.05 * i;
      if (classify(map.limits, calc_critical_friction(system.data, e), friction, e) == AdmissibleRegion::Inadmissible) {
        continue;
      }
      const ImpactSummary found = summarize_impact(impact::Aghili{.restitution = e, .friction = friction}, system.data);
      ++inside;
      without += found.verdict == "no solution" ? 1 : 0;
      gain = std::max(gain, -found.dissipation);
    }
  }
  return gain;
}

/// The curve of critical friction and the lines of the limits, as far as they are inside the figure.
std::vector<Check> check_limits(const Figure& figure, const ImpactSystem& system) {
  std::vector<Check> checks;
  const DrawnCurve critical(figure, "μ_cr(e)");
  for (const BranchPoint& point : system.points) {
    if (point.critical_friction > figure.y.range->at(1)) continue;
    checks.push_back(critical.check_at(point.restitution, point.critical_friction, kTolerance, kNote));
  }
  if (system.restitution_limit < 1.0) {
    const DrawnCurve limit(figure, "e*");
    checks.push_back(limit.mark(
        check_number("e* as drawn", system.restitution_limit, limit.points().x.front(), kTolerance, "", kNote)));
  }
  if (system.friction_limit < figure.y.range->at(1)) {
    const DrawnCurve limit(figure, "μ*");
    checks.push_back(limit.check("μ* as drawn", system.friction_limit, limit.first(), kTolerance, kNote));
  }
  return checks;
}

void add_system(ChapterResult& result, const ImpactSystem& system) {
  const AdmissibleMap map = calc_admissible_map(system.data, {});
  int inside = 0, without = 0;
  const double gain = find_largest_gain(system, inside, without);
  Figure figure = make_admissible_figure(fmt::format("aghili-admissible-{}", system.id), system.data);
  figure.title = fmt::format("Admissible regions: {}", system.title);
  result.chapter.items.push_back(
      {.figure = figure.id,
       .says = fmt::format("{} Of {} pairs inside the regions {} have no slipping solution (deviation A5).",
                           system.says, inside, without),
       .checks = {
           check_number("e*", system.restitution_limit, map.limits.restitution, kTolerance, "", kNote),
           check_number("e* for every velocity", system.restitution_limit_any_velocity,
                        map.limits.restitution_any_velocity, kTolerance, "", kNote),
           check_number("μ*", system.friction_limit, map.limits.friction, kTolerance, "", kNote),
           check_number("largest gain of energy inside the regions", 0.0, gain, 1e-12, "J", "none but rounding")}});
  for (Check& check : check_limits(figure, system)) result.chapter.items.back().checks.push_back(std::move(check));
  result.figures.push_back(std::move(figure));
}

}  // namespace

ChapterResult make_admissible_chapter() {
  ChapterResult result{
      .chapter = {
          .id = "admissible",
          .title = "Admissible friction and restitution",
          .text = "Sticking impacts lose energy up to a restitution e*, slipping ones as long as the normal impulse "
                  "pushes, which friction below μ* ensures (equation 41). Deviation A4: e* depends on the velocity, "
                  "e* = √(vᵀGv/(G_nn v_n²)); for every velocity it is 1/√(G_nn D_nn)."}};
  for (const ImpactSystem& system : list_systems()) add_system(result, system);
  return result;
}

}  // namespace carom::reproductions
