#pragma once

#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/value.h"
#include "carom/scene/scene.h"

namespace carom {

/// Each formulation has its own laws: reports those that a [[contact]] lacks, and patches where they do not go.
void check_contact_laws(const schema::Value& tree, const SimulationSettings& simulation,
                        schema::Diagnostics& diagnostics);

/// What only shapes, materials and laws together show: contacts of nothing, or whose stiffness nothing gives. The rest
/// of the scene has to be good.
void check_contacts(const Scene& scene, const schema::Value& tree, schema::Diagnostics& diagnostics);

/// A surface that no contact names is seldom meant.
void warn_of_idle_surfaces(const Scene& scene, const schema::Value& tree, schema::Diagnostics& diagnostics);

}  // namespace carom
