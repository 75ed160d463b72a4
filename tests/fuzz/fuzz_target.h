#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

/// What the fuzzers share. A target lets pass the exceptions that its reader promises for bad input; everything else is
/// a finding: another exception, a failed assertion, a broken requirement, whatever the sanitizers see.
namespace carom::fuzz {

inline std::string make_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT: bytes as letters
}

inline void require(bool holds, const char* problem) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", problem);
  std::abort();
}

}  // namespace carom::fuzz
