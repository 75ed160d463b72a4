#include "apps/carom/command_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "carom/base/nearest_name.h"

namespace carom::app {
namespace {

// Calls `store` with every value the user gave. CLI11's own conversions depend on the locale and accept "nan".
template <class Store>
CLI::Option* add_values(CLI::App& parser, const std::string& name, const std::string& help, const char* type,
                        CommandLine::Presence presence, Store store) {
  const CLI::callback_t store_all = [store](const CLI::results_t& values) {
    for (const std::string& value : values) store(value);
    return true;
  };
  return parser.add_option(name, store_all, help)
      ->type_name(type)
      ->required(presence == CommandLine::Presence::Required);
}

[[nodiscard]] bool read_number(std::string_view text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
}

[[nodiscard]] bool read_number(std::string_view text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

template <class Number>
void add_number(CLI::App& parser, const std::string& name, Number& value, const std::string& help, const char* type,
                const char* expected, CommandLine::Presence presence) {
  add_values(parser, name, help, type, presence, [&value, name, expected](const std::string& text) {
    if (!read_number(text, value)) throw UsageError(fmt::format("{}: expected {}, found '{}'", name, expected, text));
  });
}

void set_up_program(CLI::App& parser) {
  parser.description("Carom simulates mechanisms in contact and accounts for every joule.");
  parser.set_help_flag("-h,--help", "Print this help");
  parser.set_version_flag("--version", std::string("carom ") + CAROM_VERSION, "Print the version");
  parser.footer("'carom COMMAND --help' explains a command and gives examples.");
  parser.require_subcommand(0, 1);
  // What is unknown is left over, for fail_on_unknown_word() to explain.
  parser.allow_extras();
  parser.get_formatter()->column_width(28);
  parser.get_formatter()->label("SUBCOMMAND", "COMMAND");
  parser.get_formatter()->label("Subcommands", "Commands");
  parser.get_formatter()->label("Positionals", "Arguments");
  parser.get_formatter()->label("REQUIRED", "(required)");
}

CLI::App* add_command(CLI::App& parser, Command& command) {
  CLI::App* const subparser = parser.add_subcommand(command.name(), command.summary())->group("Commands");
  const std::string notes = command.notes();
  subparser->footer(
      fmt::format("{}Examples:\n  {}", notes.empty() ? "" : notes + '\n', fmt::join(command.examples(), "\n  ")));
  CommandLine line(*subparser);
  command.declare(line);
  return subparser;
}

std::vector<std::string> list_options(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> list_commands(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const CLI::App* subparser : parser.get_subcommands({})) names.push_back(subparser->get_name());
  return names;
}

void fail_on_unknown_word(const CLI::App& program, const CLI::App& parser) {
  const std::vector<std::string> unknown = program.remaining(/*recurse=*/true);
  if (unknown.empty()) return;
  const std::string word = unknown.front().substr(0, unknown.front().find('='));
  if (word.starts_with("-")) {
    throw UsageError("unknown option '" + word + "'" + make_suggestion(word, list_options(parser)));
  }
  if (&parser != &program) throw UsageError("one argument too many: '" + unknown.front() + "'");
  const std::string suggestion = make_suggestion(word, list_commands(program));
  throw UsageError("unknown command '" + word + "'" + suggestion);
}

}  // namespace

void CommandLine::add_flag(const std::string& name, bool& value, const std::string& help) {
  parser_.add_flag(name, value, help);
}

void CommandLine::add(const std::string& name, std::string& value, const std::string& help, Presence presence) {
  add_values(parser_, name, help, "TEXT", presence, [&value, name](const std::string& text) {
    // A variable of the shell that is not set, most likely: without a word a recording would be lost.
    if (text.empty()) throw UsageError(name + ": expected a value, found an empty text");
    value = text;
  });
}

void CommandLine::add(const std::string& name, double& value, const std::string& help, Presence presence) {
  add_number(parser_, name, value, help, "NUMBER", "a finite number", presence);
}

void CommandLine::add(const std::string& name, int& value, const std::string& help, Presence presence) {
  add_number(parser_, name, value, help, "INTEGER", "a whole number", presence);
}

void CommandLine::add(const std::string& name, std::vector<std::string>& values, const std::string& help,
                      Presence presence) {
  CLI::Option* const option =
      add_values(parser_, name, help, "TEXT", presence, [&values](const std::string& text) { values.push_back(text); });
  option->take_all();
  // Arguments without a dash follow each other; one or more.
  if (!name.starts_with("-")) option->expected(-1);
}

void CommandLine::add_choice(const std::string& name, std::string& value, const std::vector<std::string>& choices,
                             const std::string& help, Presence presence) {
  const std::string listed = fmt::format("{} ({})", help, fmt::join(choices, ", "));
  add_values(parser_, name, listed, "TEXT", presence, [&value, name, choices](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
      throw UsageError(fmt::format("{}: expected one of {}, found '{}'{}", name, fmt::join(choices, ", "), text,
                                   make_suggestion(text, choices)));
    }
    value = text;
  });
}

Request parse_arguments(const Commands& commands, const std::vector<std::string>& arguments) {
  CLI::App program("", "carom");
  set_up_program(program);
  for (const auto& command : commands) add_command(program, *command);

  const auto find_parser = [&]() -> const CLI::App& {
    const std::vector<CLI::App*> parsed = program.get_subcommands();
    return parsed.empty() ? program : *parsed.front();
  };
  try {
    // CLI11 takes them from the back.
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForVersion& version) {
    return {nullptr, version.what() + std::string("\n")};
  } catch (const CLI::CallForHelp&) {
    return {nullptr, program.help()};
  } catch (const CLI::ParseError& error) {
    // A misspelt option explains a missing one, so it is named first.
    fail_on_unknown_word(program, find_parser());
    throw UsageError(error.what());
  }
  fail_on_unknown_word(program, find_parser());
  for (const auto& command : commands) {
    if (program.got_subcommand(command->name())) return {command.get(), ""};
  }
  return {nullptr, program.help()};
}

std::vector<CompletionWords> list_completion_words(const Commands& commands) {
  CLI::App program("", "carom");
  set_up_program(program);
  std::vector<CompletionWords> words{{"", "", list_options(program)}};
  for (const auto& command : commands) {
    words.push_back({command->name(), command->summary(), list_options(*add_command(program, *command))});
  }
  return words;
}

}  // namespace carom::app
