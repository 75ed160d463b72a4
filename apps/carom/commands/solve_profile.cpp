#include "apps/carom/commands/solve_profile.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include <fmt/format.h>

#include "apps/carom/output/wording.h"

namespace carom::app {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestFactor = 1e4;
// Below the resolution of the clock all times are equal.
constexpr double kShortest = 1e-5;  // [s]

// By solver: its time over the fastest one's, infinite where it failed or does not know the kind.
using Ratios = std::map<std::string, std::vector<double>>;

void add_ratios(const ProblemOutcomes& run, Ratios& ratios) {
  double fastest = kInfinity;
  for (const SolveOutcome& outcome : run.outcomes) {
    if (outcome.report.solved()) fastest = std::min(fastest, std::max(outcome.seconds, kShortest));
  }
  // What nobody solved tells nothing about anybody.
  if (fastest == kInfinity) return;
  for (const SolveOutcome& outcome : run.outcomes) {
    const double ratio = outcome.report.solved() ? std::max(outcome.seconds, kShortest) / fastest : kInfinity;
    ratios[outcome.solver].push_back(ratio);
  }
}

FigureSeries make_series(const std::string& solver, std::vector<double> ratios) {
  std::sort(ratios.begin(), ratios.end());
  FigureSeries series{.label = solver, .style = SeriesStyle::Steps};
  const auto count = static_cast<double>(ratios.size());
  double part = 0.0;
  series.x.push_back(1.0);
  series.y.push_back(static_cast<double>(std::count(ratios.begin(), ratios.end(), 1.0)) / count);
  for (std::size_t i = 0; i < ratios.size() && ratios[i] <= kLargestFactor; ++i) {
    part = static_cast<double>(i + 1) / count;
    if (ratios[i] == 1.0) continue;
    series.x.push_back(ratios[i]);
    series.y.push_back(part);
  }
  series.x.push_back(kLargestFactor);
  series.y.push_back(part);
  return series;
}

Figure make_profile(const std::string& id, const std::string& title, const Ratios& ratios) {
  Figure figure{.id = id,
                .title = title,
                .caption = fmt::format("{}. Part of the problems that a solver solved within a factor of the fastest "
                                       "one's processor time; at the right the part that it solved at all.",
                                       count_of(ratios.begin()->second.size(), "problem", "problems")),
                .x = {.label = "time over the fastest", .scale = AxisScale::Log, .range = {{1.0, kLargestFactor}}},
                .y = {.label = "part of the problems", .range = {{0.0, 1.05}}}};
  for (const auto& [solver, values] : ratios) figure.series.push_back(make_series(solver, values));
  return figure;
}

}  // namespace

std::vector<Figure> make_profiles(const std::vector<ProblemOutcomes>& runs) {
  Ratios rows, contacts;
  for (const ProblemOutcomes& run : runs) add_ratios(run, run.problem.has_contacts() ? contacts : rows);
  // What solves LCPs alone would look, among all kinds, as if it failed.
  std::erase_if(rows, [](const auto& ratio) { return !find_solver(ratio.first)->solves(ProblemKind::Mlcp); });
  std::vector<Figure> figures;
  if (!rows.empty()) figures.push_back(make_profile("solvers-rows", "Solvers of LCP, MLCP and relay problems", rows));
  if (!contacts.empty()) figures.push_back(make_profile("solvers-contacts", "Solvers of friction problems", contacts));
  return figures;
}

}  // namespace carom::app
