// carom completion: a script that lets a shell complete commands, options and file names.
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/format.h>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"

namespace carom::app {
namespace {

// Without a match of ours, `-o default` completes file names.
constexpr const char* kBashScript = R"(_carom() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='{first_words}'
  elif [[ $word == -* ]]; then
    case ${{COMP_WORDS[1]}} in
{cases}    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _carom carom
)";

std::string make_bash_script(const std::vector<CompletionWords>& words) {
  std::vector<std::string> first_words = words.front().options;
  std::string cases;
  for (std::size_t i = 1; i < words.size(); ++i) {
    first_words.push_back(words[i].command);
    cases += fmt::format("      {}) words='{}' ;;\n", words[i].command, fmt::join(words[i].options, " "));
  }
  return fmt::format(kBashScript, fmt::arg("first_words", fmt::join(first_words, " ")), fmt::arg("cases", cases));
}

class CompletionCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "completion"; }
  [[nodiscard]] std::string summary() const override { return "Print a script that completes commands in a shell"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"source <(carom completion bash)",
            "carom completion bash > ~/.local/share/bash-completion/completions/carom"};
  }

  void declare(CommandLine& line) override {
    line.add_choice("shell", shell_, {"bash"}, "The shell", CommandLine::Presence::Required);
  }

  [[nodiscard]] ExitCode run() override {
    fmt::print("{}", make_bash_script(list_completion_words(make_commands())));
    return ExitCode::Done;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion_command() { return std::make_unique<CompletionCommand>(); }

}  // namespace carom::app
