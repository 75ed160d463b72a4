// carom admissible: which friction and restitution lose energy at a configuration.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/impact_input.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/output_plan.h"
#include "carom/base/input_error.h"
#include "carom/report/figure/write_figure.h"
#include "reproductions/impact_figures.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

using nlohmann::ordered_json;

ordered_json number_or_null(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(); }

std::string_view find_region(const ImpactInput& input, const AdmissibleLimits& limits) {
  return name_of(
      classify(limits, calc_critical_friction(input.data, input.restitution), input.friction, input.restitution));
}

// As the paper asks it, for friction up to 1, and for the friction of the contact.
std::vector<double> list_frictions(const ImpactInput& input) {
  return input.friction == 1.0 ? std::vector<double>{1.0} : std::vector<double>{input.friction, 1.0};
}

ordered_json make_range_json(const std::optional<RestitutionRange>& range) {
  return range ? ordered_json{range->least, range->most} : ordered_json();
}

ordered_json make_sticking_json(const ImpactInput& input) {
  ordered_json rows = ordered_json::array();
  for (const double friction : list_frictions(input)) {
    rows.push_back(
        {{"friction", friction},
         {"restitution", make_range_json(find_sticking_restitutions(input.data, friction))},
         {"printed_restitution", make_range_json(find_printed_sticking_restitutions(input.data, friction))}});
  }
  return rows;
}

std::string format_range(const std::optional<RestitutionRange>& range) {
  return range ? fmt::format("{:.6f} to {:.6f}", range->least, range->most) : "none: it slips";
}

std::string format_sticking(const ImpactInput& input) {
  std::string text = fmt::format("{:>14}  {:<24}{}\n", "friction", "sticks at restitutions", "as printed");
  for (const double friction : list_frictions(input)) {
    text += fmt::format("{:>14g}  {:<24}{}\n", friction, format_range(find_sticking_restitutions(input.data, friction)),
                        format_range(find_printed_sticking_restitutions(input.data, friction)));
  }
  return text;
}

// What the regions do not tell.
std::vector<std::string> list_notes(const ImpactInput& input) {
  if (!input.resists_turning) return {};
  return {describe_left_out_moments(input.contact)};
}

std::string make_json(const ImpactInput& input, const SceneMoment& moment, const AdmissibleMap& map) {
  ordered_json rows = ordered_json::array();
  for (std::size_t i = 0; i < map.restitution.size(); ++i) {
    rows.push_back({{"restitution", map.restitution[i]},
                    {"friction", number_or_null(map.critical_friction[i])},
                    {"printed_friction", number_or_null(map.printed_friction[i])}});
  }
  const ordered_json json{
      {"version", kFormatVersion},
      {"time", moment.state.time},
      {"contact", {{"name", input.contact}, {"gap", input.gap}}},
      {"notes", list_notes(input)},
      {"restitution_limit", map.limits.restitution},
      {"restitution_limit_any_velocity", map.limits.restitution_any_velocity},
      {"friction_limit", number_or_null(map.limits.friction)},
      {"critical_friction", std::move(rows)},
      {"sticking", make_sticking_json(input)},
      {"scene",
       {{"friction", input.friction},
        {"restitution", input.restitution},
        {"critical_friction", number_or_null(calc_critical_friction(input.data, input.restitution))},
        {"region", find_region(input, map.limits)}}}};
  return json.dump(2) + "\n";
}

std::string format_text(const ImpactInput& input, const AdmissibleMap& map) {
  std::string text = fmt::format("contact {}, gap {:.6g} m\n", input.contact, input.gap);
  for (const std::string& note : list_notes(input)) text += fmt::format("note: {}\n", note);
  text += "\n";
  text += fmt::format("e*   {:>12.6f}  sticking impacts gain energy above this restitution\n", map.limits.restitution);
  text += fmt::format("e*   {:>12.6f}  the same for every velocity\n", map.limits.restitution_any_velocity);
  text +=
      fmt::format("mu*  {:>12.6f}  slipping impacts may have no impulse above this friction\n\n", map.limits.friction);
  text += fmt::format("{:>14}{:>14}{:>14}\n", "restitution", "mu_cr", "as printed");
  for (std::size_t i = 0; i < map.restitution.size(); ++i) {
    text += fmt::format("{:>14.2f}{:>14.6f}{:>14.6f}\n", map.restitution[i], map.critical_friction[i],
                        map.printed_friction[i]);
  }
  text += "\n" + format_sticking(input);
  return text + fmt::format("\nfriction {:g}, restitution {:g}: {}\n", input.friction, input.restitution,
                            find_region(input, map.limits));
}

class AdmissibleCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "admissible"; }
  [[nodiscard]] std::string summary() const override {
    return "Find which friction and restitution lose energy at a moment of a scene (the regions of Aghili)";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom admissible scenes/aghili/double_pendulum.toml",
            "carom admissible scenes/aghili/double_pendulum.toml --json",
            "carom admissible scenes/aghili/double_pendulum.toml --figures regions",
            "carom admissible scenes/rigid/flat_block.toml --at 0.2 --contact wood/floor:corner2"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line);
    moment_.declare(line);
    coefficients_.declare(line);
    line.add("--figures", figures_, "Write the regions as a figure into this folder");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON");
  }

  [[nodiscard]] ExitCode run() override {
    outputs_.add_input("the scene", scene_.path);
    outputs_.add_figures("--figures", figures_);
    outputs_.check();
    if (!figures_.empty()) check_gnuplot();
    const SceneMoment moment = moment_.read(scene_);
    const ImpactInput input = read_impact_contact(moment, moment_, coefficients_);
    if (!input.closes()) {
      throw InputError("contact " + input.contact, fmt::format("does not close {}: its velocity along the normal is 0",
                                                               describe_time(moment.state)));
    }
    const AdmissibleMap map = calc_admissible_map(input.data, reproductions::make_restitutions(20));
    if (!figures_.empty()) write_figure(reproductions::make_admissible_figure("admissible", input.data), figures_);
    if (!json_ && !moment.origin.empty()) fmt::print("{}\n", moment.origin);
    fmt::print("{}", json_ ? make_json(input, moment, map) : format_text(input, map));
    return ExitCode::Done;
  }

 private:
  SceneArguments scene_;
  MomentArguments moment_;
  ImpactCoefficients coefficients_;
  std::string figures_;
  OutputPlan outputs_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_admissible_command() { return std::make_unique<AdmissibleCommand>(); }

}  // namespace carom::app
