#pragma once

#include "carom/base/input_error.h"
#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/value.h"

namespace carom {

/// Reports a problem that the model found with an element, at the key of the element that it speaks of, or else at the
/// element itself.
void report_problem(const InputError& problem, const schema::Value& element, schema::Diagnostics& diagnostics);

/// The same where the element has to be found in the scene by the name that the problem gives ("joint of body 'arm'").
void report_problem_of_scene(const InputError& problem, const schema::Value& scene, schema::Diagnostics& diagnostics);

}  // namespace carom
