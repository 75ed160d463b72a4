// carom fit: the parameters of laws from measured restitutions.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/assignments.h"
#include "apps/carom/arguments/measurements.h"
#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/figure_file.h"
#include "apps/carom/output/text_table.h"
#include "carom/analysis/restitution_curve.h"
#include "carom/contact/variant_keys.h"
#include "carom/scene/read_law.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

// A law to fit, as asked for: its name, and what of it is known.
struct Candidate {
  std::string label;
  FitModel model;
};

// "gonthier restitution={ alpha = 0.2 }" asks for the line 1 − α v, with another α.
bool asks_for_line(const std::vector<std::string>& settings) {
  return std::ranges::any_of(settings, [](const std::string& text) { return text.starts_with("restitution=line"); });
}

std::string key_of(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

// Required keys that will be searched: any value that the law takes will do.
void add_placeholders(const std::string& name, const std::vector<std::string>& given, std::vector<std::string>& read) {
  const std::optional<NormalLaw> law = find_law<NormalLaw>(name);
  if (!law) return;
  for_each_key(*law, [&]<class Law>(const Law& own, const LawKey<Law>& key) {
    const auto starts = [&](const std::string& text) { return key_of(text).starts_with(key.name); };
    if (!key.is_required || key.search == LawKey<Law>::Search::Never || std::ranges::any_of(given, starts)) return;
    const double* number = find_number(own, key);
    read.push_back(fmt::format("{}={}", key.name, number != nullptr ? *number : 1.0));
  });
}

// What is given is known; the rest of what the restitution depends on is searched.
Candidate make_candidate(const Assignments& asked, const std::vector<std::string>& common) {
  std::vector<std::string> settings = common;
  settings.insert(settings.end(), asked.values.begin(), asked.values.end());
  const bool line = asks_for_line(settings);
  std::erase_if(settings, [](const std::string& text) { return text.starts_with("restitution=line"); });
  std::vector<std::string> read = settings;
  add_placeholders(asked.name, settings, read);
  Candidate candidate{asked.name, {read_normal_law(asked.name, read).law, {}}};
  for (LawParameter& parameter : list_fit_parameters(candidate.model.law)) {
    if (line && parameter.key == "restitution") parameter = {"restitution.alpha"};
    const bool known =
        std::ranges::any_of(settings, [&](const std::string& text) { return key_of(text) == parameter.key; });
    if (!known) candidate.model.parameters.push_back(std::move(parameter));
  }
  if (line) candidate.label += ", 1 − α v";
  if (candidate.model.parameters.empty()) {
    throw UsageError(fmt::format("--law: nothing of '{}' is left to be fitted", asked.name));
  }
  return candidate;
}

// One of each curve that there is; laws that are asked for a constant restitution all return one.
std::vector<std::string> list_default_laws() {
  return {"azad-featherstone", "lee-wang", "hunt-crossley", "power", "gonthier", "gonthier restitution=line"};
}

struct Ranked {
  std::string label;
  RestitutionFit fit;
  double weight{};
};

std::string format_table(const std::vector<Ranked>& fits, double confidence) {
  using enum TextTable::Align;
  TextTable table({Left, Right, Right, Right, Left, Right, Left});
  table.add_row(
      {"law", "rms", "AICc", "weight", "parameter", "value", fmt::format("{:g} % interval", 100.0 * confidence)});
  std::string problems;
  for (const Ranked& each : fits) {
    std::vector<std::string> row{each.label, fmt::format("{:.3g}", each.fit.rms),
                                 fmt::format("{:.2f}", each.fit.criterion), fmt::format("{:.3f}", each.weight)};
    for (const FittedParameter& parameter : each.fit.parameters) {
      row.insert(row.end(), {parameter.key, fmt::format("{:.6g}", parameter.value),
                             fmt::format("{:.6g} … {:.6g}", parameter.low, parameter.high)});
      table.add_row(std::move(row));
      row = {"", "", "", ""};
    }
    if (!each.fit.converged) problems += fmt::format("{} did not converge: {}\n", each.label, each.fit.message);
  }
  return table.text() + problems;
}

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

std::string make_json(const std::vector<Ranked>& fits, std::size_t points, double mass, double confidence) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Ranked& each : fits) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const FittedParameter& parameter : each.fit.parameters) {
      parameters[parameter.key] = {
          {"value", parameter.value}, {"low", number_or_null(parameter.low)}, {"high", number_or_null(parameter.high)}};
    }
    list.push_back({{"law", info(each.fit.law).name},
                    {"label", each.label},
                    {"parameters", std::move(parameters)},
                    {"rms", each.fit.rms},
                    {"aicc", each.fit.criterion},
                    {"weight", each.weight},
                    {"converged", each.fit.converged}});
  }
  return nlohmann::ordered_json{{"format", kFormatVersion}, {"version", CAROM_VERSION},
                                {"points", points},         {"mass", mass},
                                {"confidence", confidence}, {"fits", std::move(list)}}
             .dump(2) +
         "\n";
}

Figure make_figure(const std::vector<Ranked>& fits, const std::vector<RestitutionPoint>& points, double mass) {
  Figure figure{.id = "fit",
                .title = "Restitution against impact speed",
                .x = {.label = "impact speed", .unit = "m/s", .scale = AxisScale::Log},
                .y = {.label = "restitution", .unit = ""}};
  FigureSeries measured{.label = "measured", .style = SeriesStyle::Points, .color = 7};
  double slowest = points.front().speed, fastest = slowest;
  for (const RestitutionPoint& point : points) {
    measured.x.push_back(point.speed);
    measured.y.push_back(point.restitution);
    slowest = std::min(slowest, point.speed);
    fastest = std::max(fastest, point.speed);
  }
  figure.series.push_back(std::move(measured));
  for (std::size_t i = 0; i < fits.size(); ++i) {
    FigureSeries curve{.label = fits[i].label, .dash = i == 0 ? DashStyle::Solid : DashStyle::Dashed};
    constexpr int kPieces = 100;
    for (int j = 0; j <= kPieces; ++j) {
      curve.x.push_back(slowest * std::pow(fastest / slowest, static_cast<double>(j) / kPieces));
      curve.y.push_back(calc_restitution(fits[i].fit.law, mass, curve.x.back()));
    }
    figure.series.push_back(std::move(curve));
  }
  return figure;
}

class FitCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "fit"; }
  [[nodiscard]] std::string summary() const override {
    return "Find the parameters of laws from measured restitutions, and which law fits best";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom fit scenes/azad2014/steel_on_iron.csv --mass 0.066 --set stiffness=1e10",
            "carom fit scenes/azad2014/steel_on_iron.csv --mass 0.066 --set stiffness=1e10 --law azad-featherstone "
            "--law 'power depth_exponent=0.25' --figure fit.svg",
            "carom fit scenes/azad2014/steel_on_iron.csv --mass 0.066 --set stiffness=1e10 --json"};
  }

  void declare(CommandLine& line) override {
    line.add("data", data_, "Comma-separated values with the columns speed, restitution and perhaps deviation",
             CommandLine::Presence::Required);
    line.add(
        "--law", laws_,
        "A normal law, with what of it is known: 'power depth_exponent=1'; gonthier restitution=line fits 1 − α v; "
        "may be repeated; without it, one law for each form of curve");
    line.add("--set", settings_, "What is known of every law, as in scenes: key=value; may be repeated");
    line.add("--mass", mass_, "Mass that strikes a plane, or the two masses' m1 m2/(m1 + m2) [kg]",
             CommandLine::Presence::Required);
    line.add("--confidence", confidence_, "Of the intervals");
    line.add("--figure", figure_, "Draw the measurements and the fitted curves to this file (.svg, .pdf, .png)");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON instead of a table");
  }

  [[nodiscard]] ExitCode run() override {
    if (!(mass_ > 0.0)) throw UsageError(fmt::format("--mass: expected a number above 0, found {}", mass_));
    if (!(confidence_ > 0.0 && confidence_ < 1.0)) {
      throw UsageError(fmt::format("--confidence: expected a number between 0 and 1, found {}", confidence_));
    }
    outputs_.add_input("the data", data_);
    plan_figure_file(figure_, outputs_);
    outputs_.check();
    std::vector<Candidate> candidates;
    for (const std::string& law : laws_.empty() ? list_default_laws() : laws_) {
      candidates.push_back(make_candidate(split_assignments(law), settings_));
    }
    const std::vector<RestitutionPoint> points = read_measurements(data_);
    const std::vector<Ranked> fits = rank(candidates, points);
    write_figure_file(make_figure(fits, points, mass_), figure_);
    fmt::print("{}", json_ ? make_json(fits, points.size(), mass_, confidence_) : format_table(fits, confidence_));
    const bool converged = std::ranges::all_of(fits, [](const Ranked& each) { return each.fit.converged; });
    return converged ? ExitCode::Done : ExitCode::NumericalFailure;
  }

 private:
  // The best first.
  [[nodiscard]] std::vector<Ranked> rank(const std::vector<Candidate>& candidates,
                                         const std::vector<RestitutionPoint>& points) const {
    std::vector<RestitutionFit> fits;
    for (const Candidate& each : candidates) fits.push_back(fit_restitution(each.model, points, mass_, confidence_));
    const std::vector<double> weights = calc_weights(fits);
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < fits.size(); ++i) {
      ranked.push_back({candidates[i].label, std::move(fits[i]), weights[i]});
    }
    std::ranges::stable_sort(ranked, {}, [](const Ranked& each) { return each.fit.criterion; });
    return ranked;
  }

  std::string data_;
  std::vector<std::string> laws_;
  std::vector<std::string> settings_;
  double mass_{};  // [kg]
  double confidence_{0.95};
  std::string figure_;
  OutputPlan outputs_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_fit_command() { return std::make_unique<FitCommand>(); }

}  // namespace carom::app
