#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/base/input_error.h"
#include "carom/model/body.h"
#include "carom/model/constraint.h"
#include "carom/model/force_elements.h"

namespace carom {

/// Checks of single elements, apart from their references to others. Each throws InputError.
void check_mass(const BodySpec& body);
void check_joint(const BodySpec& body);
void check_constraint(const ConstraintSpec& constraint);
void check_spring_damper(const SpringDamper& element);
void check_body_force(const BodyForce& element);
void check_callback_force(const CallbackForce& element);
void check_gravity(const Vector3& gravity);

/// "body 'upper'"
[[nodiscard]] std::string describe(const char* kind, const std::string& name);

}  // namespace carom
