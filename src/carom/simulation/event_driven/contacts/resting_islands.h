#pragma once

#include <map>
#include <span>
#include <vector>

#include "carom/math/types.h"

namespace carom {

/// The forces of islands of contacts in which nothing moves, by everything that they follow from: as long as that is
/// the same to the last bit, so are they, and need not be found again at every evaluation.
class RestingIslands {
 public:
  void clear() { islands_.clear(); }
  /// One force for each slot, in world axes; null: not known.
  [[nodiscard]] const std::vector<Vector3>* find(std::span<const int> slots, std::span<const double> causes) const;
  void keep(std::span<const int> slots, std::span<const double> causes, std::vector<Vector3> forces);

 private:
  struct Island {
    std::vector<int> slots;
    std::vector<double> causes;
    std::vector<Vector3> forces;  // [N]
  };
  std::map<int, Island> islands_;  // by their first slots
};

}  // namespace carom
