#include "apps/carom/commands/solve_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "carom/base/syntax_error.h"
#include "carom/base/text_place.h"
#include "carom/complementarity/mlcp/condensation.h"
#include "carom/scene/source_files.h"
#include "carom/scene/toml.h"

namespace carom::app {
namespace {

using nlohmann::json;
using SparseMatrix = Eigen::SparseMatrix<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Kind {
  const char* name;
  int block_size;
  bool global;
};
constexpr Kind kKinds[] = {{"lcp", 1, false},  {"mlcp", 1, false}, {"relay", 1, false},
                           {"fc2d", 2, false}, {"fc3d", 3, false}, {"rfc3d", 5, false},
                           {"gfc2d", 2, true}, {"gfc3d", 3, true}, {"grfc3d", 5, true}};

constexpr int kDeepest = 32;  // brackets in brackets: a problem has four

/// The text of a file as JSON. Other programs write NaN, which JSON does not know: outside strings it becomes null, and
/// solvers name its row.
class JsonText {
 public:
  explicit JsonText(const std::string& file) : file_(file), given_(read_file(file)) {
    if (given_.size() > kLongestToml) {
      throw SyntaxError("problem", fmt::format("longer than {} MiB", kLongestToml >> 20U), {file_});
    }
    translate();
  }

  [[nodiscard]] json parse() const {
    try {
      return json::parse(text_);
    } catch (const json::parse_error& error) {
      refuse(std::max<std::size_t>(error.byte, 1) - 1, "expected JSON");
    } catch (const json::out_of_range& error) {
      refuse(find_quoted(error.what()), "a number is too large for double precision");
    }
  }

 private:
  [[noreturn]] void refuse(std::size_t at, const std::string& problem) const {
    // What was put in makes the text longer than the file.
    const auto longer = std::lower_bound(longer_.begin(), longer_.end(), at) - longer_.begin();
    const TextPlace place = find_text_place(given_, at - std::min(at, static_cast<std::size_t>(longer)));
    throw SyntaxError("problem", problem, {file_, place.line, place.column});
  }

  // The place of what stands in quotation marks in the library's message.
  [[nodiscard]] std::size_t find_quoted(const std::string& message) const {
    const std::size_t first = message.find('\''), last = message.rfind('\'');
    return first == last ? 0 : text_.find(message.substr(first + 1, last - first - 1));
  }

  // The library takes values apart recursively: deep ones would exhaust the stack.
  void translate() {
    bool in_string = false;
    int depth = 0;
    text_.reserve(given_.size());
    for (std::size_t i = 0; i < given_.size(); ++i) {
      const char c = given_[i];
      if (in_string && c == '\\' && i + 1 < given_.size()) text_ += given_[i++];
      if (!in_string && given_.compare(i, 3, "NaN") == 0) {
        text_ += "null";
        longer_.push_back(text_.size() - 1);
        i += 2;
        continue;
      }
      if (c == '"') in_string = !in_string;
      if (!in_string && (c == '[' || c == '{') && ++depth > kDeepest) {
        refuse(text_.size(), fmt::format("brackets are nested more than {} deep", kDeepest));
      }
      if (!in_string && (c == ']' || c == '}')) --depth;
      text_ += given_[i];
    }
  }

  std::string file_;
  std::string given_;
  std::string text_;
  std::vector<std::size_t> longer_;  // where a letter was put in
};

/// Reads keys of one file; every complaint names the file and the key.
class ProblemReader {
 public:
  explicit ProblemReader(const std::string& file) : file_(file), root_(JsonText(file).parse()) {
    if (!root_.is_object()) fail("problem", "expected an object with the key 'kind'");
  }

  [[nodiscard]] RecordedProblem read() const {
    const Kind& kind = read_kind();
    RecordedProblem problem{.file = file_, .name = read_name(), .kind = kind.name, .block_size = kind.block_size};
    if (kind.global) {
      read_global(problem);
    } else {
      problem.matrix = read_matrix("matrix");
      problem.q = read_vector("q", problem.matrix.rows());
    }
    if (problem.matrix.rows() != problem.matrix.cols()) fail("matrix.shape", "expected as many rows as columns");
    if (problem.has_contacts()) {
      read_friction(problem);
    } else {
      read_bounds(problem);
    }
    return problem;
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& expected) const {
    throw InputError(key, expected, {file_});
  }

  [[nodiscard]] static std::string show(const json& value) {
    constexpr std::size_t kLongest = 60;
    const std::string text = value.dump();
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "…";
  }

  [[nodiscard]] const json& find(const std::string& key) const {
    const auto it = root_.find(key);
    if (it == root_.end()) fail(key, "expected this key, found none");
    return *it;
  }

  [[nodiscard]] std::string read_name() const {
    const auto it = root_.find("name");
    if (it == root_.end()) return file_;
    if (!it->is_string()) fail("name", "expected a text");
    return it->get<std::string>();
  }

  [[nodiscard]] const Kind& read_kind() const {
    const json& value = find("kind");
    std::vector<std::string> names;
    for (const Kind& kind : kKinds) {
      if (value == kind.name) return kind;
      names.emplace_back(kind.name);
    }
    fail("kind", fmt::format("expected one of {}, found {}", fmt::join(names, ", "), show(value)));
  }

  [[nodiscard]] double read_number(const json& value, const std::string& key) const {
    if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!value.is_number()) fail(key, fmt::format("expected a number, found {}", show(value)));
    return value.get<double>();
  }

  [[nodiscard]] VectorX read_vector(const std::string& key, Eigen::Index size) const {
    const json& values = find(key);
    if (!values.is_array() || static_cast<Eigen::Index>(values.size()) != size) {
      fail(key, fmt::format("expected a list of {} numbers, found {}", size, describe_size(values)));
    }
    VectorX vector(size);
    for (Eigen::Index i = 0; i < size; ++i) {
      vector[i] = read_number(values[static_cast<std::size_t>(i)], fmt::format("{}[{}]", key, i));
    }
    return vector;
  }

  [[nodiscard]] static std::string describe_size(const json& value) {
    return value.is_array() ? fmt::format("a list of {}", value.size()) : std::string(value.type_name());
  }

  [[nodiscard]] SparseMatrix read_matrix(const std::string& key) const {
    const json& matrix = find(key);
    if (!matrix.is_object()) fail(key, "expected an object with 'format', 'shape' and 'values'");
    const auto [rows, columns] = read_shape(matrix, key);
    const auto format = matrix.find("format"), values = matrix.find("values");
    if (values == matrix.end() || !values->is_array()) fail(key + ".values", "expected a list");
    if (format == matrix.end() || (*format != "dense" && *format != "coo")) {
      fail(key + ".format", "expected 'dense' or 'coo'");
    }
    const std::vector<Eigen::Triplet<double>> triplets =
        *format == "dense" ? read_dense(*values, rows, columns, key) : read_coo(matrix, rows, columns, key);
    SparseMatrix result(rows, columns);
    result.setFromTriplets(triplets.begin(), triplets.end());
    if (result.nonZeros() != static_cast<Eigen::Index>(triplets.size())) {
      fail(key, "expected each position once, found one twice");
    }
    return result;
  }

  [[nodiscard]] std::pair<int, int> read_shape(const json& matrix, const std::string& key) const {
    constexpr int kMostRows = 1000000;
    const auto shape = matrix.find("shape");
    const auto is_size = [](const json& size) { return size.is_number_unsigned() && size <= kMostRows; };
    if (shape == matrix.end() || !shape->is_array() || shape->size() != 2 || !is_size((*shape)[0]) ||
        !is_size((*shape)[1])) {
      fail(key + ".shape", fmt::format("expected two sizes from 0 to {}", kMostRows));
    }
    return {(*shape)[0].get<int>(), (*shape)[1].get<int>()};
  }

  [[nodiscard]] std::vector<Eigen::Triplet<double>> read_dense(const json& values, int rows, int columns,
                                                               const std::string& key) const {
    if (static_cast<int>(values.size()) != rows) fail(key + ".values", fmt::format("expected {} rows", rows));
    std::vector<Eigen::Triplet<double>> triplets;
    for (int i = 0; i < rows; ++i) {
      const json& row = values[static_cast<std::size_t>(i)];
      if (!row.is_array() || static_cast<int>(row.size()) != columns) {
        fail(fmt::format("{}.values[{}]", key, i), fmt::format("expected a list of {} numbers", columns));
      }
      for (int j = 0; j < columns; ++j) {
        const double value = read_number(row[static_cast<std::size_t>(j)], fmt::format("{}.values[{}][{}]", key, i, j));
        if (value != 0.0) triplets.emplace_back(i, j, value);
      }
    }
    return triplets;
  }

  [[nodiscard]] std::vector<Eigen::Triplet<double>> read_coo(const json& matrix, int rows, int columns,
                                                             const std::string& key) const {
    const json& values = matrix["values"];
    const auto read_indices = [&](const std::string& name, int size) {
      const auto list = matrix.find(name);
      if (list == matrix.end() || !list->is_array() || list->size() != values.size()) {
        fail(key + "." + name, fmt::format("expected a list of {} indices, as many as values", values.size()));
      }
      std::vector<int> indices;
      for (const json& index : *list) {
        if (!index.is_number_unsigned() || index >= size) {
          fail(fmt::format("{}.{}[{}]", key, name, indices.size()), fmt::format("expected an index below {}", size));
        }
        indices.push_back(index.get<int>());
      }
      return indices;
    };
    const std::vector<int> i = read_indices("rows", rows), j = read_indices("cols", columns);
    std::vector<Eigen::Triplet<double>> triplets;
    for (std::size_t k = 0; k < values.size(); ++k) {
      triplets.emplace_back(i[k], j[k], read_number(values[k], fmt::format("{}.values[{}]", key, k)));
    }
    return triplets;
  }

  void read_global(RecordedProblem& problem) const {
    GlobalFrictionProblem global{read_matrix("matrix"), read_matrix("H"), {}, {}};
    if (global.M.rows() != global.M.cols()) fail("matrix.shape", "expected as many rows as columns");
    if (global.H.rows() != global.M.rows()) fail("H.shape", fmt::format("expected {} rows", global.M.rows()));
    global.q = read_vector("q", global.M.rows());
    global.b = read_vector("b", global.H.cols());
    CondensedProblem condensed = condense(global);
    if (!condensed.regular) fail("matrix", "expected a mass matrix that can be inverted");
    problem.matrix = std::move(condensed.G);
    problem.q = std::move(condensed.q);
  }

  void read_friction(RecordedProblem& problem) const {
    if (problem.matrix.rows() % problem.block_size != 0) {
      fail("matrix.shape", fmt::format("expected a multiple of {} rows", problem.block_size));
    }
    const Eigen::Index contacts = problem.matrix.rows() / problem.block_size;
    problem.mu = read_vector("mu", contacts);
    if (problem.block_size == kLargest) problem.mu_rolling = read_vector("mu_r", contacts);
  }

  void read_bounds(RecordedProblem& problem) const {
    const Eigen::Index size = problem.matrix.rows();
    if (size > kMostDenseRows) {
      fail("matrix.shape",
           fmt::format("expected at most {} rows: this kind is solved as a dense matrix", kMostDenseRows));
    }
    problem.lower = VectorX::Zero(size);
    problem.upper = VectorX::Constant(size, kInfinity);
    if (problem.kind == "mlcp") read_row_types(problem);
    if (problem.kind != "relay") return;
    // A bound that is not there is null, which reads as NaN.
    problem.lower = read_vector("lower", size).unaryExpr([](double x) { return std::isnan(x) ? -kInfinity : x; });
    problem.upper = read_vector("upper", size).unaryExpr([](double x) { return std::isnan(x) ? kInfinity : x; });
  }

  // Each row is either an equation or complementary.
  void read_row_types(RecordedProblem& problem) const {
    std::vector<char> seen(static_cast<std::size_t>(problem.matrix.rows()));
    for (const char* key : {"equality_rows", "complementarity_rows"}) {
      const json& rows = find(key);
      if (!rows.is_array()) fail(key, "expected a list of rows");
      for (const json& row : rows) {
        if (!row.is_number_unsigned() || row >= seen.size() || seen[row.get<std::size_t>()] != 0) {
          fail(key, fmt::format("expected rows below {}, each in one list, found {}", seen.size(), show(row)));
        }
        seen[row.get<std::size_t>()] = 1;
        if (std::string_view(key) == "equality_rows") problem.lower[row.get<Eigen::Index>()] = -kInfinity;
      }
    }
    const auto missing = std::find(seen.begin(), seen.end(), 0);
    if (missing != seen.end()) {
      fail("complementarity_rows", fmt::format("expected row {} here or in equality_rows", missing - seen.begin()));
    }
  }

  static constexpr int kLargest = 5;  // rows of a contact with rolling friction
  static constexpr int kMostDenseRows = 5000;
  std::string file_;
  json root_;
};

}  // namespace

RecordedProblem read_problem(const std::string& file) { return ProblemReader(file).read(); }

}  // namespace carom::app
