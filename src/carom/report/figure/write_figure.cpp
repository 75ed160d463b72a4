#include "carom/report/figure/write_figure.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "carom/recording/io_error.h"
#include "carom/report/figure/child_process.h"
#include "carom/report/support/all_cores.h"
#include "carom/report/support/temporary_folder.h"

namespace carom {
namespace {

constexpr std::size_t kLongestName = 120;  // without the ending; file systems allow 255 bytes

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw IoError(fmt::format("cannot write '{}': {}", path.string(), reason), errno == 0 ? EIO : errno);
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) fail(path, "the disk may be full");
}

// gnuplot's own words, the first of them.
std::string shorten(const std::string& messages) {
  std::istringstream lines(messages);
  std::string line, text;
  for (int shown = 0; shown < 4 && std::getline(lines, line);) {
    if (line.find_first_not_of(" \t^") == std::string::npos) continue;
    text += "\n  " + line;
    ++shown;
  }
  return text;
}

[[noreturn]] void fail_without_gnuplot() {
  throw IoError("figures are drawn by gnuplot, which is not installed (Debian: apt-get install gnuplot-nox)", ENOENT);
}

void run_gnuplot(const TemporaryFolder& scratch, const std::filesystem::path& destination) {
  const std::filesystem::path messages = scratch.path() / "messages.txt";
  // -d: without what the user's own start files say.
  const ChildStatus status =
      run_child_process({.command = {"gnuplot", "-d", "figure.gp"}, .folder = scratch.path(), .messages = messages});
  switch (status) {
    case ChildStatus::Done:
      return;
    case ChildStatus::Missing:
      fail_without_gnuplot();
    case ChildStatus::TooLong:
      fail(destination, "gnuplot took longer than a minute and was stopped");
    case ChildStatus::Failed:
      fail(destination, "gnuplot failed" + shorten(read_text(messages)));
  }
}

// Viewers without our font take the nearest of these.
void name_other_fonts(const std::filesystem::path& svg) {
  constexpr std::string_view kFont = "font-family=\"Liberation Sans\"";
  constexpr std::string_view kFonts = "font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\"";
  std::string text = read_text(svg);
  for (std::size_t at = text.find(kFont); at != std::string::npos; at = text.find(kFont, at + kFonts.size())) {
    text.replace(at, kFont.size(), kFonts);
  }
  write_text(svg, text);
}

}  // namespace

std::string figure_file_name(const std::string& id) {
  std::string name = id.substr(0, kLongestName);
  for (char& letter : name) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' || letter == '.';
    if (!plain) letter = '_';
  }
  // Neither hidden nor a way out of the folder.
  if (name.starts_with('.')) name.front() = '_';
  return name.empty() ? "_" : name;
}

std::vector<std::string> make_file_names(const std::vector<std::string>& ids) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& id : ids) {
    std::string name = figure_file_name(id);
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = fmt::format("{}-{}", figure_file_name(id), number);
    }
    names.push_back(std::move(name));
  }
  return names;
}

void check_gnuplot() {
  const ChildStatus status =
      run_child_process({.command = {"gnuplot", "--version"}, .folder = ".", .messages = "/dev/null"});
  if (status == ChildStatus::Missing) fail_without_gnuplot();
}

namespace {

void write_as(const Figure& figure, const std::filesystem::path& destination, const FigureLook& look) {
  validate(figure);
  const std::filesystem::path folder = destination.parent_path();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const TemporaryFolder scratch(folder);
  write_text(scratch.path() / "figure.gp", make_gnuplot_script(figure, look));
  errno = 0;
  run_gnuplot(scratch, destination);
  name_other_fonts(scratch.path() / (std::string(kScriptOutput) + ".svg"));
  for (const char* ending : {".svg", ".pdf", ".png"}) {
    const std::filesystem::path from = scratch.path() / (std::string(kScriptOutput) + ending);
    if (std::filesystem::file_size(from, error) == 0 || error) fail(destination, "gnuplot wrote nothing");
    std::filesystem::rename(from, destination.string() + ending, error);
    if (error) fail(destination.string() + ending, error.message());
  }
}

}  // namespace

void write_figure(const Figure& figure, const std::filesystem::path& folder, const FigureLook& look) {
  write_as(figure, folder / figure_file_name(figure.id), look);
}

void write_figures(const std::vector<Figure>& figures, const std::filesystem::path& folder, const FigureLook& look) {
  std::vector<std::string> ids;
  for (const Figure& figure : figures) ids.push_back(figure.id);
  const std::vector<std::string> names = make_file_names(ids);
  run_on_all_cores(figures.size(), [&](std::size_t i) { write_as(figures[i], folder / names[i], look); });
}

}  // namespace carom
