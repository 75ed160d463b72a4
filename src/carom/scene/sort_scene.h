#pragma once

#include "carom/scene/scene.h"

namespace carom {

/// Puts everything that is summed over into an order of names and places. Sums round in the order in which they are
/// made: a scene then gives the same bits in whatever order it was written.
void sort_scene(Scene& scene);

}  // namespace carom
