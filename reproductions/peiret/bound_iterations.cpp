// The bounds of friction from the last step's normal forces, and a few iterations towards the new ones.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/time_stepping/impulse_solver.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/peiret/peiret.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/peiret/leaning_rod.toml";
constexpr double kStep = 1e-3;    // [s]
constexpr double kWeight = 9.81;  // of the rod, 1 kg and 1 m long  [N]
constexpr int kMostIterations = 7;

// A rod that leans and slips on its tip, and its normal force after seven iterations as computed independently.
struct LeaningRod {
  double degrees;   // between rod and floor
  double friction;  // μ
  double slip;      // [m/s]
  double known;     // [N]; not a number: unknown

  // Response of the tip along the normal, and along it to a force in the tangent  [1/kg].
  [[nodiscard]] double calc_normal() const { return 1.0 + 3.0 * std::pow(std::cos(angle()), 2); }
  [[nodiscard]] double calc_tangent() const { return 1.0 + 3.0 * std::pow(std::sin(angle()), 2); }
  [[nodiscard]] double calc_coupling() const { return -3.0 * std::cos(angle()) * std::sin(angle()); }
  [[nodiscard]] double angle() const { return degrees * std::numbers::pi / 180.0; }
  // By this an iteration multiplies the error of the normal force.
  [[nodiscard]] double calc_factor() const {
    return (slip > 0.0 ? 1.0 : -1.0) * friction * calc_coupling() / calc_normal();
  }
  [[nodiscard]] double calc_limit() const { return kWeight / calc_normal() / (1.0 - calc_factor()); }
};
constexpr std::array<LeaningRod, 4> kRods{{{45.0, 0.4, 0.6, 3.164589279404753},
                                           {45.0, 0.4, -0.6, 5.163209044997308},
                                           {60.0, 0.8, -1.0, 13.740201345657596},
                                           {60.0, 1.5, 1.0, NAN}}};

// The normal force of one step, last at rest under its weight, after so many iterations; without: the cone at once.
double solve_step(const LeaningRod& rod, std::optional<int> iterations) {
  StepProblem problem;
  problem.resize(1);
  const double compliance = 1.0 / (1e5 * kStep * kStep);
  problem.G << rod.calc_normal(), rod.calc_coupling(), 0.0,  //
      rod.calc_coupling(), rod.calc_tangent() + compliance, 0.0, 0.0, 0.0, 1.0 + compliance;
  problem.q << -kStep * kWeight, rod.slip, 0.0;
  problem.mu[0] = rod.friction;
  problem.last << kStep * kWeight, 0.0, 0.0;
  TimeSteppingOptions options{.tolerance = 1e-13};
  if (iterations) options.bounds = FrictionBounds::Box;
  options.bound_iterations = iterations;
  VectorX p = problem.last;
  const SolveReport report = ImpulseSolver(options).solve(problem, p);
  return report.solved() ? p[0] / kStep : NAN;
}

void add_convergence(ChapterResult& result) {
  Figure figure{.id = "peiret-iterations",
                .title = "Iterating the bounds",
                .caption =
                    "Error of the normal force of one step against the number of iterations, for rods that lean "
                    "and slip on their tips.",
                .x = {.label = "iterations", .unit = "", .range = {{0.0, static_cast<double>(kMostIterations)}}},
                .y = {.label = "error", .unit = "N", .scale = AxisScale::Log}};
  ChapterItem item{.says =
                       "A few iterations can be performed in order to make the boundaries tend to ±μ λ_N. Deviation "
                       "P3: they do so with the factor μ|c|/b, c and b the coupling of the rows and the normal's "
                       "own; at 1 and beyond they never do. The cone is solved with the new normal force at once."};
  for (const LeaningRod& rod : kRods) {
    const double factor = rod.calc_factor();
    FigureSeries series{.label = fmt::format("{}°, μ = {}, factor {:.2f}", rod.degrees, rod.friction, factor)};
    for (int i = 0; i <= kMostIterations; ++i) {
      series.x.push_back(i);
      series.y.push_back(std::abs(solve_step(rod, i) - rod.calc_limit()));
    }
    const std::string name = fmt::format("{}°, μ = {}, slip {} m/s", rod.degrees, rod.friction, rod.slip);
    figure.series.push_back(std::move(series));
    const DrawnCurve drawn(figure, figure.series.size() - 1);
    const double last = drawn.at(kMostIterations), before = drawn.at(kMostIterations - 1);
    if (std::isfinite(rod.known)) {
      item.checks.push_back(check_number(name + ": normal force after 7 iterations", rod.known,
                                         solve_step(rod, kMostIterations), 1e-9, "N",
                                         "a rounding of 1e-16 over 1e-3 s, with room"));
      item.checks.push_back(drawn.check(name + ": drawn error after 7 iterations",
                                        std::abs(rod.known - rod.calc_limit()), last, 1e-9,
                                        "a rounding of 1e-16 over 1e-3 s, with room"));
      item.checks.push_back(drawn.mark(check_number(name + ": factor of an iteration", std::abs(factor), last / before,
                                                    1e-6, "", "rounding on errors of 1e-4 N")));
    } else {
      item.checks.push_back(drawn.mark({.name = name + ": error after 7 iterations",
                                        .expected = "as large as after 1",
                                        .found = fmt::format("{:.3g} N", last),
                                        .passed = last > 0.9 * drawn.at(1.0),
                                        .note = ""}));
    }
    item.checks.push_back(check_number(name + ": normal force of the cone", rod.calc_limit(), solve_step(rod, {}), 1e-9,
                                       "N", "a rounding of 1e-16 over 1e-3 s, with room"));
  }
  item.figure = figure.id;
  result.figures.push_back(std::move(figure));
  result.chapter.items.push_back(std::move(item));
}

double run_rod(double step, const char* iterations) {
  std::vector<std::string> overrides{fmt::format("simulate.stepping.step={}", step)};
  if (iterations != nullptr) overrides.push_back(fmt::format("simulate.stepping.bound_iterations={}", iterations));
  const Motion motion = simulate_scene_unseen(kScene, overrides);
  return motion.joint("rod").place(motion.states.back()).x();
}

void add_run(ChapterResult& result) {
  Figure figure{.id = "peiret-iterations-run",
                .title = "What iterations do for a run",
                .caption =
                    "How far the middle of the rod is after 0.1 s from where it is with bounds that are solved "
                    "together with the forces.",
                .x = {.label = "step", .unit = "ms", .scale = AxisScale::Log},
                .y = {.label = "difference", .unit = "µm", .scale = AxisScale::Log}};
  ChapterItem item{.says =
                       "In a run that goes smoothly the normal force of the last step is a good guess, and what the "
                       "bounds lag behind vanishes with the step; each iteration takes a part of it away."};
  for (const char* iterations : {"0", "1", "2", "3"}) {
    FigureSeries series{.label = fmt::format("{} iterations", iterations), .style = SeriesStyle::Points};
    for (const double step : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
      series.x.push_back(1e3 * step);
      series.y.push_back(1e6 * std::abs(run_rod(step, iterations) - run_rod(step, nullptr)));
    }
    figure.series.push_back(std::move(series));
  }
  for (std::size_t i = 0; i + 1 < figure.series.size(); ++i) {
    const DrawnCurve fewer(figure, i), more(figure, i + 1);
    const double before = fewer.at(1.0), after = more.at(1.0);
    item.checks.push_back(more.mark({.name = fmt::format("difference with {} iterations, steps of 1 ms", i + 1),
                                     .expected = fmt::format("below half of that with {}", i),
                                     .found = fmt::format("{:.3g} µm", after),
                                     .passed = after < 0.5 * before,
                                     .note = fmt::format("{:.3g} µm with {}", before, i)}));
  }
  item.figure = figure.id;
  result.figures.push_back(std::move(figure));
  show_scene(simulate_scene(kScene), item, result);
  result.chapter.items.push_back(std::move(item));
}

}  // namespace

ChapterResult make_bound_iterations_chapter() {
  ChapterResult result{.chapter = {.id = "iterations",
                                   .title = "Iterating the bounds",
                                   .text = "The printed bounds are ±μ times the normal force of the last step."}};
  add_convergence(result);
  add_run(result);
  return result;
}

}  // namespace carom::reproductions
