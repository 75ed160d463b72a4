#pragma once

#include <string>

#include "carom/model/body.h"
#include "carom/model/constraint.h"

namespace carom {

/// From a constraint as a user describes it, checked, to what the algorithms read.

/// All but the numbers of bodies and joints.
[[nodiscard]] Constraint compile_constraint(const ConstraintSpec& spec, int first_row);
void connect_coupling(const std::string& element, const Body& a, const Body& b, Constraint& constraint);

}  // namespace carom
