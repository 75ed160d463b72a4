// carom restitution: what laws return from impacts of given speeds.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/assignments.h"
#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/figure_file.h"
#include "apps/carom/output/output_file.h"
#include "apps/carom/output/output_plan.h"
#include "apps/carom/output/text_table.h"
#include "carom/analysis/central_impact.h"
#include "carom/analysis/law_parameters.h"
#include "carom/analysis/restitution_curve.h"
#include "carom/base/nearest_name.h"
#include "carom/scene/read_law.h"

namespace carom::app {
namespace {

// A law, and what it did at every speed.
struct Curve {
  NormalLaw law;
  std::string label;  // what tells it from the others
  std::vector<CentralImpact> impacts{};

  [[nodiscard]] bool asks() const { return find_asked_restitution(law, 1.0).has_value(); }
};

// For CSV: empty for laws that are not asked for a restitution.
std::string format_asked(const Curve& curve, double speed) {
  const std::optional<double> asked = find_asked_restitution(curve.law, speed);
  return asked ? fmt::format("{}", *asked) : "";
}

std::vector<std::string> list_law_names() {
  std::vector<std::string> names;
  for (const LawInfo& law : list_normal_laws()) names.emplace_back(law.name);
  return names;
}

// "0.1,1,10"
std::vector<double> parse_speeds(const std::string& text) {
  std::vector<double> speeds;
  const char *next = text.data(), *const end = next + text.size();
  while (true) {
    double speed{};
    const auto [stop, error] = std::from_chars(next, end, speed);
    const bool ends_well = stop == end || *stop == ',';
    if (error != std::errc{} || !ends_well || !(speed > 0.0) || speed > std::numeric_limits<double>::max()) {
      throw UsageError(fmt::format("--speeds: expected speeds above 0 like 0.1,1,10, found '{}'", text));
    }
    speeds.push_back(speed);
    if (stop == end) return speeds;
    next = stop + 1;
  }
}

std::string format_table(const Curve& curve) {
  const auto show = [](double value) { return fmt::format("{:.6g}", value); };
  TextTable table(std::vector<TextTable::Align>(6, TextTable::Align::Right));
  const auto add_row = [&](std::vector<std::string> cells) {
    if (!curve.asks()) cells.erase(cells.begin() + 1);
    table.add_row(std::move(cells));
  };
  add_row({"speed [m/s]", "asked", "restitution", "duration [s]", "peak force [N]", "peak depth [m]"});
  for (const CentralImpact& impact : curve.impacts) {
    const std::optional<double> asked = find_asked_restitution(curve.law, impact.speed);
    add_row({show(impact.speed), asked ? show(*asked) : "", fmt::format("{:.9g}", impact.restitution),
             show(impact.duration), show(impact.peak_force), show(impact.peak_depth)});
  }
  return table.text();
}

std::string format_tables(const std::vector<Curve>& curves) {
  if (curves.size() == 1) return format_table(curves.front());
  std::string text;
  for (const Curve& curve : curves) text += (text.empty() ? "" : "\n") + curve.label + "\n" + format_table(curve);
  return text;
}

// With several laws, the first column tells which; where one is asked for a restitution, there is a column for it.
std::string make_csv(const std::vector<Curve>& curves) {
  const bool several = curves.size() > 1, asks = std::ranges::any_of(curves, &Curve::asks);
  std::string text = several ? "law," : "";
  text += fmt::format("speed [m/s],{}restitution,duration [s],peak_force [N],peak_depth [m]\n", asks ? "asked," : "");
  for (const Curve& curve : curves) {
    for (const CentralImpact& impact : curve.impacts) {
      if (several) text += fmt::format("\"{}\",", curve.label);
      text += fmt::format("{},", impact.speed);
      if (asks) text += format_asked(curve, impact.speed) + ",";
      text += fmt::format("{},{},{},{}\n", impact.restitution, impact.duration, impact.peak_force, impact.peak_depth);
    }
  }
  return text;
}

nlohmann::ordered_json make_rows(const Curve& curve) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const CentralImpact& impact : curve.impacts) {
    rows.push_back({{"speed", impact.speed}, {"restitution", impact.restitution}});
    if (curve.asks()) rows.back()["asked"] = *find_asked_restitution(curve.law, impact.speed);
    rows.back()["duration"] = impact.duration;
    rows.back()["peak_force"] = impact.peak_force;
    rows.back()["peak_depth"] = impact.peak_depth;
  }
  return rows;
}

std::string make_json(const std::vector<Curve>& curves) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Curve& curve : curves) {
    list.push_back({{"law", info(curve.law).name}, {"label", curve.label}, {"rows", make_rows(curve)}});
  }
  const nlohmann::ordered_json several{{"laws", list}};
  const nlohmann::ordered_json& one = list.front();
  return (curves.size() == 1 ? one : several).dump(2) + "\n";
}

// Between the slowest and the fastest speed, evenly in the logarithm; the simulated impacts as points.
Figure make_figure(const std::vector<Curve>& curves, double mass) {
  Figure figure{.id = "restitution",
                .title = "Restitution against impact speed",
                .x = {.label = "impact speed", .unit = "m/s", .scale = AxisScale::Log},
                .y = {.label = "restitution", .unit = ""}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const int color = static_cast<int>(i % 8);
    FigureSeries points{.style = SeriesStyle::Points, .color = color}, line{.label = curves[i].label, .color = color};
    for (const CentralImpact& impact : curves[i].impacts) {
      points.x.push_back(impact.speed);
      points.y.push_back(impact.restitution);
    }
    const auto [slowest, fastest] = std::minmax_element(points.x.begin(), points.x.end());
    constexpr int kPieces = 100;
    for (int j = 0; j <= kPieces; ++j) {
      line.x.push_back(*slowest * std::pow(*fastest / *slowest, static_cast<double>(j) / kPieces));
      line.y.push_back(calc_restitution(curves[i].law, mass, line.x.back()));
    }
    figure.series.push_back(std::move(line));
    figure.series.push_back(std::move(points));
  }
  return figure;
}

class RestitutionCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "restitution"; }
  [[nodiscard]] std::string summary() const override {
    return "Simulate impacts under laws: restitution, duration, peak force and depth against speed";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom restitution --law gonthier --set stiffness=1e9 --set restitution=0.5 --mass 2 --speeds 0.1,1,10",
            "carom restitution --law azad-featherstone --set stiffness=1e10 --set damping=1e5 --mass 0.066 --json",
            "carom restitution --law hunt-crossley --set stiffness=1e9 --set alpha=0.2 --csv hunt_crossley.csv",
            "carom restitution --set stiffness=1e10 --law 'hunt-crossley alpha=0.2' --law 'gonthier restitution=0.6' "
            "--figure laws.svg"};
  }

  void declare(CommandLine& line) override {
    line.add("--law", laws_,
             "A normal law, perhaps with parameters of its own: 'hunt-crossley alpha=0.2'; may be repeated; 'carom "
             "laws NAME' shows its keys",
             CommandLine::Presence::Required);
    line.add("--set", settings_, "A parameter of every law as in scenes: key=value; may be repeated");
    line.add("--mass", mass_, "Mass that strikes the plane, without gravity [kg]");
    line.add("--speeds", speeds_, "Impact speeds, separated by commas [m/s]");
    line.add("--radius", radius_, "Radius of the body that strikes [m]: an impact that is deeper fails");
    line.add("--figure", figure_, "Draw restitution against speed to this file (.svg, .pdf, .png)");
    line.add_flag("--json", json_, "Print JSON instead of a table");
    line.add("--csv", csv_, "Write the rows as comma-separated values to this file (- for standard output)");
    outputs_.declare(line);
  }

  [[nodiscard]] ExitCode run() override {
    if (!(mass_ > 0.0)) throw UsageError(fmt::format("--mass: expected a number above 0, found {}", mass_));
    if (!(radius_ >= 0.0)) throw UsageError(fmt::format("--radius: expected a number above 0, found {}", radius_));
    if (json_ && csv_ == "-") throw UsageError("--json and --csv - both write to standard output");
    const std::vector<double> speeds = parse_speeds(speeds_);
    outputs_.add_file("--csv", csv_, output_kinds::kRestitutions);
    plan_figure_file(figure_, outputs_);
    outputs_.check();
    std::vector<Curve> curves;
    for (const std::string& text : laws_) curves.push_back({read_law(text), text});
    for (Curve& curve : curves) {
      for (const double speed : speeds) {
        curve.impacts.push_back(simulate_central_impact(curve.law, mass_, speed));
        curve.impacts.back().samples = {};
      }
    }
    if (!figure_.empty()) write_figure_file(make_figure(curves, mass_), figure_);
    if (!csv_.empty()) write_output(csv_, make_csv(curves));
    if (csv_ != "-") fmt::print("{}", json_ ? make_json(curves) : format_tables(curves));
    return judge_depths(curves);
  }

 private:
  // A body that is pressed in further than it is thick has no contact any more that a law could be of.
  [[nodiscard]] ExitCode judge_depths(const std::vector<Curve>& curves) const {
    ExitCode code = ExitCode::Done;
    for (const Curve& curve : curves) {
      for (const CentralImpact& impact : curve.impacts) {
        if (radius_ == 0.0 || impact.peak_depth <= radius_) continue;
        fmt::print(stderr,
                   "carom: {}: the impact at {:.6g} m/s goes {:.6g} m deep, more than the radius {:.6g} m of the body: "
                   "no such contact exists; raise the stiffness, or lower the speed or the mass\n",
                   curve.label, impact.speed, impact.peak_depth, radius_);
        code = ExitCode::NumericalFailure;
      }
    }
    return code;
  }

  // "NAME KEY=VALUE …"
  [[nodiscard]] NormalLaw read_law(const std::string& text) const {
    const Assignments words = split_assignments(text);
    const std::vector<std::string> names = list_law_names();
    if (std::find(names.begin(), names.end(), words.name) == names.end()) {
      throw UsageError(
          fmt::format("--law: there is no normal law '{}'{}", words.name, make_suggestion(words.name, names)));
    }
    std::vector<std::string> settings = settings_;
    settings.insert(settings.end(), words.values.begin(), words.values.end());
    const NormalLawText read = read_normal_law(words.name, settings);
    fmt::print(stderr, "{}", read.warnings);
    return read.law;
  }

  std::vector<std::string> laws_;
  std::vector<std::string> settings_;
  double mass_{1.0};  // [kg]
  std::string speeds_{"0.01,0.1,1,10"};
  double radius_{};  // 0: not given  [m]
  std::string figure_;
  bool json_{};
  std::string csv_;
  OutputPlan outputs_;
};

}  // namespace

std::unique_ptr<Command> make_restitution_command() { return std::make_unique<RestitutionCommand>(); }

}  // namespace carom::app
