#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace carom {

/// SHA-256 (FIPS 180-4): tells whether two runs were made from the same files. Nothing secret depends on it.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 hexadecimal digits. The last call.
  [[nodiscard]] std::string finish();

 private:
  void add_block();

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_{};   // bytes of the block
  std::uint64_t total_{};  // bytes in all
};

}  // namespace carom
