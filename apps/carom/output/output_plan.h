#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/carom/command_line.h"
#include "apps/carom/output/output_kind.h"
#include "carom/base/scene_sources.h"

namespace carom::app {

/// What a command reads and writes, checked before anything runs: no output destroys an input or another output.
///
/// Two outputs are never one file, whatever links and spellings lead to it; an output is never an input; and what
/// exists is replaced only with --force, and only by its own kind. An empty file has nothing to lose; devices and pipes
/// are written to.
class OutputPlan {
 public:
  /// Adds --force.
  void declare(CommandLine& line);
  [[nodiscard]] bool force() const { return force_; }

  /// Empty paths are no inputs. `what` names it: "the scene".
  void add_input(const std::string& what, const std::filesystem::path& path);
  /// With the journals beside it.
  void add_recording_input(const std::string& path);
  /// Every file that a scene was made from.
  void add_inputs(const SceneSources& sources);

  /// Empty paths are no outputs; "-" is standard output.
  void add_file(const std::string& option, const std::string& path, const OutputKind& kind);
  /// The same in a folder that is made where it is missing.
  void add_file_in(const std::string& option, const std::string& folder, const std::string& name,
                   const OutputKind& kind);
  /// With the names that SQLite gives to the journals beside it.
  void add_recording(const std::string& option, const std::string& path);
  /// A folder for figures, whose names are known only when they are drawn: it holds none so far, or --force.
  void add_figures(const std::string& option, const std::string& folder);

  /// Throws UsageError where something would be lost, std::system_error where nothing can be written.
  void check() const;

 private:
  /// A file, or the place for one, whatever it is called.
  struct Identity {
    std::string path;                                              // absolute, without links
    std::optional<std::pair<unsigned long, unsigned long>> inode;  // device and number, where there is such a file
    [[nodiscard]] bool is(const Identity& other) const;
  };
  struct Input {
    std::string what;
    Identity identity;
  };
  struct Output {
    std::string option;
    std::string path;          // as given
    const OutputKind* kind{};  // null: a journal
    Identity identity;
    bool makes_folder{};
  };
  struct Folder {
    std::string option;
    std::string path;
    std::string canonical;
  };

  [[nodiscard]] static Identity identify(const std::filesystem::path& path);
  void check_apart() const;
  void check_inputs() const;
  void check_existing(const Output& output) const;
  void check_figures(const Folder& folder) const;

  bool force_{};
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<Folder> folders_;
};

}  // namespace carom::app
