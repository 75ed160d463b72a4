#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/simulation/formulation.h"
#include "carom/simulation/options.h"

namespace carom {

/// What the options ask for. Throws InputError for rules that it cannot follow.
[[nodiscard]] std::unique_ptr<Formulation> make_formulation(const Model& model, const SimulationOptions& options);

/// Throws InputError where contacts of this kind cannot be made.
void check_contacts(FormulationKind kind, const Model& model, const ContactSetup& setup);

/// As scenes name them: "compliant" and so on.
[[nodiscard]] std::vector<std::string> formulation_names();
[[nodiscard]] std::optional<FormulationKind> find_formulation(std::string_view name);

}  // namespace carom
