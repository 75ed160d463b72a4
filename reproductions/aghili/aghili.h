#pragma once

#include "reproductions/paper.h"

namespace carom::reproductions {

/// Aghili: frictional impacts in multibody systems.
[[nodiscard]] Paper make_aghili();

// One file each.
[[nodiscard]] ChapterResult make_branches_chapter();
[[nodiscard]] ChapterResult make_admissible_chapter();

}  // namespace carom::reproductions
