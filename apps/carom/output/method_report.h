#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "carom/scene/scene.h"

namespace carom::app {

/// "adaptive, tolerance 1e-08", or the scheme and the step of time stepping: what a run of the scene takes its steps
/// with.
[[nodiscard]] std::string describe_integrator(const Scene& scene);

/// The laws that act at the contacts of a scene under its formulation: "gonthier normal + gonthier friction
/// (tip/floor)".
[[nodiscard]] std::string describe_contact_laws(const Scene& scene);

/// All of it in a line: "compliant: gonthier normal + gonthier friction (tip/floor); adaptive, tolerance 1e-08".
[[nodiscard]] std::string describe_method(const Scene& scene);

/// For programs: an entry for each [[contact]], with the laws that act.
[[nodiscard]] nlohmann::ordered_json make_contact_laws(const Scene& scene);

}  // namespace carom::app
