// carom count: how many bodies, degrees of freedom and shapes a scene has.
#include <fmt/core.h>

#include "apps/carom/arguments/scene_arguments.h"
#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"

namespace carom::app {
namespace {

class CountCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "count"; }
  [[nodiscard]] std::string summary() const override {
    return "Count the bodies, degrees of freedom and shapes of a scene";
  }
  [[nodiscard]] std::vector<std::string> examples() const override { return {"carom count scene.toml"}; }

  void declare(CommandLine& line) override { scene_.declare(line); }

  [[nodiscard]] ExitCode run() override {
    const Scene scene = scene_.read();
    const Model model = scene.model.build();
    fmt::print("{} bodies, {} degrees of freedom, {} shapes\n", model.num_bodies() - 1, model.num_velocities(),
               scene.shapes.size());
    return ExitCode::Done;
  }

 private:
  SceneArguments scene_;
};

}  // namespace

std::unique_ptr<Command> make_count_command() { return std::make_unique<CountCommand>(); }

}  // namespace carom::app
