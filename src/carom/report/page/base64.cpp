#include "carom/report/page/base64.h"

#include <cstdint>

namespace carom {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string encode_base64(std::span<const std::byte> bytes) {
  const auto byte = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* next = text.data();
  const auto put = [&next](std::uint32_t bits, int letters) {
    for (int shift = 18; letters-- > 0; shift -= 6) *next++ = kLetters[(bits >> shift) & 63U];
  };
  const std::size_t whole = bytes.size() / 3 * 3;
  for (std::size_t i = 0; i < whole; i += 3) put(byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2), 4);
  if (bytes.size() - whole == 1) put(byte(whole) << 16, 2);
  if (bytes.size() - whole == 2) put(byte(whole) << 16 | byte(whole + 1) << 8, 3);
  return text;
}

}  // namespace carom
