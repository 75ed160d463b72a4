#pragma once

#include "reproductions/motion.h"
#include "reproductions/paper.h"

namespace carom::reproductions {

/// Peiret, Kövecses & Font-Llagunes: bristle friction in a linear complementarity formulation.
[[nodiscard]] Paper make_peiret();

// One file each.
[[nodiscard]] ChapterResult make_wheel_chapter();
[[nodiscard]] ChapterResult make_friction_bounds_chapter();
[[nodiscard]] ChapterResult make_bound_iterations_chapter();
[[nodiscard]] ChapterResult make_redundancy_chapter();
[[nodiscard]] ChapterResult make_creep_chapter();
[[nodiscard]] ChapterResult make_artefacts_chapter();

/// Puts a scene and its run beside an item of the chapter.
void show_scene(SceneMotion scene, ChapterItem& item, ChapterResult& result);

}  // namespace carom::reproductions
