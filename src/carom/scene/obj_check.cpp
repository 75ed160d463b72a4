#include "carom/scene/obj_check.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/strict_number.h"
#include "carom/base/text_place.h"

namespace carom {
namespace {

constexpr std::string_view kBlanks = " \t";

class ObjCheck {
 public:
  ObjCheck(std::string_view text, std::string_view element) : text_(text), element_(element) {}

  void run() {
    visit_lines([&](const std::vector<std::string_view>& words) {
      if (words[0] == "v") check_vertex(words);
    });
    std::int64_t defined = 0;
    visit_lines([&](const std::vector<std::string_view>& words) {
      if (words[0] == "v") ++defined;
      if (words[0] == "f" || words[0] == "l" || words[0] == "p") check_face(words, defined);
    });
  }

 private:
  [[noreturn]] void refuse(std::string_view word, const std::string& problem) const {
    const TextPlace place = find_text_place(text_, static_cast<std::size_t>(word.data() - text_.data()));
    throw InputError(std::string(element_), fmt::format("line {}, column {}: {}, found '{}'", place.line, place.column,
                                                        problem, word.substr(0, 60)));
  }

  template <class Visit>
  void visit_lines(const Visit& visit) const {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find_first_of("\r\n", at), text_.size());
      split(text_.substr(at, end - at), words);
      if (!words.empty()) visit(words);
      at = end + 1;
    }
  }

  static void split(std::string_view line, std::vector<std::string_view>& words) {
    words.clear();
    for (std::size_t at = line.find_first_not_of(kBlanks); at < line.size();) {
      // Behind a face the library takes a comment for a corner.
      if (line[at] == '#' && (words.empty() || words[0] == "v")) return;
      const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
      words.push_back(line.substr(at, end - at));
      at = line.find_first_not_of(kBlanks, end);
    }
  }

  // x y z, then perhaps a weight or colors.
  void check_vertex(const std::vector<std::string_view>& words) {
    if (words.size() < 4) refuse(words.back(), "a vertex takes three finite numbers");
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!parse_strict_number(words[i])) refuse(words[i], "a vertex takes three finite numbers");
    }
    ++vertices_;
  }

  void check_face(const std::vector<std::string_view>& words, std::int64_t defined) const {
    for (std::size_t i = 1; i < words.size(); ++i) check_corner(words[i], defined);
  }

  // v, v/vt, v//vn or v/vt/vn, counted from 1, or back from −1.
  void check_corner(std::string_view word, std::int64_t defined) const {
    const std::size_t slash = std::min(word.find('/'), word.size());
    const std::optional<long long> vertex = parse_strict_integer(word.substr(0, slash));
    if (!vertex || *vertex == 0 || *vertex > vertices_ || *vertex < -defined) {
      const std::int64_t count = vertex && *vertex < 0 ? defined : vertices_;
      refuse(word, fmt::format("a corner is one of {} vertices", count));
    }
    std::string_view rest = word.substr(std::min(slash + 1, word.size()));
    for (int part = 0; !rest.empty(); ++part) {
      const std::size_t end = std::min(rest.find('/'), rest.size());
      const std::optional<long long> index = parse_strict_integer(rest.substr(0, end));
      constexpr long long kLargest = std::numeric_limits<int>::max();
      const bool good = end == 0 ? part == 0 : index && *index != 0 && *index <= kLargest && *index >= -kLargest;
      if (!good || part > 1) refuse(word, "a corner is written as v, v/vt, v//vn or v/vt/vn");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  std::string_view text_;
  std::string_view element_;
  std::int64_t vertices_{};
};

}  // namespace

void check_obj(std::string_view text, std::string_view element) { ObjCheck(text, element).run(); }

}  // namespace carom
