#pragma once

#include <string>

namespace carom {

/// docs/scene-format.md: how scenes are written and every key there is, from the tables that the reader uses.
[[nodiscard]] std::string make_scene_format_page();

}  // namespace carom
