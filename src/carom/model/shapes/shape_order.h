#pragma once

#include "carom/model/shapes/shape.h"

namespace carom {

/// An order of a scene's shapes by what they are, not by when they were declared: by body, surface, name, type and
/// place. Two that are alike in all of it lie in one place.
[[nodiscard]] bool comes_before(const ShapeSpec& a, const ShapeSpec& b);

}  // namespace carom
