#include "reproductions/impact_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace carom::reproductions {
namespace {

/// A straight line x = start + slope · y between two heights.
FigureSeries draw_line(std::string label, double start, double slope, double low, double high, DashStyle dash,
                       int color) {
  return {.label = std::move(label),
          .x = {start + slope * low, start + slope * high},
          .y = {low, high},
          .color = color,
          .dash = dash};
}

/// a x + b y + c = 0 across a box, both ends on it; empty if it misses.
FigureSeries draw_across(std::string label, double a, double b, double c, double left, double right, double top,
                         int color) {
  FigureSeries line{.label = std::move(label), .color = color, .dash = DashStyle::Dashed};
  const auto add = [&](double x, double y) {
    const double margin = 1e-9 * (right - left + top);
    const bool inside = x >= left - margin && x <= right + margin && y >= -margin && y <= top + margin;
    if (inside && line.x.size() < 2) {
      line.x.push_back(x);
      line.y.push_back(y);
    }
  };
  if (b != 0.0) {
    add(left, -(c + a * left) / b);
    add(right, -(c + a * right) / b);
  }
  if (a != 0.0) {
    add(-c / a, 0.0);
    add(-(c + b * top) / a, top);
  }
  return line;
}

std::string describe(const ImpactLaw& law) { return std::string(info(law).name); }

}  // namespace

std::vector<double> make_restitutions(int parts) {
  std::vector<double> values;
  for (int i = 0; i <= parts; ++i) values.push_back(static_cast<double>(i) / parts);
  return values;
}

Figure make_impulse_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws) {
  const MatrixX& w = data.inverse_inertia;
  Figure figure{.id = std::move(id),
                .title = "The impact in impulse space",
                .caption =
                    "Routh's diagram: line of sticking S (no slip), line C where compression ends, line of "
                    "limiting friction F, line of reversed sliding RF, and the path of each law.",
                .x = {.label = "tangential impulse", .unit = "N·s"},
                .y = {.label = "normal impulse", .unit = "N·s"}};
  double top = 0.0, left = 0.0, right = 0.0;
  std::vector<ImpactSummary> found;
  for (const ImpactLaw& law : laws) {
    found.push_back(summarize_impact(law, data));
    for (const ImpactSummary::Point& point : found.back().path) {
      top = std::max(top, 1.2 * point.impulse(1));
      left = std::min(left, point.impulse(0));
      right = std::max(right, point.impulse(0));
    }
  }
  const double friction = get_friction(laws.front()), side = data.velocity(0) < 0.0 ? 1.0 : -1.0;
  left = std::min({left, side * friction * top * 0.5, -0.15 * top});
  right = std::max({right, side * friction * top * 0.5, 0.15 * top});
  figure.series.push_back(draw_across("S: no slip", w(0, 0), w(0, 1), data.velocity(0), left, right, top, 3));
  figure.series.push_back(
      draw_across("C: end of compression", w(0, 1), w(1, 1), data.velocity(1), left, right, top, 4));
  if (friction > 0.0) {
    const double reach = std::min(top, 1.0 / friction * std::max(right, -left));
    figure.series.push_back(draw_line("F: limiting friction", 0.0, side * friction, 0.0, reach, DashStyle::Dotted, 5));
    const double stop = found.front().slip_end_impulse;
    if (stop < top) {
      figure.series.push_back(draw_line("RF: reversed sliding", 2.0 * side * friction * stop, -side * friction, stop,
                                        top, DashStyle::Dotted, 6));
    }
  }
  // The longest path first: the others lie on it and differ in where they end.
  std::vector<std::size_t> order(laws.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return found[a].impulse(1) > found[b].impulse(1); });
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    FigureSeries path{.label = describe(laws[order[rank]]), .color = static_cast<int>(order[rank])};
    for (const ImpactSummary::Point& point : found[order[rank]].path) {
      path.x.push_back(point.impulse(0));
      path.y.push_back(point.impulse(1));
    }
    FigureSeries end{.x = {path.x.back()}, .y = {path.y.back()}, .style = SeriesStyle::Points, .color = path.color};
    figure.series.push_back(std::move(path));
    figure.series.push_back(std::move(end));
  }
  figure.x.range = {{left, right}};
  figure.y.range = {{0.0, top}};
  return figure;
}

void mark_phases(const ImpactSummary& summary, double end, Figure& figure) {
  const auto mark = [&](double impulse, const char* text) {
    if (impulse > 0.0 && impulse <= end) figure.annotations.push_back({.x = impulse, .y = 0.0, .text = text});
  };
  mark(summary.compression_impulse, "P_C");
  mark(summary.slip_end_impulse, "P_S");
  mark(end, "P_T");
  figure.x.range = {{0.0, 1.1 * end}};  // room for the last word
  figure.series.push_back({.x = {0.0, end}, .y = {0.0, 0.0}, .color = 7, .dash = DashStyle::Dotted});
}

Figure make_velocity_figure(std::string id, const ImpactData& data, const ImpactLaw& law) {
  const ImpactSummary summary = summarize_impact(law, data);
  Figure figure{.id = std::move(id),
                .title = fmt::format("Velocities during the impact, case ({})", summary.kind),
                .caption = "Slip S and normal velocity C against the normal impulse. C = 0 ends the compression.",
                .x = {.label = "normal impulse", .unit = "N·s"},
                .y = {.label = "velocity", .unit = "m/s"}};
  FigureSeries slip{.label = "S, slip"}, normal{.label = "C, normal"};
  for (const ImpactSummary::Point& point : summary.path) {
    slip.x.push_back(point.impulse(1));
    normal.x.push_back(point.impulse(1));
    slip.y.push_back(point.velocity(0));
    normal.y.push_back(point.velocity(1));
  }
  const double end = summary.impulse(1);
  figure.series = {std::move(slip), std::move(normal)};
  mark_phases(summary, end, figure);
  return figure;
}

Figure make_dissipation_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws,
                               EnergyPart part) {
  const bool total = part == EnergyPart::Total;
  Figure figure{.id = std::move(id),
                .title = total ? "Energy lost" : "Energy lost along the normal",
                .caption =
                    "Over what is lost without rebound, against the coefficient of restitution. Below zero the "
                    "law gains energy.",
                .x = {.label = "restitution", .range = {{0.0, 1.0}}},
                .y = {.label = total ? "D/D(e = 0)" : "D_n/D_n(e = 0)"}};
  const std::vector<double> restitutions = make_restitutions(100);
  for (const ImpactLaw& law : laws) {
    const DissipationCurve curve = calc_dissipation_curve(law, data, restitutions);
    FigureSeries series{.label = describe(law), .x = curve.restitution, .y = total ? curve.total : curve.normal};
    const double whole = series.y.front();
    for (double& value : series.y) value = whole != 0.0 ? value / whole : value;
    figure.series.push_back(std::move(series));
  }
  figure.series.push_back({.x = {0.0, 1.0}, .y = {0.0, 0.0}, .color = 7, .dash = DashStyle::Dotted});
  return figure;
}

Figure make_admissible_figure(std::string id, const ImpactData& data) {
  const AdmissibleMap map = calc_admissible_map(data, make_restitutions(200));
  double top = 1.0;
  for (const double friction : map.critical_friction) {
    if (friction < 3.0) top = std::max(top, 1.3 * friction);
  }
  if (map.limits.friction < 3.0) top = std::max(top, 1.3 * map.limits.friction);
  Figure figure{.id = std::move(id),
                .title = "Friction and restitution that lose energy",
                .caption =
                    "Aghili's two regions: sticking impacts (above μ_cr, left of e*) and slipping ones (below "
                    "μ_cr and μ*). Dashed: μ_cr as printed.",
                .x = {.label = "restitution", .range = {{0.0, 1.0}}},
                .y = {.label = "friction", .range = {{0.0, top}}}};
  FigureRegion slip{.label = "slips", .x = {0.0}, .y = {0.0}, .color = 0};
  FigureRegion stick{.label = "sticks", .color = 1};
  FigureSeries critical{.label = "μ_cr(e)", .color = 2},
      printed{.label = "μ_cr(e), printed", .color = 3, .dash = DashStyle::Dashed};
  for (std::size_t i = 0; i < map.restitution.size(); ++i) {
    const double e = map.restitution[i], friction = std::min(map.critical_friction[i], top);
    slip.x.push_back(e);
    slip.y.push_back(std::min(friction, map.limits.friction));
    const bool on_curve = map.critical_friction[i] <= top;
    critical.x.push_back(e);
    critical.y.push_back(on_curve ? friction : std::numeric_limits<double>::quiet_NaN());
    printed.x.push_back(e);
    printed.y.push_back(map.printed_friction[i] <= top ? map.printed_friction[i]
                                                       : std::numeric_limits<double>::quiet_NaN());
    if (e <= map.limits.restitution) {
      stick.x.push_back(e);
      stick.y.push_back(friction);
    }
  }
  slip.x.push_back(1.0);
  slip.y.push_back(0.0);
  if (!stick.x.empty()) {
    const double last = stick.x.back();
    stick.x.insert(stick.x.end(), {last, 0.0});
    stick.y.insert(stick.y.end(), {top, top});
    figure.regions.push_back(std::move(stick));
  }
  figure.regions.push_back(std::move(slip));
  figure.series = {std::move(critical), std::move(printed)};
  if (map.limits.restitution < 1.0) {
    const double e = map.limits.restitution;
    figure.series.push_back({.label = "e*", .x = {e, e}, .y = {0.0, top}, .color = 4, .dash = DashStyle::Dotted});
  }
  if (map.limits.friction < top) {
    const double limit = map.limits.friction;
    figure.series.push_back(
        {.label = "μ*", .x = {0.0, 1.0}, .y = {limit, limit}, .color = 5, .dash = DashStyle::Dotted});
  }
  return figure;
}

}  // namespace carom::reproductions
