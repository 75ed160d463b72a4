#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "carom/scene/scene.h"

namespace carom {

/// Reads a scene file and everything it includes, with values changed by overrides (`body.arm.mass=2 kg`, see
/// document.h). The model of the scene builds without error. A robot file (.urdf) is read as a scene of this robot
/// alone.
///
/// Throws SceneError with all mistakes at once, std::system_error where the file itself cannot be read.
[[nodiscard]] Scene read_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {});

/// The same for a text. `name` stands for the file in messages; files are included from `folder`.
[[nodiscard]] Scene parse_scene(std::string text, const std::string& name, std::span<const std::string> overrides = {},
                                const std::optional<std::filesystem::path>& folder = std::nullopt);

/// The scene that once was read from these sources, from them alone: nothing on the disk is looked at. Throws as above,
/// and InputError where they hold no scene.
[[nodiscard]] Scene read_scene_again(const SceneSources& sources);

}  // namespace carom
