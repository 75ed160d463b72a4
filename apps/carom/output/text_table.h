#pragma once

#include <string>
#include <vector>

namespace carom::app {

/// A table for people: each column as wide as its widest cell, so that nothing is cut and no two numbers run together.
class TextTable {
 public:
  enum class Align { Left, Right };

  /// One for each column; rows may be shorter.
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Every row ends in a line break; without blanks at its end.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace carom::app
