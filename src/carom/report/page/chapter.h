#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// A statement that was tested: a number within a tolerance, or a text.
struct Check {
  std::string name{};
  std::variant<double, std::string> expected{};
  std::variant<double, std::string> found{};
  std::optional<double> tolerance{};  // largest |found − expected|
  std::string unit{};
  bool passed{};
  std::string note{};   // where the tolerance comes from
  std::string curve{};  // what was found was read off this drawn curve, "figure: label"; empty: off none
};

/// Passed where |found − expected| ≤ tolerance; a number that is not finite passes nothing.
[[nodiscard]] Check check_number(std::string name, double expected, double found, double tolerance, std::string unit,
                                 std::string note);

/// One figure beside what theory or a paper says of it, the scene that made it and what was tested.
struct ChapterItem {
  std::string figure{};  // id; empty: none
  std::string says{};
  std::string scene_name{};  // empty: none
  std::string scene_text{};
  std::string run{};  // name of a run on the page; empty: none
  std::vector<Check> checks{};
};

/// A part of a reproduction.
struct Chapter {
  std::string id{};
  std::string title{};
  std::string text{};
  std::vector<ChapterItem> items{};
  std::vector<Check> checks{};
};

/// A line of an index page.
struct PaperEntry {
  std::string id{};
  std::string title{};
  std::string text{};
  std::string href{};  // a file beside the page
  int passed{};
  int total{};
};

}  // namespace carom
