#pragma once

#include <vector>

#include "carom/patch/contact_patch.h"
#include "carom/report/figure/figure.h"

namespace carom::app {

/// Maps of pressure and of traction, and both along the middle; in the plane the last alone.
[[nodiscard]] std::vector<Figure> make_patch_figures(const ContactPatch& patch);

}  // namespace carom::app
