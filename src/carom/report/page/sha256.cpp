#include "carom/report/page/sha256.h"

#include <bit>
#include <iterator>

#include <fmt/format.h>

namespace carom {
namespace {

// The fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2).
constexpr std::array<std::uint32_t, 64> kRoots{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t turn(std::uint32_t word, int bits) { return std::rotr(word, bits); }

// The 16 words of a block and 48 made from them (section 6.2.2, step 1).
std::array<std::uint32_t, 64> make_schedule(const std::array<std::uint8_t, 64>& block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 64; ++i) w[i / 4] = w[i / 4] << 8 | block[i];
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t sigma0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const std::uint32_t sigma1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
  }
  return w;
}

}  // namespace

void Sha256::add(std::string_view bytes) {
  total_ += bytes.size();
  for (const char byte : bytes) {
    block_[filled_++] = static_cast<std::uint8_t>(byte);
    if (filled_ == block_.size()) add_block();
  }
}

// Steps 2 to 4 of section 6.2.2.
void Sha256::add_block() {
  const std::array<std::uint32_t, 64> w = make_schedule(block_);
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + kRoots[t] + w[t];
    const std::uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> sum{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < sum.size(); ++i) state_[i] += sum[i];
  filled_ = 0;
}

std::string Sha256::finish() {
  // A one, zeros up to eight bytes before the end of a block, and the length in bits (section 5.1.1).
  const std::uint64_t bits = 8 * total_;
  add(std::string_view("\x80", 1));
  while (filled_ != 56) add(std::string_view("\0", 1));
  for (int shift = 56; shift >= 0; shift -= 8) {
    const char byte = static_cast<char>(bits >> shift);
    add({&byte, 1});
  }
  std::string digits;
  for (const std::uint32_t word : state_) fmt::format_to(std::back_inserter(digits), "{:08x}", word);
  return digits;
}

}  // namespace carom
