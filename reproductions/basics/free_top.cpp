// A body without forces near its middle axis: it turns over again and again.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cases/tops.h"
#include "reproductions/basics/basics.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/motion.h"

namespace carom::reproductions {

ChapterResult make_free_top_chapter() {
  // I = (1, 2, 3): M² − 2 E I₂ = 3 b² − a² just above zero is a spin about the middle axis but for a little.
  const cases::FreeTop top{.name = "racket", .rate_cn = 2.0, .rate_dn = 1.156};
  const cases::KnownMotion known = cases::make_free_top(top);
  const Motion motion =
      simulate(known.model, known.initial,
               {.integrator = AdaptiveOptions{.relative_tolerance = 1e-12, .absolute_tolerance = 1e-12},
                .duration = 20.0,
                .record_every = 0.02});
  const auto calc_rates = [&](double time) -> Vector3 {
    const cases::FreeTop::Attitude attitude = top.calc_attitude(time);
    return attitude.R_WB.transpose() * attitude.w_WB;
  };
  Figure figure{
      .id = "free-top-rates",
      .title = "A body turns over",
      .caption = "Angular velocity in the axes of a body without forces, moments of inertia 1, 2 and 3 kg·m².",
      .x = {.label = "time", .unit = "s"},
      .y = {.label = "rate", .unit = "rad/s"}};
  std::array<FigureSeries, 3> exact, found;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    exact[axis] = {.label = "Ω" + std::array<std::string, 3>{"₁", "₂", "₃"}[axis], .color = static_cast<int>(axis)};
    found[axis] = {.label = axis == 0 ? "simulated" : "", .style = SeriesStyle::Points, .color = 7};
  }
  const JointView joint = motion.joint("top");
  double largest = 0.0;
  for (std::size_t i = 0; i < motion.states.size(); ++i) {
    const State& state = motion.states[i];
    largest = std::max(largest, cases::calc_error(known, state));
    const Vector3 expected = calc_rates(state.time);
    const Vector3 seen = matrix_from_quaternion(joint.orientation(state)).transpose() * joint.angular_velocity(state);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      exact[axis].x.push_back(state.time);
      exact[axis].y.push_back(expected[static_cast<int>(axis)]);
      if (i % 20 != 0) continue;
      found[axis].x.push_back(state.time);
      found[axis].y.push_back(seen[static_cast<int>(axis)]);
    }
  }
  for (FigureSeries& series : exact) figure.series.push_back(std::move(series));
  for (FigureSeries& series : found) figure.series.push_back(std::move(series));

  // The quarter period K(m) has the slope 1/(2 (1 − m)) near m = 1, and m = a²/(3 b²) = 0.9977 here.
  const ErrorBudget budget =
      make_budget(motion, 1e-12, 200.0, "when it turns over depends as 1/(2 − 2m) on the energy, m = 0.998");
  ChapterResult result{.chapter = {.id = "free-top",
                                   .title = "Free top",
                                   .text = "A rigid body that flies without forces, as Euler described it."}};
  result.chapter.items.push_back(
      {.figure = "free-top-rates",
       .says =
           "Rotation about the axis of the middle moment of inertia is unstable: a body thrown that way turns over at "
           "regular intervals. The rates are Jacobi's cn, sn and dn.",
       .checks = {check_number("largest error of attitude, place and rates in 20 s", 0.0, largest, budget.total, "",
                               budget.note),
                  check_number("energy missing from the account", 0.0, motion.report.ledger.relative_residual(),
                               budget.total, "", budget.note)}});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const DrawnCurve drawn(figure, 3 + axis);
    const auto exact_rate = [&](double time) { return calc_rates(time)[static_cast<int>(axis)]; };
    result.chapter.items.back().checks.push_back(
        drawn.check(fmt::format("largest distance of a drawn point from Ω{}", axis + 1), 0.0,
                    drawn.farthest_from(exact_rate), budget.total, budget.note));
  }
  result.figures.push_back(std::move(figure));
  return result;
}

}  // namespace carom::reproductions
