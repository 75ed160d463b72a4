#pragma once

#include <optional>
#include <vector>

#include "carom/impact/modes/contact_modes.h"
#include "carom/impact/modes/supposed_mode.h"

namespace carom::impact {

/// Forces that the modes allow and that bring about a motion that they allow, where the equations alone leave the
/// forces open: none if there are none, to within `tolerance` of the motion. In space the cone of a sticking contact
/// is taken as the pyramid inside it.
[[nodiscard]] std::optional<VectorX> find_possible_force(const ContactModeProblem& problem,
                                                         const std::vector<SupposedMode>& supposed, double tolerance);

}  // namespace carom::impact
