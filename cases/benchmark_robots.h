#pragma once

#include "carom/model/model_builder.h"

namespace carom::cases {

/// The mechanisms on which forward dynamics is compared with other engines.

/// Links of 0.2 m and 1 kg hanging along −z, joints about y and x in turn.
[[nodiscard]] Model make_chain(int links);

/// A floating trunk of 10 kg with four legs of three joints (x, y, y): 18 degrees of freedom.
[[nodiscard]] Model make_quadruped();

/// q_i = 0.3 sin(i + 1), v_i = 0.2 cos(i + 1) for every joint of one degree of freedom, in order.
void set_benchmark_state(const Model& model, State& state);

}  // namespace carom::cases
