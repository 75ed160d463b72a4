#pragma once

#include "reproductions/paper.h"

namespace carom::reproductions {

/// Gonthier et al. (2004): a regularized contact model with asymmetric damping and dwell-time dependent friction.
[[nodiscard]] Paper make_gonthier2004();

// One file each.
[[nodiscard]] ChapterResult make_normal_force_chapter();
[[nodiscard]] ChapterResult make_stick_slip_chapter();
[[nodiscard]] ChapterResult make_ball_chapter();
[[nodiscard]] ChapterResult make_tube_chapter();
[[nodiscard]] ChapterResult make_double_pendulum_chapter();
[[nodiscard]] ChapterResult make_energy_loss_chapter();
[[nodiscard]] ChapterResult make_deviations_chapter();

}  // namespace carom::reproductions
