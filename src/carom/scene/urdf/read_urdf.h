#pragma once

#include <filesystem>
#include <optional>

#include "carom/base/schema/diagnostics.h"
#include "carom/scene/source_files.h"
#include "carom/scene/urdf/robot.h"

namespace carom {

/// Reads a robot in the Unified Robot Description Format. Links become bodies, joints the joints of their children, and
/// mimic joints couplings; collision shapes become shapes. Errors are reported all at once, and nothing is returned;
/// absent meshes and what was ignored are warnings.
///
/// A link named `world` is called `<robot>_world`: the world is always there.
/// Throws std::system_error where the file itself cannot be read.
[[nodiscard]] std::optional<Robot> read_urdf(const std::filesystem::path& name, const RobotOptions& options,
                                             SourceFiles& files, schema::Diagnostics& diagnostics);

/// The same for a text. Meshes are looked for from `folder` on.
[[nodiscard]] std::optional<Robot> parse_urdf(schema::Source source, const std::filesystem::path& folder,
                                              const RobotOptions& options, SourceFiles& files,
                                              schema::Diagnostics& diagnostics);

}  // namespace carom
