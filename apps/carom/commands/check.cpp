// carom check: reads a scene, puts it together, and says what would run.
#include <string>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/arguments/scene_arguments.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/method_report.h"
#include "apps/carom/output/model_report.h"
#include "apps/carom/output/run_summary.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/compliant/stepping/step_limit.h"
#include "carom/simulation/simulation.h"

namespace carom::app {
namespace {

class CheckCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "check"; }
  [[nodiscard]] std::string summary() const override { return "Validate a scene and say what would run"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom check scenes/basics/four_bar.toml",
            "carom check scene.toml --set simulate.integrator.step='0.1 ms'"};
  }

  void declare(CommandLine& line) override {
    scene_.declare(line);
    line.add_flag("--json", json_, "Print JSON");
  }

  [[nodiscard]] ExitCode run() override {
    const Scene scene = scene_.read();
    const Model model = scene.model.build();
    // Closes loops and validates the options, without taking a step.
    const Simulation simulation(model, model.make_initial_state(), make_options(scene));
    const std::vector<std::string> warnings = check_step(model, model.make_initial_state(), make_options(scene));
    fmt::print(stderr, "{}", format_warnings(warnings));
    if (json_) {
      fmt::print("{}", make_check_json(scene, model, simulation, warnings));
      return ExitCode::Done;
    }
    fmt::print("{}: {}\n", scene.name, describe_size(model));
    fmt::print("{}\n{:g} s, recorded every {:g} s\n{}\n{}{}", describe_method(scene), scene.simulation.duration,
               scene.record.every, describe_step_limit(scene, model), format_stiffnesses(simulation),
               format_model(model));
    return ExitCode::Done;
  }

 private:
  SceneArguments scene_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_check_command() { return std::make_unique<CheckCommand>(); }

}  // namespace carom::app
