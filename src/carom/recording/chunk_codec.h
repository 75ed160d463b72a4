#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

struct z_stream_s;

namespace carom {

/// A chunk of samples as bytes: for each channel the first bytes of all its numbers (float64, little-endian), then all
/// second bytes, and so on, the whole as one zlib stream. Neighbouring samples share their sign, exponent and leading
/// digits, which become runs of equal bytes; the trailing digits are noise and are stored as they are.
///
/// Rejected: compressing everything. Looking for repetitions in noise takes four times as long and saves one part in
/// eight at best, and a run that records every step would wait for it.
class ChunkEncoder {
 public:
  ChunkEncoder();

  /// `rows` holds the samples one after another. The result is valid until the next call.
  [[nodiscard]] std::span<const std::byte> encode(std::span<const double> rows, std::size_t channels);

 private:
  void split_into_planes(std::span<const double> rows, std::size_t channels);
  void compress(std::size_t count);
  [[nodiscard]] std::span<const std::byte> plane_at(std::size_t start, std::size_t count) const {
    return std::span(planes_).subspan(start, count);
  }

  struct End {
    void operator()(z_stream_s* stream) const;
  };
  std::unique_ptr<z_stream_s, End> stream_;
  std::vector<std::byte> planes_;
  std::vector<std::byte> compressed_;
};

class ChunkDecoder {
 public:
  /// Writes the channels one after another into `columns`, `count` numbers each. False where the bytes are not a chunk
  /// of exactly this size; no more is allocated than they could possibly hold.
  [[nodiscard]] bool decode(std::span<const std::byte> bytes, std::size_t count, std::size_t channels,
                            std::vector<double>& columns);

 private:
  std::vector<std::byte> planes_;
};

}  // namespace carom
