#include "carom/recording/chunk_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>

#include <zlib.h>

#include "carom/base/assert.h"

namespace carom {
namespace {

static_assert(std::endian::native == std::endian::little, "recordings are written in the machine's order of bytes");

constexpr std::size_t kBytes = sizeof(double);
constexpr std::size_t kShortPlane = 64;
constexpr int kFastest = 1;
constexpr int kStored = 0;
constexpr std::size_t kLargestRatio = 1032;  // deflate writes at least one bit for 258 bytes, and a few to begin with

Bytef* as_zlib(std::byte* bytes) { return reinterpret_cast<Bytef*>(bytes); }  // NOLINT: both are bytes

// Whether a plane has runs of equal bytes: noise has one equal pair in 256, and less than one in two takes longer than
// it saves. Short planes are not worth the change.
bool has_runs(std::span<const std::byte> plane) {
  if (plane.size() < kShortPlane) return true;
  std::size_t equal = 0;
  for (std::size_t i = 1; i < plane.size(); ++i) equal += plane[i] == plane[i - 1] ? 1 : 0;
  return 2 * equal > plane.size();
}

// Eight rows of eight bytes. Transposed by exchanging blocks of 4×4 bytes, then of 2×2, then single bytes.
using ByteMatrix = std::array<std::uint64_t, kBytes>;
void exchange_blocks(ByteMatrix& m, std::size_t size, std::uint64_t low_blocks) {
  for (std::size_t i = 0; i < m.size(); ++i) {
    if ((i & size) != 0) continue;
    const std::uint64_t difference = ((m[i] >> (8 * size)) ^ m[i + size]) & low_blocks;
    m[i + size] ^= difference;
    m[i] ^= difference << (8 * size);
  }
}
void transpose(ByteMatrix& m) {
  exchange_blocks(m, 4, 0x0000'0000'ffff'ffff);
  exchange_blocks(m, 2, 0x0000'ffff'0000'ffff);
  exchange_blocks(m, 1, 0x00ff'00ff'00ff'00ff);
}

}  // namespace

void ChunkEncoder::End::operator()(z_stream_s* stream) const {
  deflateEnd(stream);
  delete stream;
}

ChunkEncoder::ChunkEncoder() {
  auto stream = std::make_unique<z_stream>();
  // Runs are all that is looked for: a larger window and memory only take time to keep up.
  if (deflateInit2(stream.get(), kFastest, Z_DEFLATED, 13, 5, Z_RLE) != Z_OK) throw std::bad_alloc();
  stream_.reset(stream.release());
}

std::span<const std::byte> ChunkEncoder::encode(std::span<const double> rows, std::size_t channels) {
  CAROM_ASSERT(channels > 0 && !rows.empty() && rows.size() % channels == 0);
  split_into_planes(rows, channels);
  compress(rows.size() / channels);
  return {compressed_.data(), stream_->total_out};
}

void ChunkEncoder::split_into_planes(std::span<const double> rows, std::size_t channels) {
  const std::size_t count = rows.size() / channels;
  planes_.resize(rows.size_bytes());
  for (std::size_t channel = 0; channel < channels; ++channel) {
    std::byte* const first = planes_.data() + channel * count * kBytes;
    const double* next = rows.data() + channel;
    for (std::size_t sample = 0; sample < count; sample += kBytes) {
      const std::size_t filled = std::min(kBytes, count - sample);
      ByteMatrix block{};
      for (std::size_t i = 0; i < filled; ++i, next += channels) block[i] = std::bit_cast<std::uint64_t>(*next);
      transpose(block);
      for (std::size_t k = 0; k < kBytes; ++k) std::memcpy(first + k * count + sample, &block[k], filled);
    }
  }
}

void ChunkEncoder::compress(std::size_t count) {
  z_stream& z = *stream_;
  deflateReset(&z);
  // Besides the bytes, each change between stored and compressed planes ends a block.
  compressed_.resize(deflateBound(&z, planes_.size()) + 16 * (planes_.size() / count) + 64);
  z.next_out = as_zlib(compressed_.data());
  z.avail_out = static_cast<uInt>(compressed_.size());
  for (std::size_t start = 0, end = 0; start < planes_.size(); start = end) {
    const bool runs = has_runs(plane_at(start, count));
    for (end = start + count; end < planes_.size() && has_runs(plane_at(end, count)) == runs;) end += count;
    deflateParams(&z, runs ? kFastest : kStored, Z_RLE);
    z.next_in = as_zlib(planes_.data() + start);
    z.avail_in = static_cast<uInt>(end - start);
    deflate(&z, Z_NO_FLUSH);
  }
  [[maybe_unused]] const int status = deflate(&z, Z_FINISH);
  CAROM_ASSERT(status == Z_STREAM_END);
}

bool ChunkDecoder::decode(std::span<const std::byte> bytes, std::size_t count, std::size_t channels,
                          std::vector<double>& columns) {
  const std::size_t size = count * channels * kBytes;
  if (bytes.empty() || size / kLargestRatio > bytes.size() || size > std::numeric_limits<uInt>::max()) return false;
  planes_.resize(size);
  uLongf written = size;
  uLong read = bytes.size();
  if (uncompress2(as_zlib(planes_.data()), &written, reinterpret_cast<const Bytef*>(bytes.data()), &read) != Z_OK ||
      written != size || read != bytes.size()) {
    return false;
  }
  columns.resize(count * channels);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const std::byte* const first = planes_.data() + channel * count * kBytes;
    for (std::size_t sample = 0; sample < count; ++sample) {
      std::uint64_t bits = 0;
      for (std::size_t k = 0; k < kBytes; ++k)
        bits |= std::to_integer<std::uint64_t>(first[k * count + sample]) << (8 * k);
      columns[channel * count + sample] = std::bit_cast<double>(bits);
    }
  }
  return true;
}

}  // namespace carom
