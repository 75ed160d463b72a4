#include "carom/recording/checksum.h"

#include <bit>
#include <cmath>

#include <zlib.h>

namespace carom {

static_assert(std::endian::native == std::endian::little, "checksums are of the machine's order of bytes");

void Checksum::add_bytes(const void* bytes, std::size_t size) {
  // zlib takes no bytes at no address for a new beginning.
  if (size > 0) value_ = static_cast<std::uint32_t>(crc32_z(value_, static_cast<const Bytef*>(bytes), size));
}

void Checksum::add_tagged(char tag, std::int64_t bits) {
  add_bytes(&tag, 1);
  add_bytes(&bits, sizeof(bits));
}

void Checksum::add(double value) {
  if (std::isnan(value)) return add_bytes("n", 1);
  add_tagged('r', std::bit_cast<std::int64_t>(value == 0.0 ? 0.0 : value));
}

void Checksum::add(std::int64_t value) { add_tagged('i', value); }

void Checksum::add(std::string_view text) {
  add_tagged('t', static_cast<std::int64_t>(text.size()));
  add_bytes(text.data(), text.size());
}

void Checksum::add(std::span<const std::byte> blob) {
  add_tagged('b', static_cast<std::int64_t>(blob.size()));
  add_bytes(blob.data(), blob.size());
}

}  // namespace carom
