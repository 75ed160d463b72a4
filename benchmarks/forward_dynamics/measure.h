#pragma once

#include <functional>
#include <vector>

namespace carom::benchmarks {

/// How long one evaluation takes, in processor time of this process: other programs on the machine cost it little.
struct Timing {
  double best{};    // of all blocks  [s]
  double median{};  // of all blocks  [s]
};

/// A function that evaluates `count` times.
using Work = std::function<void(int count)>;

/// Times every work in blocks of some milliseconds, taking turns, so that a slow moment of the machine falls on all
/// alike.
[[nodiscard]] std::vector<Timing> measure_in_turns(const std::vector<Work>& works);

}  // namespace carom::benchmarks
