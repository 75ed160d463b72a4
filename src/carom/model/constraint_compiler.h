#pragma once

#include <string>

#include "carom/model/body.h"
#include "carom/model/constraint.h"

namespace carom {

/// From a constraint as a user describes it, checked, to what the algorithms read.

/// All but the numbers of bodies, joints and rows.
[[nodiscard]] Constraint compile_constraint(const ConstraintSpec& spec);
void connect_coupling(const std::string& element, const Body& a, const Body& b, Constraint& constraint);

}  // namespace carom
