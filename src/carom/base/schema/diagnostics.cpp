#include "carom/base/schema/diagnostics.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace carom::schema {
namespace {

std::string_view find_line(std::string_view text, int number) {
  std::size_t start = 0;
  for (int line = 1; line < number; ++line) {
    start = text.find('\n', start);
    if (start == std::string_view::npos) return {};
    ++start;
  }
  return text.substr(start, text.find('\n', start) - start);
}

// The first bytes of a line up to a column counted in characters, not in bytes of UTF-8.
std::size_t find_byte(std::string_view line, int column) {
  std::size_t byte = 0;
  for (int i = 1; i < column && byte < line.size(); ++i) {
    ++byte;
    while (byte < line.size() && (static_cast<unsigned char>(line[byte]) & 0xc0U) == 0x80U) ++byte;
  }
  return byte;
}

// Bytes that a terminal would act upon, or that are no text, become question marks.
std::string make_printable(std::string_view line) {
  std::string text(line);
  for (char& c : text) {
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f) c = '?';
  }
  return text;
}

// The line and a caret below the column; of a long line, the part around the column.
std::string show_line(std::string_view line, int column) {
  constexpr std::size_t kWidth = 100;
  std::size_t byte = find_byte(line, column);
  if (byte > kWidth) {
    const std::size_t cut = find_byte(line, column - 40);
    line.remove_prefix(cut);
    byte -= cut;
  }
  if (line.size() > kWidth) line = line.substr(0, std::max(byte, find_byte(line, static_cast<int>(kWidth))));
  // Tabs stay tabs, so that the caret stands below its column for every tab width.
  std::string blank;
  for (const char c : line.substr(0, byte)) {
    if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) blank += c == '\t' ? '\t' : ' ';
  }
  return fmt::format("    {}\n    {}^\n", make_printable(line), blank);
}

}  // namespace

int Diagnostics::add_source(Source source) {
  sources_.push_back(std::move(source));
  return static_cast<int>(sources_.size()) - 1;
}

void Diagnostics::error(Place place, std::string message, Failure failure) {
  if (failure == Failure::Unreadable) failure_ = failure;
  if (!is_full()) diagnostics_.push_back({Severity::Error, failure, place, std::move(message)});
  ++num_errors_;
}

void Diagnostics::warn(Place place, std::string message) {
  if (diagnostics_.size() < 2 * kMostKept) {
    diagnostics_.push_back({Severity::Warning, Failure::Senseless, place, std::move(message)});
  }
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> all = diagnostics_;
  std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place.source, a.place.line, a.place.column) <
           std::tie(b.place.source, b.place.line, b.place.column);
  });
  return all;
}

std::string Diagnostics::render(const Diagnostic& diagnostic) const {
  const std::string_view severity = diagnostic.severity == Severity::Error ? "error" : "warning";
  const Place& place = diagnostic.place;
  if (place.source < 0) return fmt::format("{}: {}\n", severity, diagnostic.message);
  const Source& source = sources_[static_cast<std::size_t>(place.source)];
  if (!source.has_lines) return fmt::format("{}: {}: {}\n", source.name, severity, diagnostic.message);
  if (place.line < 1) return fmt::format("{}: {}: {}\n", source.name, severity, diagnostic.message);
  return fmt::format("{}:{}:{}: {}: {}\n{}", source.name, place.line, place.column, severity, diagnostic.message,
                     show_line(find_line(source.text, place.line), place.column));
}

std::string Diagnostics::render_all() const {
  std::string text;
  for (const Diagnostic& diagnostic : sorted()) text += render(diagnostic);
  if (num_errors_ > kMostKept) text += fmt::format("and {} more errors\n", num_errors_ - kMostKept);
  return text;
}

}  // namespace carom::schema
