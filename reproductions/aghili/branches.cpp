// Sections 2 and 2.1: sticking and slipping branches, told apart by the critical friction.
#include <utility>

#include <fmt/format.h>

#include "reproductions/aghili/aghili.h"
#include "reproductions/aghili/systems.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/impact_figures.h"

namespace carom::reproductions {
namespace {

constexpr double kTolerance = 1e-9;
constexpr const char* kNote = "closed forms and roots to the last bits in both";

/// How often the printed discriminator names the wrong branch, over friction and restitution.
std::pair<int, int> count_wrong_branches(const ImpactData& data) {
  int wrong = 0, all = 0;
  for (int i = 1; i <= 60; ++i) {
    for (const double e : make_restitutions(40)) {
      const double friction = 0.02 * i;
      const bool sticks = friction >= calc_critical_friction(data, e);
      const bool printed_sticks = friction >= calc_printed_critical_friction(data, e);
      wrong += sticks != printed_sticks ? 1 : 0;
      ++all;
    }
  }
  return {wrong, all};
}

Figure draw_critical(const ImpactSystem& system) {
  const AdmissibleMap map = calc_admissible_map(system.data, make_restitutions(100));
  Figure figure{.id = fmt::format("aghili-critical-{}", system.id),
                .title = fmt::format("Critical friction: {}", system.title),
                .caption = "The least friction with which the impact sticks, as printed and corrected.",
                .x = {.label = "restitution", .range = {{0.0, 1.0}}},
                .y = {.label = "μ_cr"}};
  figure.series = {{.label = "corrected", .x = map.restitution, .y = map.critical_friction},
                   {.label = "as printed", .x = map.restitution, .y = map.printed_friction, .dash = DashStyle::Dashed}};
  return figure;
}

void add_system(ChapterResult& result, const ImpactSystem& system) {
  result.figures.push_back(draw_critical(system));
  const DrawnCurve drawn(result.figures.back(), "corrected");
  std::vector<Check> checks;
  for (const BranchPoint& point : system.points) {
    const std::string name = fmt::format("μ = {:g}, e = {:g}", point.friction, point.restitution);
    const ImpactSummary found =
        summarize_impact(impact::Aghili{.restitution = point.restitution, .friction = point.friction}, system.data);
    checks.push_back(drawn.mark(
        check_number(name + ": μ_cr", point.critical_friction, drawn.at(point.restitution), kTolerance, "", kNote)));
    checks.push_back({.name = name + ": branch",
                      .expected = std::string(point.mode),
                      .found = std::string(found.kind),
                      .passed = found.kind == point.mode});
    checks.push_back(check_number(name + ": energy lost", point.loss, found.dissipation, kTolerance, "J", kNote));
  }
  const auto [wrong, all] = count_wrong_branches(system.data);
  result.chapter.items.push_back(
      {.figure = result.figures.back().id,
       .says = fmt::format("{} The printed discriminator names the wrong branch in {} of {} pairs of friction and "
                           "restitution.",
                           system.says, wrong, all),
       .checks = std::move(checks)});
}

}  // namespace

ChapterResult make_branches_chapter() {
  ChapterResult result{
      .chapter = {
          .id = "branches",
          .title = "Sticking and slipping",
          .text = "The impulse that stops the slip is inside the friction cone or it is not (equation 12): with the "
                  "corrected discriminator, i = −(ξ + e v_n G e_n) and μ_cr = |ξ_t + e v_n G_tn|/|ξ_n + e v_n G_nn|. "
                  "A slipping impact goes along the average of the slip before and after, which is solved for and "
                  "not taken from before."}};
  for (const ImpactSystem& system : list_systems()) add_system(result, system);
  return result;
}

}  // namespace carom::reproductions
