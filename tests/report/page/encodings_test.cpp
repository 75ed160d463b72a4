#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include "carom/report/page/base64.h"
#include "carom/report/page/block_list.h"
#include "carom/report/page/sha256.h"

namespace carom {
namespace {

std::string encode(std::string_view text) { return encode_base64(std::as_bytes(std::span(text.data(), text.size()))); }

std::string decode(std::string_view text) {
  static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<std::uint32_t>(kLetters.find(letter));
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count);
  }
  return bytes;
}

// The examples of RFC 4648, section 10.
TEST(Base64, AgreesWithItsStandard) {
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foo"), "Zm9v");
  EXPECT_EQ(encode("foob"), "Zm9vYg==");
  EXPECT_EQ(encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encode("\xff\xfe\xfd"), "//79");
}

RC_GTEST_PROP(Base64, DecodesToWhatItWas, (const std::string& bytes)) { RC_ASSERT(decode(encode(bytes)) == bytes); }

std::string hash(std::string_view text) {
  Sha256 sha;
  sha.add(text);
  return sha.finish();
}

// The examples of FIPS 180 and the empty text.
TEST(Sha256, AgreesWithItsStandard) {
  EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

RC_GTEST_PROP(Sha256, PiecesMakeTheSameHash, (const std::string& first, const std::string& second)) {
  Sha256 sha;
  sha.add(first);
  sha.add(second);
  RC_ASSERT(sha.finish() == hash(first + second));
}

// As web/src/data/block.ts reads it.
template <class Number>
std::vector<Number> unpack(const PageBlock& block) {
  const std::string packed = decode(block.text);
  std::string planes(block.rows * block.columns * sizeof(Number), '\0');
  uLongf size = planes.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(planes.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()),
            Z_OK);
  EXPECT_EQ(size, planes.size());
  std::vector<Number> numbers(block.rows * block.columns);
  auto* bytes = reinterpret_cast<char*>(numbers.data());
  for (std::size_t column = 0; column < block.columns; ++column) {
    for (std::size_t k = 0; k < sizeof(Number); ++k) {
      for (std::size_t row = 0; row < block.rows; ++row) {
        bytes[(column * block.rows + row) * sizeof(Number) + k] =
            planes[(column * sizeof(Number) + k) * block.rows + row];
      }
    }
  }
  return numbers;
}

RC_GTEST_PROP(BlockList, NumbersComeBackBitForBit, (const std::vector<std::uint32_t>& column, std::uint8_t more)) {
  const std::size_t columns = 1 + more % 4;
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < columns; ++i) numbers.insert(numbers.end(), column.begin(), column.end());
  BlockList blocks;
  RC_ASSERT(blocks.add(std::span<const std::uint32_t>(numbers), columns) == 0);
  RC_ASSERT(blocks.blocks()[0].rows == column.size());
  RC_ASSERT(unpack<std::uint32_t>(blocks.blocks()[0]) == numbers);
}

TEST(BlockList, EveryTypeComesBack) {
  BlockList blocks;
  const std::vector<float> singles{1.5F, -2.0F, 3.25F, 4e30F};
  const std::vector<double> doubles{0.1, -1e300};
  blocks.add(std::span<const float>(singles), 2);
  blocks.add(std::span<const double>(doubles), 1);
  EXPECT_EQ(unpack<float>(blocks.blocks()[0]), singles);
  EXPECT_EQ(unpack<double>(blocks.blocks()[1]), doubles);
  EXPECT_EQ(blocks.blocks()[0].type, "f32");
  EXPECT_EQ(blocks.blocks()[1].type, "f64");
}

TEST(BlockList, LongTablesAreDividedByColumns) {
  const std::size_t rows = 100'000, columns = 5;
  std::vector<float> numbers(rows * columns);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i / rows);
  BlockList blocks;
  const std::vector<ColumnPlace> places = blocks.add_columns(numbers, columns);
  ASSERT_EQ(places.size(), columns);
  EXPECT_GT(blocks.blocks().size(), 1U);
  for (std::size_t c = 0; c < columns; ++c) {
    const PageBlock& block = blocks.blocks()[static_cast<std::size_t>(places[c].block)];
    EXPECT_EQ(unpack<float>(block)[static_cast<std::size_t>(places[c].column) * rows], static_cast<float>(c));
  }
}

}  // namespace
}  // namespace carom
