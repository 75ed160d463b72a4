#include "carom/recording/chunk_codec.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

std::vector<double> transpose(const std::vector<double>& rows, std::size_t channels) {
  const std::size_t count = rows.size() / channels;
  std::vector<double> columns(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) columns[i % channels * count + i / channels] = rows[i];
  return columns;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>);
}

RC_GTEST_PROP(ChunkCodec, EveryBitPatternComesBack, ()) {
  const auto channels = *rc::gen::inRange<std::size_t>(1, 9);
  const auto count = *rc::gen::inRange<std::size_t>(1, 200);
  std::vector<double> rows;
  for (std::size_t i = 0; i < channels * count; ++i) {
    rows.push_back(std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>()));
  }
  ChunkEncoder encoder;
  ChunkDecoder decoder;
  std::vector<double> columns;
  RC_ASSERT(decoder.decode(encoder.encode(rows, channels), count, channels, columns));
  RC_ASSERT(same_bits(columns, transpose(rows, channels)));
}

TEST(ChunkCodec, KeepsNotANumberInfinitiesAndNegativeZero) {
  const double nan = std::bit_cast<double>(0x7ff8'0000'dead'beefULL);
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> rows{nan, -nan, infinity, -infinity, -0.0, std::numeric_limits<double>::denorm_min()};
  ChunkEncoder encoder;
  std::vector<double> columns;
  ASSERT_TRUE(ChunkDecoder().decode(encoder.encode(rows, 2), 3, 2, columns));
  EXPECT_TRUE(same_bits(columns, transpose(rows, 2)));
}

// A slow motion sampled finely: sign, exponent and leading digits repeat.
TEST(ChunkCodec, SmoothMotionTakesFourFifthsOfItsSizeAndARestingOneNothing) {
  std::vector<double> rows;
  for (int i = 0; i < 10'000; ++i) {
    rows.push_back(std::sin(1e-3 * i));
    rows.push_back(1.0 / 3.0);
  }
  ChunkEncoder encoder;
  const std::size_t half = rows.size() * sizeof(double) / 2;
  EXPECT_LT(encoder.encode(rows, 2).size(), half * 4 / 5);
}

TEST(ChunkCodec, RefusesWhatIsNotAChunkOfThisSize) {
  ChunkEncoder encoder;
  ChunkDecoder decoder;
  std::vector<double> columns;
  const std::span<const std::byte> encoded = encoder.encode(std::vector<double>(60, 1.5), 3);
  const std::vector<std::byte> bytes(encoded.begin(), encoded.end());
  ASSERT_TRUE(decoder.decode(bytes, 20, 3, columns));
  EXPECT_FALSE(decoder.decode(bytes, 19, 3, columns));
  EXPECT_FALSE(decoder.decode(bytes, 21, 3, columns));
  EXPECT_FALSE(decoder.decode(bytes, 20, 4, columns));
  EXPECT_FALSE(decoder.decode({}, 20, 3, columns));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decoder.decode(std::span(bytes).first(length), 20, 3, columns)) << length;
  }
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(decoder.decode(longer, 20, 3, columns));
  // A few bytes cannot hold a gigabyte: refused before anything is allocated.
  EXPECT_FALSE(decoder.decode(bytes, 1 << 27, 1, columns));
}

}  // namespace
}  // namespace carom
