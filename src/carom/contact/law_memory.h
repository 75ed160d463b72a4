#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>

namespace carom {

/// How long a contact keeps a number for its law. From touch-down on it is there, through releases; then it is zero
/// again, or stays for the next contact of the same two points.
enum class Lasts { OneContact, WholeRun };

/// One number that a contact keeps for its law; part of the state that is stored and resumed. It is zero at first, and
/// changes only at events that the law has declared, and at touch-down.
struct MemoryValue {
  std::string_view name{};
  std::string_view unit{};
  std::string_view help{};
  Lasts lasts{Lasts::OneContact};
};

/// What a law remembers is a struct of as many doubles as it lists in kMemory.
template <class Law>
concept Remembers = sizeof(typename Law::Memory) == Law::kMemory.size() * sizeof(double);

template <Remembers Law>
[[nodiscard]] typename Law::Memory read_memory(std::span<const double> numbers) {
  std::array<double, Law::kMemory.size()> copy;
  std::copy_n(numbers.begin(), copy.size(), copy.begin());
  return std::bit_cast<typename Law::Memory>(copy);
}

template <Remembers Law>
void write_memory(const typename Law::Memory& memory, std::span<double> numbers) {
  const auto copy = std::bit_cast<std::array<double, Law::kMemory.size()>>(memory);
  std::copy(copy.begin(), copy.end(), numbers.begin());
}

}  // namespace carom
