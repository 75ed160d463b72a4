#pragma once

#include "reproductions/paper.h"

namespace carom::reproductions {

/// Azad & Featherstone (2014): a new nonlinear model of contact normal force.
[[nodiscard]] Paper make_azad2014();

// One file each.
[[nodiscard]] ChapterResult make_restitution_chapter();
[[nodiscard]] ChapterResult make_step_size_chapter();
[[nodiscard]] ChapterResult make_materials_chapter();
[[nodiscard]] ChapterResult make_model_deviations_chapter();
[[nodiscard]] ChapterResult make_contact_area_chapter();

}  // namespace carom::reproductions
