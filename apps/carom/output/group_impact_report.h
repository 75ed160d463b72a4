#pragma once

#include <string>
#include <vector>

#include "apps/carom/arguments/impact_input.h"
#include "carom/analysis/group_impacts.h"

namespace carom::app {

/// Several contacts of a scene that collide at once, by every way of treating them.
[[nodiscard]] std::vector<GroupImpactAnswer> resolve(const ImpactContacts& contacts);

[[nodiscard]] std::string format_group_table(const ImpactContacts& contacts,
                                             const std::vector<GroupImpactAnswer>& answers);
[[nodiscard]] std::string make_group_json(const ImpactContacts& contacts, const SceneMoment& moment,
                                          const std::vector<GroupImpactAnswer>& answers);

}  // namespace carom::app
