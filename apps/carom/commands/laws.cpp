// carom laws: the catalogue of what a scene can choose from.
#include <string>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/catalogue_report.h"
#include "carom/base/nearest_name.h"
#include "carom/scene/documentation.h"

namespace carom::app {
namespace {

class LawsCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "laws"; }
  [[nodiscard]] std::string summary() const override {
    return "List laws, joints, constraints, shapes and integrators, with their keys";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom laws", "carom laws revolute", "carom laws integrator", "carom laws --json"};
  }

  void declare(CommandLine& line) override {
    line.add("name", name_, "Show everything of this name, with its keys");
    line.add_flag("--json", json_, "Print the whole catalogue as JSON");
  }

  [[nodiscard]] ExitCode run() override {
    const Families families = schema::list_families(scene_format());
    if (json_) {
      if (!name_.empty()) throw UsageError("--json prints the whole catalogue: leave the name out");
      fmt::print("{}", make_catalogue_json(families));
    } else if (name_.empty()) {
      fmt::print("{}", format_catalogue(families));
    } else {
      const std::string text = format_entries(families, name_);
      if (text.empty()) {
        throw UsageError(
            fmt::format("there is nothing called '{}'{}", name_, make_suggestion(name_, list_names(families))));
      }
      fmt::print("{}", text);
    }
    return ExitCode::Done;
  }

 private:
  std::string name_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_laws_command() { return std::make_unique<LawsCommand>(); }

}  // namespace carom::app
