#pragma once

#include "cases/contact_cases.h"

namespace carom::cases {

/// Many bodies that stand on each other, rigid and without restitution, with one coefficient of friction.

/// Boxes of 0.2 × 0.2 × 0.1 m and 1 kg on a floor, each exactly on the one below: what the programs of other engines
/// measure too. Several stacks stand 1 m apart.
[[nodiscard]] ContactCase make_box_stacks(int stacks, int boxes, double friction);

}  // namespace carom::cases
