#pragma once

#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

/// The pairs of shapes that a rule holds for, without those that the setup ignores. Bodies that a joint connects
/// overlap there and do not touch, unless the rule would hold for nothing else: then they are meant. The world is
/// nobody's neighbor.
[[nodiscard]] std::vector<ShapePair> find_pairs_of_rule(const Model& model, const ContactSetup& setup,
                                                        const ContactRule& rule);

/// The same for all rules, one after the other; `rule_of_pair` gets the rule of each. Throws InputError naming a rule
/// that holds for none, and for more pairs than a list can bear.
[[nodiscard]] std::vector<ShapePair> find_ruled_pairs(const Model& model, const ContactSetup& setup,
                                                      std::vector<std::size_t>& rule_of_pair);

}  // namespace carom
