#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/scene/scene.h"

namespace carom::app {

/// A scene with some values changed.
struct Variant {
  std::string label{};
  std::vector<std::string> overrides{};  // as of --set
};

/// What the first impact of a run was like.
struct FirstImpact {
  double speed{};        // of the approach  [m/s]
  double restitution{};  // that it returned
};

/// What --with says: `[LABEL:] KEY=VALUE …`, each as of --set. Keys of contacts (normal, friction, rolling, memory,
/// impact) hold for every contact of the scene. `normal.law=NAME` and `friction.law=NAME` start from what the scene's
/// law and the new one have in common. The name of a normal law alone makes that law return what the scene's first
/// impact does. Throws UsageError.
[[nodiscard]] Variant parse_variant(const std::string& text, const Scene& scene,
                                    const std::optional<FirstImpact>& impact);

/// Every normal law that can be made to return what the scene's first impact does.
[[nodiscard]] std::vector<Variant> list_law_variants(const Scene& scene, const FirstImpact& impact);

}  // namespace carom::app
