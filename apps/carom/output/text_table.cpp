#include "apps/carom/output/text_table.h"

#include <algorithm>

namespace carom::app {
namespace {

// In letters: the bytes of one in UTF-8 count once.
std::size_t width_of(const std::string& cell) {
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(cell.begin(), cell.end(), is_first_byte));
}

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths(columns_.size());
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const std::vector<std::string>& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - width_of(row[i]), ' ');
      if (i > 0) line += "  ";
      line += columns_[i] == Align::Left ? row[i] + blanks : blanks + row[i];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace carom::app
