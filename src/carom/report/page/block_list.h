#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A table of numbers as it stands in a page (docs/page-format.md, "Blocks").
struct PageBlock {
  std::string_view type;  // "f32", "f64", "u32"
  std::size_t rows{};
  std::size_t columns{};
  std::string text;  // base64
};

/// Where a column of numbers is.
struct ColumnPlace {
  int block{};
  int column{};
};

/// The blocks of a page, compressed as they are added.
class BlockList {
 public:
  /// A table whose columns follow each other in `numbers`. Returns its number.
  int add(std::span<const float> numbers, std::size_t columns);
  int add(std::span<const double> numbers, std::size_t columns);
  int add(std::span<const std::uint32_t> numbers, std::size_t columns);

  /// The columns of a long table, in as many blocks as let a reader unpack little more than what it wants.
  [[nodiscard]] std::vector<ColumnPlace> add_columns(std::span<const float> numbers, std::size_t columns);

  [[nodiscard]] const std::vector<PageBlock>& blocks() const { return blocks_; }

 private:
  template <class Number>
  int add_numbers(std::string_view type, std::span<const Number> numbers, std::size_t columns);

  std::vector<PageBlock> blocks_;
  std::vector<std::byte> planes_;
  std::vector<std::byte> packed_;
};

}  // namespace carom
