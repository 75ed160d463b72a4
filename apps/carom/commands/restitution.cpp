// carom restitution: what one law returns from impacts of given speeds.
#include <charconv>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output_file.h"
#include "carom/analysis/central_impact.h"
#include "carom/scene/read_law.h"

namespace carom::app {
namespace {

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

std::string format_table(const std::vector<CentralImpact>& impacts) {
  std::string text = fmt::format("{:>14}{:>14}{:>14}{:>16}{:>16}\n", "speed [m/s]", "restitution", "duration [s]",
                                 "peak force [N]", "peak depth [m]");
  for (const CentralImpact& impact : impacts) {
    text += fmt::format("{:>14.6g}{:>14.9f}{:>14.6g}{:>16.6g}{:>16.6g}\n", impact.speed, impact.restitution,
                        impact.duration, impact.peak_force, impact.peak_depth);
  }
  return text;
}

std::string make_csv(const std::vector<CentralImpact>& impacts) {
  std::string text = "speed [m/s],restitution,duration [s],peak_force [N],peak_depth [m]\n";
  for (const CentralImpact& impact : impacts) {
    text += fmt::format("{},{},{},{},{}\n", impact.speed, impact.restitution, impact.duration, impact.peak_force,
                        impact.peak_depth);
  }
  return text;
}

std::string make_json(const std::string& law, const std::vector<CentralImpact>& impacts) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const CentralImpact& impact : impacts) {
    rows.push_back({{"speed", impact.speed},
                    {"restitution", impact.restitution},
                    {"duration", impact.duration},
                    {"peak_force", impact.peak_force},
                    {"peak_depth", impact.peak_depth}});
  }
  return nlohmann::ordered_json{{"law", law}, {"rows", rows}}.dump(2) + "\n";
}

class RestitutionCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "restitution"; }
  [[nodiscard]] std::string summary() const override {
    return "Simulate impacts under one law: restitution, duration, peak force and depth against speed";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom restitution --law gonthier --set stiffness=1e9 --set restitution=0.5 --mass 2 --speeds 0.1,1,10",
            "carom restitution --law azad-featherstone --set stiffness=1e10 --set damping=1e5 --mass 0.066 --json",
            "carom restitution --law hunt-crossley --set stiffness=1e9 --set alpha=0.2 --csv hunt_crossley.csv"};
  }

  void declare(CommandLine& line) override {
    line.add_choice("--law", law_, list_law_names(), "The normal law; 'carom laws NAME' shows its keys",
                    CommandLine::Presence::Required);
    line.add("--set", settings_, "A parameter of the law as in scenes: key=value; may be given several times");
    line.add("--mass", mass_, "Mass that strikes the plane, without gravity [kg]");
    line.add("--speeds", speeds_, "Impact speeds, separated by commas [m/s]");
    line.add_flag("--json", json_, "Print JSON instead of a table");
    line.add("--csv", csv_, "Write the rows as comma-separated values to this file (- for standard output)");
  }

  [[nodiscard]] ExitCode run() override {
    if (!(mass_ > 0.0)) throw UsageError(fmt::format("--mass: expected a number above 0, found {}", mass_));
    if (json_ && csv_ == "-") throw UsageError("--json and --csv - both write to standard output");
    const std::vector<double> speeds = parse_speeds(speeds_);
    const NormalLawText text = read_normal_law(law_, settings_);
    fmt::print(stderr, "{}", text.warnings);
    if (csv_ != "-") check_output(csv_);
    std::vector<CentralImpact> impacts;
    for (const double speed : speeds) {
      impacts.push_back(simulate_central_impact(text.law, mass_, speed));
      impacts.back().samples = {};
    }
    if (!csv_.empty()) write_output(csv_, make_csv(impacts));
    if (csv_ != "-") fmt::print("{}", json_ ? make_json(law_, impacts) : format_table(impacts));
    return ExitCode::Done;
  }

 private:
  std::string law_;
  std::vector<std::string> settings_;
  double mass_{1.0};  // [kg]
  std::string speeds_{"0.01,0.1,1,10"};
  bool json_{};
  std::string csv_;
};

}  // namespace

std::unique_ptr<Command> make_restitution_command() { return std::make_unique<RestitutionCommand>(); }

}  // namespace carom::app
