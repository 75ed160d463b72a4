// carom completion: a script that lets a shell complete commands, options and file names.
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/format.h>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"

namespace carom::app {
namespace {

/// A summary between single quotes of a shell.
std::string quote(const std::string& summary, const std::string& quote_inside) {
  std::string text = "'";
  for (const char c : summary) text += c == '\'' ? quote_inside : std::string(1, c);
  return text + "'";
}

// Without a match of ours, `-o default` completes file names.
constexpr const char* kBashScript = R"(_carom() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='{first_words}'
  elif [[ $word == -* ]]; then
    case ${{COMP_WORDS[1]}} in
{cases}    esac
  else
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}" in
{values}    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _carom carom
)";

std::string make_bash_script(const std::vector<CompletionWords>& words) {
  std::vector<std::string> first_words = words.front().options;
  std::string cases, values;
  for (std::size_t i = 1; i < words.size(); ++i) {
    first_words.push_back(words[i].command);
    cases += fmt::format("      {}) words='{}' ;;\n", words[i].command, fmt::join(words[i].options, " "));
    for (const auto& [option, choices] : words[i].choices) {
      values += fmt::format("      '{} {}') words='{}' ;;\n", words[i].command, option, fmt::join(choices, " "));
    }
  }
  return fmt::format(kBashScript, fmt::arg("first_words", fmt::join(first_words, " ")), fmt::arg("cases", cases),
                     fmt::arg("values", values));
}

constexpr const char* kZshScript = R"(#compdef carom
_carom() {{
  if (( CURRENT == 2 )); then
    local -a commands=(
{commands}    )
    _describe command commands
    compadd -- {program_options}
  elif [[ $PREFIX == -* ]]; then
    case $words[2] in
{cases}    esac
  else
    case "$words[2] $words[CURRENT-1]" in
{values}      *) _files ;;
    esac
  fi
}}
if [[ $funcstack[1] == _carom ]]; then _carom "$@"; else compdef _carom carom; fi
)";

std::string make_zsh_script(const std::vector<CompletionWords>& words) {
  std::string commands;
  std::string cases, values;
  for (std::size_t i = 1; i < words.size(); ++i) {
    // What follows the first colon is the description, whatever it holds.
    commands += fmt::format("      {}\n", quote(words[i].command + ':' + words[i].summary, R"('\'')"));
    cases += fmt::format("      {}) compadd -- {} ;;\n", words[i].command, fmt::join(words[i].options, " "));
    for (const auto& [option, choices] : words[i].choices) {
      values += fmt::format("      '{} {}') compadd -- {} ;;\n", words[i].command, option, fmt::join(choices, " "));
    }
  }
  return fmt::format(kZshScript, fmt::arg("commands", commands), fmt::arg("cases", cases), fmt::arg("values", values),
                     fmt::arg("program_options", fmt::join(words.front().options, " ")));
}

std::string make_fish_script(const std::vector<CompletionWords>& words) {
  const auto add_options = [](const CompletionWords& entry, const std::string& condition) {
    std::string lines;
    for (const std::string& option : entry.options) {
      const auto choices = entry.choices.find(option);
      const std::string values =
          choices == entry.choices.end() ? "" : fmt::format(" -x -a '{}'", fmt::join(choices->second, " "));
      lines += fmt::format("complete -c carom -n {} -l {}{}\n", condition, option.substr(2), values);
    }
    return lines;
  };
  std::string text = add_options(words.front(), "__fish_use_subcommand");
  for (std::size_t i = 1; i < words.size(); ++i) {
    text += fmt::format("complete -c carom -f -n __fish_use_subcommand -a {} -d {}\n", words[i].command,
                        quote(words[i].summary, R"(\')"));
    text += add_options(words[i], fmt::format("'__fish_seen_subcommand_from {}'", words[i].command));
  }
  return text;
}

class CompletionCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "completion"; }
  [[nodiscard]] std::string summary() const override { return "Print a script that completes commands in a shell"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"source <(carom completion bash)",
            "carom completion bash > ~/.local/share/bash-completion/completions/carom",
            "source <(carom completion zsh)", "carom completion fish | source"};
  }

  void declare(CommandLine& line) override {
    line.add_choice("shell", shell_, {"bash", "zsh", "fish"}, "The shell", CommandLine::Presence::Required);
  }

  [[nodiscard]] ExitCode run() override {
    const std::vector<CompletionWords> words = list_completion_words(make_commands());
    fmt::print("{}", shell_ == "bash"  ? make_bash_script(words)
                     : shell_ == "zsh" ? make_zsh_script(words)
                                       : make_fish_script(words));
    return ExitCode::Done;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion_command() { return std::make_unique<CompletionCommand>(); }

}  // namespace carom::app
