// carom consistency: how many solutions the rigid contact problem has at a moment of a scene.
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/impact_input.h"
#include "apps/carom/arguments/parameter_range.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/output_plan.h"
#include "apps/carom/output/wording.h"
#include "carom/base/input_error.h"
#include "carom/impact/modes/contact_modes.h"
#include "carom/report/figure/write_figure.h"
#include "carom/scene/read_scene.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

using nlohmann::ordered_json;

// A normal velocity that counts: more than integration leaves at a contact that lasts  [m/s].
constexpr double kMoving = 1e-6;

struct Answer {
  RigidConfiguration configuration{};
  ContactModeProblem problem{};
  ContactModeReport report{};
  std::vector<std::string> notes{};  // what the numbers do not tell
};

// Contacts that separate exert nothing and are left out; those that approach collide first. Both are said.
RigidConfiguration find_resting(const SceneMoment& moment, std::span<const std::string> chosen,
                                std::vector<std::string>& notes) {
  RigidConfiguration found = read_configuration(moment, chosen);
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const std::string& name = found.contacts[i].name;
    const double rate = found.velocity((static_cast<Eigen::Index>(i) + 1) * found.dimension - 1);
    if (rate <= kMoving) kept.push_back(name);
    if (rate > kMoving) notes.push_back(fmt::format("{} separates at {:.3g} m/s and is left out", name, rate));
    if (rate < -kMoving) {
      notes.push_back(
          fmt::format("{} approaches at {:.3g} m/s: it collides before forces act ('carom impact')", name, -rate));
    }
  }
  if (kept.size() == found.contacts.size()) return found;
  if (kept.empty()) {
    throw InputError("contact " + list_names(found),
                     fmt::format("separates {}: nothing exerts a force", describe_time(moment.state)));
  }
  return read_configuration(moment, kept);
}

Answer solve(const SceneMoment& moment, std::span<const std::string> chosen, const std::optional<double>& friction) {
  const Scene& scene = moment.scene;
  Answer answer;
  answer.configuration = find_resting(moment, chosen, answer.notes);
  const RigidConfiguration& found = answer.configuration;
  const auto count = static_cast<Eigen::Index>(found.contacts.size());
  answer.problem = {.dimension = found.dimension,
                    .delassus = found.delassus,
                    .free_motion = found.free_acceleration,
                    .velocity = found.velocity,
                    .friction = VectorX(count),
                    .static_friction = VectorX(count),
                    .slip_tolerance = 1e-9};
  for (Eigen::Index i = 0; i < count; ++i) {
    const ContactRule& rule = scene.contacts[found.contacts[static_cast<std::size_t>(i)].rule];
    const auto& law = rule.impact;
    answer.problem.friction(i) = friction.value_or(find_friction(rule));
    answer.problem.static_friction(i) = law && !friction ? get_static_friction(*law) : answer.problem.friction(i);
    if (rule.resists_rolling()) {
      answer.notes.push_back(describe_left_out_moments(found.contacts[static_cast<std::size_t>(i)].name));
    }
  }
  answer.report = find_contact_modes(answer.problem);
  return answer;
}

const char* count_word(int count) { return count == 0 ? "none" : count == 1 ? "one" : "several"; }

const char* status_word(ContactModeStatus status) {
  switch (status) {
    case ContactModeStatus::Complete:
      return "complete";
    case ContactModeStatus::Incomplete:
      return "incomplete";
    case ContactModeStatus::TooManyContacts:
      break;
  }
  return "too many contacts";
}

// One list a contact.
ordered_json split(const VectorX& values, int dimension) {
  ordered_json parts = ordered_json::array();
  for (Eigen::Index i = 0; i < values.size(); i += dimension) {
    const VectorX part = values.segment(i, dimension);
    parts.push_back(std::vector<double>(part.begin(), part.end()));
  }
  return parts;
}

std::string make_json(const SceneMoment& moment, const Answer& answer) {
  const int dimension = answer.configuration.dimension;
  ordered_json contacts = ordered_json::array(), solutions = ordered_json::array();
  for (std::size_t i = 0; i < answer.configuration.contacts.size(); ++i) {
    const RigidContact& contact = answer.configuration.contacts[i];
    const VectorX velocity = answer.configuration.velocity.segment(static_cast<Eigen::Index>(i) * dimension, dimension);
    contacts.push_back({{"name", contact.name},
                        {"gap", contact.gap},
                        {"velocity", std::vector<double>(velocity.begin(), velocity.end())},
                        {"friction", answer.problem.friction(static_cast<Eigen::Index>(i))}});
  }
  for (const ContactModeSolution& solution : answer.report.solutions) {
    solutions.push_back({{"modes", describe_modes(solution)},
                         {"force", split(solution.force, dimension)},
                         {"acceleration", split(solution.motion, dimension)},
                         {"force_is_unique", solution.force_is_unique}});
  }
  return ordered_json{{"version", kFormatVersion},
                      {"scene", moment.scene.name},
                      {"time", moment.state.time},
                      {"contacts", contacts},
                      {"notes", answer.notes},
                      {"search", status_word(answer.report.status)},
                      {"count", answer.report.motion_count},
                      {"verdict", count_word(answer.report.motion_count)},
                      {"solutions", solutions}}
             .dump(2) +
         "\n";
}

std::string format_text(const Answer& answer) {
  const RigidConfiguration& found = answer.configuration;
  const int n = found.dimension;
  std::string text = fmt::format("{:<28}{:>12}{:>14}{:>12}{:>22}\n", "contact", "gap [m]", "slip [m/s]", "friction",
                                 "free normal [m/s²]");
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const auto first = static_cast<Eigen::Index>(i) * n;
    const VectorX slip = found.velocity.segment(first, n - 1);
    text += fmt::format("{:<28}{:>12.3g}{:>14.6g}{:>12.6g}{:>22.6g}\n", found.contacts[i].name, found.contacts[i].gap,
                        n == 2 ? slip(0) : slip.norm(), answer.problem.friction(static_cast<Eigen::Index>(i)),
                        found.free_acceleration(first + n - 1));
  }
  for (const std::string& note : answer.notes) text += fmt::format("note: {}\n", note);
  text += fmt::format("\n{}: {} of {} combinations of modes\n",
                      answer.report.motion_count == 0   ? "no solution"
                      : answer.report.motion_count == 1 ? "one solution"
                                                        : "several solutions",
                      answer.report.solutions.size(), answer.report.combinations);
  for (const ContactModeSolution& solution : answer.report.solutions) {
    text += fmt::format("  {:<10} forces", describe_modes(solution));
    for (const double force : solution.force) text += fmt::format(" {:.6g}", std::abs(force) < 1e-12 ? 0.0 : force);
    text += fmt::format(" N{}\n", solution.force_is_unique ? "" : ", not determined: these are one choice");
  }
  text += "  S separates, 0 sticks, + and - slide, x slides in space; forces: tangential first, normal last\n";
  if (answer.report.status == ContactModeStatus::Incomplete) {
    text += "  in space slides of several contacts from rest are found by iteration: there may be more solutions\n";
  }
  return text;
}

// What a cell of the map shows.
double classify(const ContactModeReport& report) {
  if (report.motion_count == 0) return 0.0;
  if (report.motion_count > 1) return 3.0;
  for (const ContactMode mode : report.solutions.front().modes) {
    if (mode != ContactMode::Separate) return 1.0;
  }
  return 2.0;
}

class ConsistencyCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "consistency"; }
  [[nodiscard]] std::string summary() const override {
    return "Find whether rigid contacts at a moment of a scene have no solution, one, or several";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom consistency scenes/wang1992/peg.toml", "carom consistency scenes/wang1992/peg.toml --json",
            "carom consistency scenes/wang1992/painleve_rod.toml --x body.rod.joint.position.2=0.1:1.5 "
            "--y contact.0.impact.friction=0.5:3 --figures map",
            "carom consistency scenes/rigid/flat_block.toml --at 0.5", "carom consistency block.carom --at 0.5"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line);
    moment_.declare(line);
    line.add("--friction", coefficients_.friction,
             "The coefficient of friction of all contacts, instead of the scene's");
    line.add("--x", x_, "A map over two values of the scene: path=from:to, in SI units");
    line.add("--y", y_, "The other value of the map");
    line.add("--cells", cells_, "Cells of the map along each value");
    line.add("--figures", figures_, "Write the map as a figure into this folder");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON");
  }

  [[nodiscard]] ExitCode run() override {
    if (x_.empty() != y_.empty()) throw UsageError("a map needs both --x and --y");
    if (!figures_.empty() && x_.empty()) throw UsageError("--figures draws a map: give --x and --y");
    outputs_.add_input("the scene", scene_.path);
    outputs_.add_figures("--figures", figures_);
    outputs_.check();
    if (!figures_.empty()) check_gnuplot();
    if (!x_.empty()) return run_map();
    const SceneMoment moment = moment_.read(scene_);
    const Answer answer = solve(moment, moment_.contacts, coefficients_.find_friction());
    if (answer.report.status == ContactModeStatus::TooManyContacts) {
      throw InputError(
          "scene " + moment.scene.name,
          fmt::format("has {}: more than {} combinations of modes are not tried; choose some by --contact NAME",
                      count_of(answer.configuration.contacts.size(), "touching contact", "touching contacts"),
                      kMaxModeCombinations));
    }
    if (!json_ && !moment.origin.empty()) fmt::print("{}\n", moment.origin);
    fmt::print("{}", json_ ? make_json(moment, answer) : format_text(answer));
    return ExitCode::Done;
  }

 private:
  [[nodiscard]] ExitCode run_map() const {
    if (cells_ < 2 || cells_ > 1000) throw UsageError(fmt::format("--cells: expected 2 to 1000, found {}", cells_));
    if (is_recording(scene_.path))
      throw UsageError("--x and --y change values of a scene: give the scene, not a recording");
    const ParameterRange x = parse_range("--x", x_, cells_), y = parse_range("--y", y_, cells_);
    FigureHeat heat{.x = x.values, .y = y.values, .label = "solutions"};
    heat.categories = {"none", "one, with contact", "one, all separate", "several"};
    for (const double row : y.values) {
      for (const double column : x.values) {
        std::vector<std::string> overrides = scene_.overrides;
        overrides.push_back(x.assign(column));
        overrides.push_back(y.assign(row));
        const SceneMoment moment = moment_.read(read_scene(scene_.path, overrides));
        heat.values.push_back(classify(solve(moment, moment_.contacts, coefficients_.find_friction()).report));
      }
    }
    if (!figures_.empty()) {
      const Figure figure{.id = "consistency",
                          .title = "Solutions of the rigid contact problem",
                          .caption = "How many motions rigid bodies and Coulomb's friction allow.",
                          .x = {.label = x.path},
                          .y = {.label = y.path},
                          .heat = heat};
      write_figure(figure, figures_);
    }
    json_ ? print_map_json(heat, x.path, y.path) : print_map(heat);
    return ExitCode::Done;
  }

  static void print_map_json(const FigureHeat& heat, const std::string& x, const std::string& y) {
    ordered_json rows = ordered_json::array();
    for (std::size_t i = 0; i < heat.y.size(); ++i) {
      ordered_json row = ordered_json::array();
      for (std::size_t j = 0; j < heat.x.size(); ++j)
        row.push_back(static_cast<int>(heat.values[i * heat.x.size() + j]));
      rows.push_back(std::move(row));
    }
    fmt::print("{}\n", ordered_json{{"version", kFormatVersion},
                                    {"x", {{"path", x}, {"values", heat.x}}},
                                    {"y", {{"path", y}, {"values", heat.y}}},
                                    {"categories", heat.categories},
                                    {"map", rows}}
                           .dump());
  }

  // The largest y on top, as in the figure.
  static void print_map(const FigureHeat& heat) {
    constexpr const char* kLetters = ".cs2";
    for (std::size_t i = heat.y.size(); i-- > 0;) {
      std::string line = fmt::format("{:>12.6g} ", heat.y[i]);
      for (std::size_t j = 0; j < heat.x.size(); ++j)
        line += kLetters[static_cast<int>(heat.values[i * heat.x.size() + j])];
      fmt::print("{}\n", line);
    }
    fmt::print("{:>12} from {:.6g} to {:.6g}; . none, c one with contact, s one without, 2 several\n", "x",
               heat.x.front(), heat.x.back());
  }

  SceneArguments scene_;
  MomentArguments moment_;
  ImpactCoefficients coefficients_;
  std::string x_, y_;
  int cells_{41};
  std::string figures_;
  OutputPlan outputs_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_consistency_command() { return std::make_unique<ConsistencyCommand>(); }

}  // namespace carom::app
