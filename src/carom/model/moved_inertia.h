#pragma once

#include <vector>

#include "carom/model/body.h"

namespace carom {

/// Refuses a joint that moves no inertia (a massless last link, a point mass on its own axis): nothing would say how
/// fast it accelerates. Looked at with every joint at zero; other positions are watched while running.
void check_inertia_of_joints(const std::vector<Body>& bodies, const std::vector<BodySpec>& specs);

}  // namespace carom
