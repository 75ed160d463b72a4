#pragma once

#include <string>

#include "carom/base/schema/any_table.h"

namespace carom {

/// docs/scene-format.md: how scenes are written and every key there is, from the tables that the reader uses.
[[nodiscard]] std::string make_scene_format_page();

/// The tables that scenes are read with: for catalogues of what there is to choose from.
[[nodiscard]] const schema::AnyTable& scene_format();

}  // namespace carom
