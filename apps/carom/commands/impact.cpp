// carom impact: one impact, or several at once, under every law side by side.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/impact_input.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/group_impact_report.h"
#include "apps/carom/output/output_plan.h"
#include "carom/base/input_error.h"
#include "carom/report/figure/write_figure.h"
#include "reproductions/impact_figures.h"
#include "reproductions/spatial_impact_figures.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

using Results = std::vector<std::pair<std::string, ImpactSummary>>;
using nlohmann::ordered_json;

std::vector<double> to_list(const VectorX& v) { return {v.begin(), v.end()}; }

// JSON has no infinity.
ordered_json number_or_null(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(); }

ordered_json make_law_json(const ImpactSummary& result) {
  ordered_json path = ordered_json::array();
  for (const ImpactSummary::Point& point : result.path) {
    path.push_back({{"impulse", to_list(point.impulse)},
                    {"velocity", to_list(point.velocity)},
                    {"motion", point.motion},
                    {"phase", point.phase}});
  }
  return {{"velocity", to_list(result.velocity)},
          {"impulse", to_list(result.impulse)},
          {"dissipation", result.dissipation},
          {"normal_dissipation", result.normal_dissipation},
          {"case", result.kind},
          {"verdict", result.verdict},
          {"energy_gain", result.energy_gain},
          {"compression_impulse", result.compression_impulse},
          {"slip_end_impulse", number_or_null(result.slip_end_impulse)},
          {"path", std::move(path)}};
}

std::string make_json(const ImpactInput& input, double time, const Results& results) {
  ordered_json inertia = ordered_json::array();
  for (const auto& row : input.data.inverse_inertia.rowwise()) inertia.push_back(to_list(row.transpose()));
  ordered_json json{{"version", kFormatVersion},
                    {"inverse_inertia", std::move(inertia)},
                    {"velocity", to_list(input.data.velocity)},
                    {"friction", input.friction},
                    {"restitution", input.restitution}};
  if (!input.contact.empty()) json["contact"] = {{"name", input.contact}, {"gap", input.gap}, {"time", time}};
  for (const auto& [name, result] : results) json["laws"][name] = make_law_json(result);
  return json.dump(2) + "\n";
}

std::string join(const VectorX& v) {
  std::string text;
  for (const double number : v) text += fmt::format(" {:>11.6g}", std::abs(number) < 1e-15 ? 0.0 : number);
  return text;
}

std::string format_table(const ImpactInput& input, const Results& results) {
  const int width = 12 * static_cast<int>(input.data.velocity.size());
  std::string text = fmt::format("{:<15}{:>{}}{:>{}}{:>13}{:>13}  {:<15}{}\n", "law", "velocity [m/s]", width,
                                 "impulse [N s]", width, "loss [J]", "normal [J]", "case", "verdict");
  for (const auto& [name, result] : results) {
    text += fmt::format("{:<15}{}{}{:>13.6g}{:>13.6g}  {:<15}{}", name, join(result.velocity), join(result.impulse),
                        result.dissipation, result.normal_dissipation, result.kind, result.verdict);
    if (result.energy_gain > 0.0) text += fmt::format(" ({:.6g} J)", result.energy_gain);
    text += "\n";
  }
  return text;
}

class ImpactCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "impact"; }
  [[nodiscard]] std::string summary() const override {
    return "Resolve one rigid impact, or several at once, under every law: velocities, impulses, energy, diagrams";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom impact examples/wang1992_impact.toml",
            "carom impact examples/wang1992_impact.toml --set impact.friction=0.7 --json",
            "carom impact --scene scenes/wang1992/falling_rod.toml --figures diagrams",
            "carom impact --scene scenes/rigid/flat_block.toml --at 0.2",
            "carom impact --scene block.carom --at 0.2 --contact wood/floor:corner2"};
  }

  void declare(CommandLine& line) override {
    line.add("file", file_, "A file with [impact]: inverse_inertia, velocity, friction, restitution, laws");
    line.add("--scene", scene_.path,
             "Take the contacts that touch, or are nearest, from this scene or recording instead");
    line.add("--set", scene_.overrides, "Change a value of the file or scene, as in impact.friction=0.3");
    moment_.declare(line);
    coefficients_.declare(line);
    line.add("--figures", figures_,
             "Write the diagrams into this folder: impulse space, velocities, energy; in space the slip hodograph too");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON");
  }

  [[nodiscard]] ExitCode run() override {
    outputs_.add_input("the file that is read", file_);
    outputs_.add_input("the scene", scene_.path);
    outputs_.add_figures("--figures", figures_);
    outputs_.check();
    if (!figures_.empty()) check_gnuplot();
    return scene_.path.empty() ? run_file() : run_scene();
  }

 private:
  [[nodiscard]] ExitCode run_file() const {
    if (file_.empty()) throw UsageError("give either a file with [impact] or --scene SCENE");
    if (!coefficients_.friction.empty() || !coefficients_.restitution.empty()) {
      throw UsageError("--friction and --restitution go with --scene; for a file use --set impact.friction=0.3");
    }
    if (!moment_.at.empty() || !moment_.contacts.empty()) throw UsageError("--at and --contact go with --scene");
    return show(read_impact_file(file_, scene_.overrides), 0.0);
  }

  [[nodiscard]] ExitCode run_scene() const {
    if (!file_.empty()) throw UsageError("give either a file with [impact] or --scene SCENE");
    const SceneMoment moment = moment_.read(scene_);
    const ImpactContacts contacts = read_impact_contacts(moment, moment_, coefficients_);
    if (!json_ && !moment.origin.empty()) fmt::print("{}\n", moment.origin);
    const bool turns = contacts.configuration.turning.has_value();
    if (contacts.count() == 1 && !turns) return show(contacts.inputs.front(), moment.state.time);
    if (!figures_.empty() && contacts.count() == 1) {
      throw InputError("--figures", fmt::format("draws impulses without moments, and {} resists rolling or spinning; "
                                                "take 'rolling' out of its [[contact]] to see it without",
                                                list_names(contacts.configuration)));
    }
    if (!figures_.empty()) {
      throw InputError("--figures", fmt::format("draws one contact, and {} touch: {}; choose one by --contact NAME",
                                                contacts.count(), list_names(contacts.configuration)));
    }
    const std::vector<GroupImpactAnswer> answers = resolve(contacts);
    fmt::print("{}", json_ ? make_group_json(contacts, moment, answers) : format_group_table(contacts, answers));
    return ExitCode::Done;
  }

  [[nodiscard]] ExitCode show(const ImpactInput& input, double time) const {
    Results results;
    for (const std::string& law : input.laws) {
      results.emplace_back(law, summarize_impact(input.make_law(law), input.data));
    }
    if (!figures_.empty()) write_figures(make_figures(input), figures_);
    if (!json_ && !input.contact.empty()) {
      fmt::print("contact {}, gap {:.6g} m, friction {:g}, restitution {:g}\n", input.contact, input.gap,
                 input.friction, input.restitution);
    }
    fmt::print("{}", json_ ? make_json(input, time, results) : format_table(input, results));
    return ExitCode::Done;
  }

  [[nodiscard]] static std::vector<Figure> make_figures(const ImpactInput& input) {
    using namespace reproductions;
    std::vector<ImpactLaw> laws;
    for (const std::string& name : input.laws) laws.push_back(input.make_law(name));
    std::vector<Figure> figures;
    if (input.data.velocity.size() == 2) {
      figures.push_back(make_impulse_figure("impulse-space", input.data, laws));
      figures.push_back(make_velocity_figure("velocities", input.data, laws.front()));
    } else {
      figures.push_back(make_hodograph_figure("slip-hodograph", input.data, laws));
      figures.push_back(make_impulse_plan_figure("impulse-space", input.data, laws));
      figures.push_back(make_speed_figure("velocities", input.data, laws.front()));
    }
    figures.push_back(make_dissipation_figure("energy-lost", input.data, laws, EnergyPart::Total));
    figures.push_back(make_dissipation_figure("energy-lost-normal", input.data, laws, EnergyPart::Normal));
    return figures;
  }

  std::string file_;
  SceneArguments scene_;
  MomentArguments moment_;
  ImpactCoefficients coefficients_;
  std::string figures_;
  OutputPlan outputs_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_impact_command() { return std::make_unique<ImpactCommand>(); }

}  // namespace carom::app
