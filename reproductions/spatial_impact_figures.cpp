#include "reproductions/spatial_impact_figures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "carom/impact/impact_result.h"
#include "reproductions/impact_figures.h"

namespace carom::reproductions {
namespace {

struct Trace {
  std::vector<Vector3> impulse;   // [N·s]
  std::vector<Vector3> velocity;  // [m/s]

  void add(const Vector3& p, const Vector3& v) {
    impulse.push_back(p);
    velocity.push_back(v);
  }
};

bool follows_slip(const ImpactLaw& law) {
  return std::holds_alternative<impact::Newton>(law) || std::holds_alternative<impact::Poisson>(law) ||
         std::holds_alternative<impact::Stronge>(law);
}

/// Slip that turns, from one corner of the path to the next: the classical Runge–Kutta method in the normal impulse,
/// fine enough for a drawing. The corners themselves are exact.
void trace_slip(const ImpactData& data, double friction, const Vector3& from_impulse, const Vector3& from_velocity,
                double to_normal_impulse, Trace& trace) {
  constexpr int kParts = 200;
  constexpr double kNearlyAtRest = 1e-3;  // of the slip before: from there on a straight line to the corner
  const double part = (to_normal_impulse - from_impulse.z()) / kParts;
  const double least = kNearlyAtRest * from_velocity.head<2>().norm();
  const auto calc_velocity = [&](const Vector3& p) -> Vector3 {
    return from_velocity + data.inverse_inertia * (p - from_impulse);
  };
  const auto calc_rate = [&](const Vector3& p) -> Vector3 {
    const Eigen::Vector2d direction = calc_velocity(p).head<2>().normalized();
    return {-friction * direction.x(), -friction * direction.y(), 1.0};
  };
  Vector3 p = from_impulse;
  for (int i = 1; i < kParts; ++i) {
    const Vector3 k1 = calc_rate(p), k2 = calc_rate(p + 0.5 * part * k1), k3 = calc_rate(p + 0.5 * part * k2),
                  k4 = calc_rate(p + part * k3);
    p += part / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    if (!(calc_velocity(p).head<2>().norm() > least)) return;
    trace.add(p, calc_velocity(p));
  }
}

Trace trace_path(const ImpactLaw& law, const ImpactData& data, const ImpactSummary& summary) {
  Trace trace;
  for (std::size_t i = 0; i < summary.path.size(); ++i) {
    const ImpactSummary::Point& point = summary.path[i];
    if (i > 0 && follows_slip(law) && point.motion == name_of(ImpactMotion::Slip)) {
      const Vector3 impulse = summary.path[i - 1].impulse, velocity = summary.path[i - 1].velocity;
      trace_slip(data, get_friction(law), impulse, velocity, point.impulse(2), trace);
    }
    trace.add(point.impulse, point.velocity);
  }
  return trace;
}

/// The first two components of a path.
FigureSeries draw(std::string label, const std::vector<Vector3>& path, int color) {
  FigureSeries series{.label = std::move(label), .color = color};
  for (const Vector3& point : path) {
    series.x.push_back(point.x());
    series.y.push_back(point.y());
  }
  return series;
}

FigureSeries draw_point(const Vector3& at, int color) {
  return {.x = {at.x()}, .y = {at.y()}, .style = SeriesStyle::Points, .color = color};
}

/// The longest path first: the others lie on it and differ in where they end.
std::vector<std::size_t> order_by_impulse(const std::vector<ImpactSummary>& found) {
  std::vector<std::size_t> order(found.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return found[a].impulse(2) > found[b].impulse(2); });
  return order;
}

std::vector<ImpactSummary> summarize(const ImpactData& data, const std::vector<ImpactLaw>& laws) {
  std::vector<ImpactSummary> found;
  for (const ImpactLaw& law : laws) found.push_back(summarize_impact(law, data));
  return found;
}

}  // namespace

Figure make_hodograph_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws) {
  Figure figure{.id = std::move(id),
                .title = "Slip hodograph",
                .caption =
                    "The slip in the tangent plane. It turns while friction acts against it; points mark where each "
                    "law ends. Laws that know only the jump are straight lines.",
                .x = {.label = "slip along t₁", .unit = "m/s"},
                .y = {.label = "slip along t₂", .unit = "m/s"},
                .equal_axes = true};
  const std::vector<ImpactSummary> found = summarize(data, laws);
  for (const std::size_t i : order_by_impulse(found)) {
    const Trace trace = trace_path(laws[i], data, found[i]);
    const int color = static_cast<int>(i);
    figure.series.push_back(draw(std::string(info(laws[i]).name), trace.velocity, color));
    figure.series.push_back(draw_point(trace.velocity.back(), color));
  }
  figure.series.push_back(draw_point(Vector3::Zero(), 7));
  figure.annotations.push_back({.x = 0.0, .y = 0.0, .text = "at rest"});
  figure.annotations.push_back({.x = data.velocity(0), .y = data.velocity(1), .text = "before"});
  return figure;
}

Figure make_impulse_plan_figure(std::string id, const ImpactData& data, const std::vector<ImpactLaw>& laws) {
  Figure figure{.id = std::move(id),
                .title = "The impact in impulse space, seen along the normal",
                .caption =
                    "The tangential impulse as it grows, and for each law the edge of the friction cone where it "
                    "ends (dotted). A path that slips in one direction runs straight to the edge.",
                .x = {.label = "impulse along t₁", .unit = "N·s"},
                .y = {.label = "impulse along t₂", .unit = "N·s"},
                .equal_axes = true};
  const std::vector<ImpactSummary> found = summarize(data, laws);
  for (const std::size_t i : order_by_impulse(found)) {
    const Trace trace = trace_path(laws[i], data, found[i]);
    const int color = static_cast<int>(i);
    figure.series.push_back(draw(std::string(info(laws[i]).name), trace.impulse, color));
    figure.series.push_back(draw_point(trace.impulse.back(), color));
    FigureSeries edge{.color = color, .dash = DashStyle::Dotted};
    const double radius = get_friction(laws[i]) * trace.impulse.back().z();
    for (int k = 0; k <= 120; ++k) {
      const double angle = k * std::numbers::pi / 60.0;
      edge.x.push_back(radius * std::cos(angle));
      edge.y.push_back(radius * std::sin(angle));
    }
    figure.series.push_back(std::move(edge));
  }
  return figure;
}

Figure make_speed_figure(std::string id, const ImpactData& data, const ImpactLaw& law) {
  const ImpactSummary summary = summarize_impact(law, data);
  const Trace trace = trace_path(law, data, summary);
  Figure figure{.id = std::move(id),
                .title = fmt::format("Velocities during the impact, case ({})", summary.kind),
                .caption = "Slip speed and normal velocity against the normal impulse. C = 0 ends the compression.",
                .x = {.label = "normal impulse", .unit = "N·s"},
                .y = {.label = "velocity", .unit = "m/s"}};
  FigureSeries slip{.label = "slip speed"}, normal{.label = "C, normal"};
  for (std::size_t i = 0; i < trace.impulse.size(); ++i) {
    slip.x.push_back(trace.impulse[i].z());
    slip.y.push_back(trace.velocity[i].head<2>().norm());
    normal.x.push_back(trace.impulse[i].z());
    normal.y.push_back(trace.velocity[i].z());
  }
  const double end = summary.impulse(2);
  figure.series = {std::move(slip), std::move(normal)};
  mark_phases(summary, end, figure);
  return figure;
}

}  // namespace carom::reproductions
