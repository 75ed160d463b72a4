#pragma once

#include <memory>

#include "carom/simulation/formulation.h"
#include "carom/simulation/options.h"

namespace carom {

/// What the options ask for. Throws InputError for rules that it cannot follow.
[[nodiscard]] std::unique_ptr<Formulation> make_formulation(const Model& model, const SimulationOptions& options);

}  // namespace carom
