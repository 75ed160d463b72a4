#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace carom {

/// The CRC-32 of zlib over the values of a row, in their order: finds every single flipped bit, every damage of up to
/// 32 bits in a row, and all but one in 4·10⁹ of any other.
///
/// A value is a letter for its type, then its bytes, little-endian: i and r are followed by eight bytes, t and b by the
/// length in eight bytes and the text or the bytes themselves, n (no number) by nothing. −0 counts as 0, since SQLite
/// does not tell them apart.
class Checksum {
 public:
  void add(double value);
  void add(std::int64_t value);
  void add(std::string_view text);
  void add(std::span<const std::byte> blob);

  [[nodiscard]] std::int64_t value() const { return value_; }

 private:
  void add_bytes(const void* bytes, std::size_t size);
  void add_tagged(char tag, std::int64_t bits);

  std::uint32_t value_{};
};

}  // namespace carom
