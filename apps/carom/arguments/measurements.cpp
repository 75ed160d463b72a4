#include "apps/carom/arguments/measurements.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"
#include "carom/base/syntax_error.h"
#include "carom/base/units.h"
#include "carom/scene/source_files.h"

namespace carom::app {
namespace {

// One cell, and where it stands.
struct Cell {
  std::string text;
  int column{};  // from 1
};

constexpr std::string_view kBlanks = " \t\r";

std::string trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

// Splits a line into cells as RFC 4180 has them: bare ones without quotation marks, or whole ones in quotation marks,
// where two of them stand for one. Blanks around a cell mean nothing, and a cell ends with its line.
class LineSplitter {
 public:
  LineSplitter(std::string_view line, SourceLocation place) : line_(line), place_(std::move(place)) {}

  [[nodiscard]] std::vector<Cell> split() {
    std::vector<Cell> cells;
    while (true) {
      cells.push_back(take_cell());
      if (at_ == line_.size()) return cells;
      ++at_;  // the comma
    }
  }

 private:
  [[nodiscard]] Cell take_cell() {
    const std::size_t start = std::min(line_.find_first_not_of(kBlanks, at_), line_.size());
    Cell cell{.text = "", .column = static_cast<int>(at_) + 1};
    if (start < line_.size() && line_[start] == '"') {
      cell.column = static_cast<int>(start) + 1;
      cell.text = trim(take_quoted(start));
      return cell;
    }
    const std::size_t end = std::min(line_.find(',', at_), line_.size());
    const std::size_t mark = line_.find('"', at_);
    if (mark < end) fail("a quotation mark inside a cell that does not begin with one", mark);
    cell.text = trim(line_.substr(at_, end - at_));
    at_ = end;
    return cell;
  }

  [[nodiscard]] std::string take_quoted(std::size_t start) {
    std::string text;
    std::size_t i = start + 1;
    for (; i < line_.size(); ++i) {
      if (line_[i] != '"') {
        text += line_[i];
      } else if (i + 1 < line_.size() && line_[i + 1] == '"') {
        text += line_[i++];
      } else {
        break;
      }
    }
    if (i == line_.size()) fail("the quotation mark is not closed in its line", start);
    at_ = std::min(line_.find_first_not_of(kBlanks, i + 1), line_.size());
    if (at_ < line_.size() && line_[at_] != ',') fail("expected a comma behind the closing quotation mark", at_);
    return text;
  }

  [[noreturn]] void fail(const char* problem, std::size_t at) {
    place_.column = static_cast<int>(at) + 1;
    throw SyntaxError("measurements", problem, place_);
  }

  std::string_view line_;
  SourceLocation place_;
  std::size_t at_{};
};

// A column that is looked for.
struct Column {
  std::string name;
  Dimension dimension;
  bool required;
  std::size_t place{std::string::npos};
  double unit{1.0};  // SI units in one of the file's
};

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  void read_line(const std::string& line) {
    ++line_;
    const std::string content = trim(line);
    if (content.empty() || content.front() == '#') return;
    const std::vector<Cell> cells = LineSplitter(line, {name_, line_, 1}).split();
    if (!has_header_) {
      read_header(cells);
    } else {
      read_row(cells);
    }
  }

  [[nodiscard]] std::vector<RestitutionPoint> take() {
    if (!has_header_) throw SyntaxError("measurements", "expected a first line that names the columns", {name_, 1, 1});
    if (points_.empty()) throw SyntaxError("measurements", "there are no rows below the names", {name_, line_, 1});
    return std::move(points_);
  }

 private:
  void read_header(const std::vector<Cell>& cells) {
    has_header_ = true;
    num_columns_ = cells.size();
    std::vector<std::string> found;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t bracket = cells[i].text.find('[');
      found.push_back(trim(std::string_view(cells[i].text).substr(0, bracket)));
      for (Column& column : columns_) {
        if (column.name != found.back()) continue;
        if (column.place != std::string::npos) {
          throw SyntaxError("measurements", fmt::format("there are two columns '{}'", column.name),
                            {name_, line_, cells[i].column});
        }
        column.place = i;
        if (bracket != std::string::npos) read_unit(column, cells[i], bracket);
      }
    }
    for (const Column& column : columns_) {
      if (column.required && column.place == std::string::npos) {
        throw SyntaxError("measurements",
                          fmt::format("expected a column '{}', found {}{}", column.name, list(found),
                                      make_suggestion_from(found, column.name)),
                          {name_, line_, 1});
      }
    }
  }

  static std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
    return text;
  }
  // Which of the file's names was likely meant.
  static std::string make_suggestion_from(const std::vector<std::string>& found, const std::string& wanted) {
    const std::string nearest = find_nearest_name(wanted, found);
    return nearest.empty() ? "" : fmt::format("; is '{}' meant?", nearest);
  }

  void read_unit(Column& column, const Cell& cell, std::size_t bracket) const {
    if (cell.text.back() != ']') {
      throw SyntaxError(fmt::format("column '{}'", column.name),
                        fmt::format("expected a unit in brackets at the end, found '{}'", cell.text.substr(bracket)),
                        {name_, line_, cell.column});
    }
    const std::string unit = trim(std::string_view(cell.text).substr(bracket + 1, cell.text.size() - bracket - 2));
    const ParsedQuantity parsed = parse_quantity("1 " + unit);
    if (!parsed.problem.empty() || !is_compatible(parsed.dimension, column.dimension)) {
      throw SyntaxError(fmt::format("column '{}'", column.name),
                        fmt::format("expected a unit of {}, found '{}'", describe_dimension(column.dimension), unit),
                        {name_, line_, cell.column});
    }
    column.unit = parsed.value;
  }

  void read_row(const std::vector<Cell>& cells) {
    if (cells.size() != num_columns_) {
      const bool more = cells.size() > num_columns_;
      throw SyntaxError("measurements",
                        fmt::format("the row has {} cells for {} columns{}", cells.size(), num_columns_,
                                    more ? "; numbers have a decimal point" : ""),
                        {name_, line_, more ? cells[num_columns_].column : 1});
    }
    RestitutionPoint point;
    point.speed = read_number(columns_[0], cells);
    point.restitution = read_number(columns_[1], cells);
    if (columns_[2].place != std::string::npos) point.deviation = read_number(columns_[2], cells);
    if (!(point.speed > 0.0)) refuse(columns_[0], cells, "above 0");
    if (!(point.restitution >= 0.0 && point.restitution <= 1.0)) refuse(columns_[1], cells, "from 0 to 1");
    if (columns_[2].place != std::string::npos && !(point.deviation > 0.0)) refuse(columns_[2], cells, "above 0");
    points_.push_back(point);
  }

  [[nodiscard]] double read_number(const Column& column, const std::vector<Cell>& cells) const {
    const ParsedQuantity parsed = parse_quantity(cells[column.place].text);
    if (!parsed.problem.empty() || parsed.has_unit || !std::isfinite(parsed.value)) {
      throw SyntaxError(fmt::format("column '{}'", column.name),
                        fmt::format("expected a number, found '{}'", cells[column.place].text),
                        {name_, line_, cells[column.place].column});
    }
    return parsed.value * column.unit;
  }

  [[noreturn]] void refuse(const Column& column, const std::vector<Cell>& cells, const char* expected) const {
    throw InputError(fmt::format("column '{}'", column.name),
                     fmt::format("expected a number {}, found {}", expected, cells[column.place].text),
                     {name_, line_, cells[column.place].column});
  }

  std::string name_;
  int line_{};
  bool has_header_{};
  std::size_t num_columns_{};
  std::vector<Column> columns_{{"speed", dimensions::kSpeed, true},
                               {"restitution", dimensions::kNumber, true},
                               {"deviation", dimensions::kNumber, false}};
  std::vector<RestitutionPoint> points_;
};

}  // namespace

std::vector<RestitutionPoint> parse_measurements(const std::string& text, const std::string& name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // spreadsheets write it
  Reader reader(name);
  std::istringstream lines(text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text);
  for (std::string line; std::getline(lines, line);) reader.read_line(line);
  return reader.take();
}

std::vector<RestitutionPoint> read_measurements(const std::filesystem::path& path) {
  return parse_measurements(read_file(path), path.string());
}

}  // namespace carom::app
