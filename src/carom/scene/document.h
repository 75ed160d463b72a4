#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/value.h"
#include "carom/scene/contact_lookup.h"
#include "carom/scene/source_files.h"

namespace carom {

/// The tree of a text and of all files that it includes, in one. Files are looked for in the scene's folder and below
/// it only; without a folder, including is an error. Nothing: errors were reported.
///
/// Elements of included files come first; of a table that stands in both ([simulate]), the keys of the including one
/// win.
[[nodiscard]] std::optional<schema::Value> load_document(schema::Source source, SourceFiles& files,
                                                         schema::Diagnostics& diagnostics);

/// Changes one value: `body.upper.mass=2 kg`, `simulate.integrator.step=1 ms`, `shape.0.radius="1 cm"`,
/// `contact.tip/floor.normal.stiffness=1e8`. Elements are found by name or by number, from 0; contacts by the names
/// that ContactLookup knows, for which it may ask for the shapes of the scene. Keys that do not exist are added:
/// whether they mean anything is seen when the scene is read. Reports a path that leads nowhere.
void apply_override(schema::Value& tree, std::string_view assignment, schema::Diagnostics& diagnostics,
                    const ShapeLister& list_shapes = {});

}  // namespace carom
