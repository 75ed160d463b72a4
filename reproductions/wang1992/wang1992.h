#pragma once

#include "reproductions/paper.h"

namespace carom::reproductions {

/// Wang & Kumar (1992): simulation of mechanical systems with multiple frictional contacts.
[[nodiscard]] Paper make_wang1992();

// One file each.
[[nodiscard]] ChapterResult make_rigid_collisions_chapter();
[[nodiscard]] ChapterResult make_inconsistency_chapter();
[[nodiscard]] ChapterResult make_contact_compliance_chapter();

}  // namespace carom::reproductions
