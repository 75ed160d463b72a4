#pragma once

#include <vector>

#include "dynamics/reference_motion.h"

namespace carom::testing_support {

/// A row as a function of time: φ, φ̇ and φ̈, or for rows of velocity only 0, A v and its rate. With the size of the
/// terms of each.
struct ReferenceRow {
  Jet phi;
  Jet scale;
};

/// The rows of a constraint by its definition, along a motion of the bodies and of the coordinates q.
[[nodiscard]] std::vector<ReferenceRow> calc_reference_rows(const Constraint& constraint,
                                                            const std::vector<ReferencePose>& poses, const VectorX& q,
                                                            const VectorX& v, const VectorX& v_rate);

}  // namespace carom::testing_support
