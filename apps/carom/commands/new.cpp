// carom new: a commented first scene to start from.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/output_file.h"
#include "apps/carom/output/output_plan.h"
#include "apps/carom/templates.h"

namespace carom::app {
namespace {

std::string replace_all(std::string text, const std::string& placeholder, const std::string& value) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + value.size())) {
    text.replace(at, placeholder.size(), value);
  }
  return text;
}

// A file may be called anything; what stands in the scene is in letters that need no quoting.
std::string make_scene_name(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; },
      '-');
  return file == "-" || name.empty() ? "pendulum" : name;
}

// In a comment of the scene: a line break would end it.
std::string shown_file(const std::string& file) {
  const bool is_plain = file != "-" && std::none_of(file.begin(), file.end(), [](char c) {
                          return std::iscntrl(static_cast<unsigned char>(c)) != 0;
                        });
  return is_plain ? file : "scene.toml";
}

class NewCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "new"; }
  [[nodiscard]] std::string summary() const override { return "Write a commented first scene to start from"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom new swing.toml", "carom new - | less"};
  }

  void declare(CommandLine& line) override {
    line.add("file", file_, "The scene file to write (- for standard output)", CommandLine::Presence::Required);
    outputs_.declare(line);
  }

  [[nodiscard]] ExitCode run() override {
    outputs_.add_file("file", file_, output_kinds::kScene);
    outputs_.check();
    std::string text(kFirstScene);
    text = replace_all(std::move(text), "@FILE@", shown_file(file_));
    text = replace_all(std::move(text), "@NAME@", '"' + make_scene_name(file_) + '"');
    write_output(file_, text);
    if (file_ != "-") fmt::print(stderr, "carom: wrote {0}; next: carom run {0}\n", file_);
    return ExitCode::Done;
  }

 private:
  std::string file_;
  OutputPlan outputs_;
};

}  // namespace

std::unique_ptr<Command> make_new_command() { return std::make_unique<NewCommand>(); }

}  // namespace carom::app
