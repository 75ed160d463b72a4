#include "carom/report/page/block_list.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include <zlib.h>

#include "carom/base/assert.h"
#include "carom/report/page/base64.h"

namespace carom {
namespace {

// Measured (docs/benchmarks.md): level 3 takes five sixths of the time and 3 % more room, level 9 a third more time.
constexpr int kLevel = 6;
constexpr std::size_t kBlockNumbers = 1 << 18;

// Of each column all lowest bytes, then all second bytes, up to the highest.
template <class Number>
void split_into_planes(std::span<const Number> numbers, std::size_t rows, std::vector<std::byte>& planes) {
  using Bits = std::conditional_t<sizeof(Number) == 8, std::uint64_t, std::uint32_t>;
  planes.resize(numbers.size_bytes());
  for (std::size_t start = 0; start < numbers.size(); start += rows) {
    std::byte* const column = planes.data() + start * sizeof(Number);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto bits = std::bit_cast<Bits>(numbers[start + row]);
      for (std::size_t k = 0; k < sizeof(Number); ++k) column[k * rows + row] = static_cast<std::byte>(bits >> (8 * k));
    }
  }
}

void compress_planes(const std::vector<std::byte>& planes, std::vector<std::byte>& packed) {
  uLongf size = compressBound(planes.size());
  packed.resize(size);
  [[maybe_unused]] const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                                                reinterpret_cast<const Bytef*>(planes.data()), planes.size(), kLevel);
  CAROM_ASSERT(status == Z_OK);
  packed.resize(size);
}

}  // namespace

template <class Number>
int BlockList::add_numbers(std::string_view type, std::span<const Number> numbers, std::size_t columns) {
  CAROM_ASSERT(columns > 0 && numbers.size() % columns == 0);
  const std::size_t rows = numbers.size() / columns;
  split_into_planes(numbers, rows, planes_);
  compress_planes(planes_, packed_);
  blocks_.push_back({type, rows, columns, encode_base64(packed_)});
  return static_cast<int>(blocks_.size()) - 1;
}

int BlockList::add(std::span<const float> numbers, std::size_t columns) { return add_numbers("f32", numbers, columns); }
int BlockList::add(std::span<const double> numbers, std::size_t columns) {
  return add_numbers("f64", numbers, columns);
}
int BlockList::add(std::span<const std::uint32_t> numbers, std::size_t columns) {
  return add_numbers("u32", numbers, columns);
}

std::vector<ColumnPlace> BlockList::add_columns(std::span<const float> numbers, std::size_t columns) {
  std::vector<ColumnPlace> places;
  if (columns == 0) return places;
  const std::size_t rows = numbers.size() / columns;
  const std::size_t together = std::clamp<std::size_t>(kBlockNumbers / std::max<std::size_t>(rows, 1), 1, columns);
  for (std::size_t first = 0; first < columns; first += together) {
    const std::size_t count = std::min(together, columns - first);
    const int block = add(numbers.subspan(first * rows, count * rows), count);
    for (std::size_t i = 0; i < count; ++i) places.push_back({block, static_cast<int>(i)});
  }
  return places;
}

}  // namespace carom
