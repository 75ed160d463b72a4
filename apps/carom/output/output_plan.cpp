#include "apps/carom/output/output_plan.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/carom/output/output_file.h"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array kJournals{"-wal", "-shm", "-journal"};  // of SQLite, beside a recording

// Also where the last link leads to nothing yet: writing would make a file there.
fs::path follow_links(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links) {
    const fs::path target = fs::read_symlink(path, error);
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return fs::weakly_canonical(path, error);
}

// Whether a figure may get this name: in the folder itself, or in one below it that a run of several has.
bool may_be_figure_in(const fs::path& path, const std::string& folder) {
  const fs::path parent = path.parent_path();
  return is_figure_name(path) && (parent == folder || parent.parent_path() == folder);
}

// A folder that is there, or can be made in one that is.
void check_folder(const std::string& option, const fs::path& folder) {
  std::error_code error;
  fs::path there = fs::absolute(folder);
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, error)) {
    throw UsageError(
        fmt::format("{}: '{}' is a file, not a folder; give the name of a folder", option, there.string()));
  }
  if (access(there.c_str(), W_OK | X_OK) != 0) {
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("{}: cannot write to the folder '{}'", option, there.string()));
  }
}

std::vector<fs::path> list_figures(const fs::path& folder) {
  std::vector<fs::path> figures;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (is_figure_name(entry.path())) figures.push_back(entry.path());
    if (!entry.is_directory(error) || entry.is_symlink(error)) continue;
    for (const fs::directory_entry& below : fs::directory_iterator(entry.path(), error)) {
      if (is_figure_name(below.path())) figures.push_back(below.path());
    }
  }
  return figures;
}

}  // namespace

bool OutputPlan::Identity::is(const Identity& other) const {
  return path == other.path || (inode && inode == other.inode);
}

OutputPlan::Identity OutputPlan::identify(const fs::path& path) {
  Identity identity{.path = follow_links(fs::absolute(path)).string(), .inode = {}};
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) identity.inode = {status.st_dev, status.st_ino};
  return identity;
}

void OutputPlan::declare(CommandLine& line) {
  line.add_flag("--force", force_, "Replace outputs that exist, each only where it is of the same kind");
}

void OutputPlan::add_input(const std::string& what, const fs::path& path) {
  if (!path.empty()) inputs_.push_back({what, identify(path)});
}

void OutputPlan::add_recording_input(const std::string& path) {
  if (path.empty()) return;
  add_input("the recording that is read", path);
  const std::string target = follow_links(fs::absolute(path)).string();
  for (const char* const suffix : kJournals) add_input("the name of a journal of the recording", target + suffix);
}

void OutputPlan::add_inputs(const SceneSources& sources) {
  for (const SourceFile& file : sources.files) {
    add_input(fmt::format("'{}', which the scene is made from", file.name), fs::path(sources.folder) / file.name);
  }
}

void OutputPlan::add_file(const std::string& option, const std::string& path, const OutputKind& kind) {
  if (path.empty()) return;
  outputs_.push_back({option, path, &kind, path == "-" ? Identity{"-", {}} : identify(path)});
}

void OutputPlan::add_file_in(const std::string& option, const std::string& folder, const std::string& name,
                             const OutputKind& kind) {
  if (folder.empty()) return;
  add_file(option, (fs::path(folder) / name).string(), kind);
  outputs_.back().makes_folder = true;
}

void OutputPlan::add_recording(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  add_file(option, path, output_kinds::kRecording);
  const std::string target = follow_links(fs::absolute(path)).string();
  for (const char* const suffix : kJournals) {
    outputs_.push_back({option, path + suffix, nullptr, identify(target + suffix)});
  }
}

void OutputPlan::add_figures(const std::string& option, const std::string& folder) {
  if (!folder.empty()) folders_.push_back({option, folder, identify(folder).path});
}

void OutputPlan::check() const {
  check_apart();
  check_inputs();
  for (const Output& output : outputs_) check_existing(output);
  for (const Folder& folder : folders_) check_figures(folder);
}

void OutputPlan::check_apart() const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!outputs_[i].identity.is(outputs_[j].identity)) continue;
      if (outputs_[i].path == "-") {
        throw UsageError(
            fmt::format("{} and {} both write to standard output", outputs_[j].option, outputs_[i].option));
      }
      std::error_code error;
      if (fs::is_character_file(outputs_[i].path, error)) continue;  // such as /dev/null
      throw UsageError(fmt::format("{} '{}' and {} '{}' are the same file; give each a name of its own",
                                   outputs_[j].option, outputs_[j].path, outputs_[i].option, outputs_[i].path));
    }
  }
}

void OutputPlan::check_inputs() const {
  for (const Input& input : inputs_) {
    for (const Output& output : outputs_) {
      if (!output.identity.is(input.identity)) continue;
      throw UsageError(fmt::format("{}: '{}' is {}; it is left as it is: give {} another name", output.option,
                                   output.path, input.what, output.option));
    }
    for (const Folder& folder : folders_) {
      if (!may_be_figure_in(input.identity.path, folder.canonical)) continue;
      throw UsageError(fmt::format("{}: '{}' holds {}, and a figure could take its name: give another folder",
                                   folder.option, folder.path, input.what));
    }
  }
}

void OutputPlan::check_existing(const Output& output) const {
  if (output.kind == nullptr) return;
  std::error_code error;
  if (output.makes_folder) {
    check_folder(output.option, fs::path(output.path).parent_path());
    if (!fs::exists(output.path, error)) return;
  }
  check_output(output.path);
  if (output.path == "-" || !fs::is_regular_file(output.path, error) || fs::file_size(output.path, error) == 0) return;
  if (!output.kind->matches(read_head(output.path))) {
    throw UsageError(
        fmt::format("{}: '{}' exists and is not {}; it is left as it is, with --force too: give {} another name",
                    output.option, output.path, output.kind->noun, output.option));
  }
  if (force_) return;
  throw UsageError(
      fmt::format("{}: '{}' exists, {}; --force replaces it", output.option, output.path, output.kind->noun));
}

void OutputPlan::check_figures(const Folder& folder) const {
  check_folder(folder.option, folder.path);
  for (const Output& output : outputs_) {
    if (!may_be_figure_in(output.identity.path, folder.canonical)) continue;
    throw UsageError(fmt::format("{}: a figure of {} could take the name '{}'; give {} another name", output.option,
                                 folder.option, output.path, output.option));
  }
  for (const fs::path& figure : list_figures(folder.path)) {
    std::error_code error;
    if (!fs::is_regular_file(figure, error) || !output_kinds::kFigure.matches(read_head(figure))) {
      throw UsageError(
          fmt::format("{}: '{}' is not a figure that carom wrote, and one could take its name: give another folder",
                      folder.option, figure.string()));
    }
    if (force_) continue;
    throw UsageError(fmt::format("{}: '{}' holds figures already ('{}'); --force replaces those of the same names",
                                 folder.option, folder.path, figure.filename().string()));
  }
}

}  // namespace carom::app
