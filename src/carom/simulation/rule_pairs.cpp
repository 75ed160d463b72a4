#include "carom/simulation/rule_pairs.h"

#include "carom/base/input_error.h"

namespace carom {

std::vector<ShapePair> find_ruled_pairs(const ContactSetup& setup, std::vector<std::size_t>& rule_of_pair) {
  std::vector<ShapePair> all;
  for (std::size_t r = 0; r < setup.rules.size(); ++r) {
    const ContactRule& rule = setup.rules[r];
    const std::vector<ShapePair> pairs = find_pairs(setup.shapes, rule.surface_a, rule.surface_b);
    if (pairs.empty()) throw InputError("contact " + rule.name(), "holds for no two shapes of different bodies");
    all.insert(all.end(), pairs.begin(), pairs.end());
    rule_of_pair.insert(rule_of_pair.end(), pairs.size(), r);
  }
  return all;
}

}  // namespace carom
