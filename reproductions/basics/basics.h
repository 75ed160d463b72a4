#pragma once

#include "reproductions/paper.h"

namespace carom::reproductions {

/// Motions that mechanics knows in closed form.
[[nodiscard]] Paper make_basics();

// One file each.
[[nodiscard]] ChapterResult make_pendulum_chapter();
[[nodiscard]] ChapterResult make_heavy_top_chapter();
[[nodiscard]] ChapterResult make_free_top_chapter();
[[nodiscard]] ChapterResult make_linkage_chapter();

}  // namespace carom::reproductions
