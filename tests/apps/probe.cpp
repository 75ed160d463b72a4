// The program with commands that fail in every way a command can, for program_test.cpp.
#include <cstdio>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "apps/carom/command_line.h"
#include "apps/carom/program.h"
#include "carom/base/syntax_error.h"

namespace carom::app {
namespace {

class FailCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "fail"; }
  [[nodiscard]] std::string summary() const override { return "Fail in a given way"; }
  [[nodiscard]] std::vector<std::string> examples() const override { return {"probe fail memory"}; }
  void declare(CommandLine& line) override { line.add("way", way_, "How", CommandLine::Presence::Required); }

  [[nodiscard]] ExitCode run() override {
    if (way_ == "syntax") throw SyntaxError("scene", "expected a key", {"scene.toml", 3, 1});
    if (way_ == "sense") throw InputError("body 'a'", "mass must be positive, found -1", {"scene.toml", 14, 9});
    if (way_ == "model") throw InputError("body 'a'", "mass must be positive, found -1");
    if (way_ == "file") static_cast<void>(std::filesystem::file_size("/no/such/file"));
    if (way_ == "memory") throw std::bad_alloc();
    if (way_ == "mistake") throw std::logic_error("index 7 of 3");
    if (way_ == "unknown") throw 1;  // NOLINT(hicpp-exception-baseclass): anything may be thrown
    if (way_ == "numerics") return ExitCode::NumericalFailure;
    throw UsageError("way: unknown way '" + way_ + "'");
  }

 private:
  std::string way_;
};

class EchoCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "echo"; }
  [[nodiscard]] std::string summary() const override { return "Print what was understood"; }
  [[nodiscard]] std::vector<std::string> examples() const override { return {"probe echo --count 3", "probe echo"}; }

  void declare(CommandLine& line) override {
    line.add("--tolerance", tolerance_, "A number");
    line.add("-n,--count", count_, "An integer");
    line.add("--set", settings_, "A list");
    line.add("--out", out_, "A text");
    line.add_choice("--colour", colour_, {"red", "green"}, "A choice");
    line.add_flag("--quiet", quiet_, "A flag");
  }

  [[nodiscard]] ExitCode run() override {
    std::printf("%g %d %s %s %d", tolerance_, count_, out_.c_str(), colour_.c_str(), quiet_ ? 1 : 0);
    for (const std::string& setting : settings_) std::printf(" %s", setting.c_str());
    return ExitCode::Done;
  }

 private:
  double tolerance_{0.5};
  int count_{1};
  std::vector<std::string> settings_;
  std::string out_{"none"};
  std::string colour_{"red"};
  bool quiet_{};
};

Commands make_probe_commands() {
  Commands commands;
  commands.push_back(std::make_unique<FailCommand>());
  commands.push_back(std::make_unique<EchoCommand>());
  return commands;
}

}  // namespace
}  // namespace carom::app

int main(int argc, char** argv) {
  return static_cast<int>(carom::app::run_program(carom::app::make_probe_commands, argc, argv));
}
