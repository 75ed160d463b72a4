#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/analysis/impact_configuration.h"
#include "carom/impact/several/contact_set.h"

namespace carom {

/// Several contacts that collide at once, by one way of treating them.
struct GroupImpactAnswer {
  std::string name;  // "simultaneous newton", "sequential stronge"
  ContactSetResult result;
};

/// The same contacts under both simultaneous forms, and one after another under each of the laws that are named.
/// `laws_of` gives the laws of all contacts for a name. Where a contact resists turning, results have six components
/// for each, as RigidTurning has them, and each law takes its simultaneous form in a sequence too.
[[nodiscard]] std::vector<GroupImpactAnswer> resolve_group_impacts(const RigidConfiguration& configuration,
                                                                   std::span<const std::string> names,
                                                                   const std::vector<std::vector<ImpactLaw>>& laws_of);

}  // namespace carom
