#pragma once

#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/simulation/compliant/contact_rule.h"

namespace carom {

/// The pairs of shapes that the rules hold for, one rule after the other; `rule_of_pair` gets the rule of each. Throws
/// InputError naming a rule that holds for none.
[[nodiscard]] std::vector<ShapePair> find_ruled_pairs(const ContactSetup& setup,
                                                      std::vector<std::size_t>& rule_of_pair);

}  // namespace carom
