#pragma once

#include <cstdint>

namespace carom::testing_support {

/// False under the sanitizers, which own malloc: tests that count skip then.
[[nodiscard]] bool counts_allocations();

/// Calls of malloc and its kin in the whole process so far, those of shared libraries and operator new included.
[[nodiscard]] std::int64_t allocation_count();

}  // namespace carom::testing_support
