#pragma once

#include <vector>

#include "carom/model/model.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

/// Which bodies pass through each other, by their numbers: a pair that belongs together by a joint is not among them.
class IgnoredPairs {
 public:
  /// Throws InputError for a body or a group that is not there.
  IgnoredPairs(const Model& model, const ContactSetup& setup);

  [[nodiscard]] bool contains(int body_a, int body_b) const;

 private:
  /// Every body of the one side passes through every body of the other: one flag a body.
  struct Sides {
    std::vector<bool> first, second;
  };
  std::vector<Sides> all_;
};

}  // namespace carom
