#include "carom/recording/checksum.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace carom {
namespace {

template <class Value>
std::int64_t sum_of(const Value& value) {
  Checksum sum;
  sum.add(value);
  return sum.value();
}

// The check value of CRC-32: 0xCBF43926 for "123456789", here behind the letter and the length of a text.
TEST(Checksum, IsTheOneOfZlibOverLetterLengthAndBytes) {
  // python3 -c "import zlib; print(hex(zlib.crc32(b't' + (9).to_bytes(8, 'little') + b'123456789')))"
  EXPECT_EQ(sum_of(std::string_view("123456789")), 0xE9902556);
}

TEST(Checksum, TellsTypesLengthsAndOrderApart) {
  EXPECT_NE(sum_of(std::int64_t{0}), sum_of(0.0));
  EXPECT_NE(sum_of(std::string_view("")), sum_of(std::span<const std::byte>()));
  Checksum ab, ba, joined;
  ab.add(std::string_view("a"));
  ab.add(std::string_view("b"));
  ba.add(std::string_view("b"));
  ba.add(std::string_view("a"));
  joined.add(std::string_view("ab"));
  EXPECT_NE(ab.value(), ba.value());
  EXPECT_NE(ab.value(), joined.value());
}

// SQLite keeps neither the sign of zero nor the bits of what is not a number.
TEST(Checksum, OfZeroHasNoSignAndOfNoNumberNoBits) {
  EXPECT_EQ(sum_of(-0.0), sum_of(0.0));
  EXPECT_EQ(sum_of(std::nan("1")), sum_of(-std::nan("")));
}

TEST(Checksum, EveryFlippedBitShows) {
  std::array<std::byte, 64> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(37 * i);
  const std::int64_t good = sum_of(std::span<const std::byte>(bytes));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::array<std::byte, 64> flipped = bytes;
    flipped[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    EXPECT_NE(sum_of(std::span<const std::byte>(flipped)), good) << bit;
  }
}

}  // namespace
}  // namespace carom
