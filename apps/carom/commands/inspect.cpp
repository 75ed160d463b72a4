// carom inspect: a scene's model at one configuration.
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/arguments/scene_arguments.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/model_report.h"
#include "apps/carom/output/wording.h"
#include "carom/model/joints/joint_coordinates.h"

namespace carom::app {
namespace {

// "0.1,0.2,-3e-1" → numbers, all of them
void read_numbers(const std::string& option, const std::string& text, VectorRef values) {
  std::vector<double> numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    double number{};
    const std::from_chars_result read = std::from_chars(at, end, number);
    const bool separated = read.ptr == end || *read.ptr == ',';
    if (read.ec != std::errc() || !separated || !std::isfinite(number)) {
      throw UsageError(fmt::format("{} takes numbers separated by commas, found '{}'", option, text));
    }
    numbers.push_back(number);
    at = read.ptr == end ? end : read.ptr + 1;
  }
  if (static_cast<int>(numbers.size()) != values.size()) {
    throw UsageError(fmt::format("{} takes {} for this model, found {}", option,
                                 count_of(values.size(), "number", "numbers"), numbers.size()));
  }
  values = Eigen::Map<const VectorX>(numbers.data(), values.size());
}

class InspectCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "inspect"; }
  [[nodiscard]] std::string summary() const override {
    return "Show the bodies, masses, mass matrix, torques and energies of a scene";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom inspect scenes/basics/double_pendulum.toml",
            "carom inspect scenes/basics/double_pendulum.toml --q 0.3,-0.2 --json"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line);
    line.add("--q", q_, "Coordinates of all joints, separated by commas, in SI units; default: the scene's");
    line.add("--v", v_, "Velocities of all joints, in the same way");
    line.add_flag("--json", json_, "Print JSON");
  }

  [[nodiscard]] ExitCode run() override {
    const Model model = scene_.read().model.build();
    State state = model.make_initial_state();
    if (!q_.empty()) read_numbers("--q", q_, state.q);
    if (!v_.empty()) read_numbers("--v", v_, state.v);
    if (!q_.empty()) check_quaternions(model, state.q);
    normalize_quaternions(model, state.q);
    const ModelReport report(model, state);
    if (json_) {
      fmt::print("{}", make_model_json(model, state, report));
    } else {
      fmt::print("{}\n{}", format_model(model), format_model_report(model, report));
    }
    return ExitCode::Done;
  }

 private:
  static void check_quaternions(const Model& model, const VectorX& q) {
    for (const Body& body : model.bodies()) {
      if (!traits(body.type).has_quaternion || q.segment<4>(body.position_start).norm() > 1e-150) continue;
      throw UsageError(fmt::format("--q has a quaternion of norm 0 at place {}", body.position_start));
    }
  }

  SceneArguments scene_;
  std::string q_;
  std::string v_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_inspect_command() { return std::make_unique<InspectCommand>(); }

}  // namespace carom::app
