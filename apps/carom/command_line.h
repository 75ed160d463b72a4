#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/carom/command.h"

namespace CLI {
class App;
}

namespace carom::app {

/// The options and positional arguments of one command. A thin face of CLI11, which takes long to compile and is
/// therefore included in command_line.cpp alone.
///
/// An option is named "--tolerance" or "-t,--tolerance"; a positional argument "scene". The value given here stays when
/// the user gives none. Numbers are read the same in every locale and must be finite.
class CommandLine {
 public:
  enum class Presence { Optional, Required };

  explicit CommandLine(CLI::App& parser) : parser_(parser) {}

  void add_flag(const std::string& name, bool& value, const std::string& help);
  void add(const std::string& name, std::string& value, const std::string& help,
           Presence presence = Presence::Optional);
  void add(const std::string& name, double& value, const std::string& help, Presence presence = Presence::Optional);
  void add(const std::string& name, int& value, const std::string& help, Presence presence = Presence::Optional);

  /// May be given several times (`--set a=1 --set b=2`), one value each; arguments without a dash follow each other.
  void add(const std::string& name, std::vector<std::string>& values, const std::string& help,
           Presence presence = Presence::Optional);

  /// One of the given words; another is refused with the nearest.
  void add_choice(const std::string& name, std::string& value, const std::vector<std::string>& choices,
                  const std::string& help, Presence presence = Presence::Optional);

  /// By option, as the user writes it: "--solver".
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& choices() const { return choices_; }

 private:
  CLI::App& parser_;
  std::map<std::string, std::vector<std::string>> choices_;
};

/// What the user asked for: a command to run, or a text to print (help, version).
struct Request {
  Command* command{};  // null: print `text`
  std::string text;
};

/// Reads the arguments (without the program's name) into the command they name. Throws UsageError.
[[nodiscard]] Request parse_arguments(const Commands& commands, const std::vector<std::string>& arguments);

/// The words that a shell can complete: the options of the program and, by command, those of each command.
struct CompletionWords {
  std::string command;  // empty: the program itself
  std::string summary;
  std::vector<std::string> options;
  std::map<std::string, std::vector<std::string>> choices{};  // of options that take one of several words
};
[[nodiscard]] std::vector<CompletionWords> list_completion_words(const Commands& commands);

}  // namespace carom::app
