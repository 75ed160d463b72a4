#include "carom/model/constraint_compiler.h"

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"

namespace carom {

Constraint compile_constraint(const ConstraintSpec& spec) {
  Constraint constraint;
  constraint.type = spec.type;
  constraint.p_AC = spec.at_a;
  constraint.p_BD = spec.at_b;
  constraint.R_AC = matrix_from_quaternion(spec.rotation_a);
  constraint.R_BD = matrix_from_quaternion(spec.rotation_b);
  constraint.length = spec.length;
  constraint.radius = spec.radius;
  constraint.ratio = spec.ratio;
  constraint.offset = spec.offset;
  return constraint;
}

void connect_coupling(const std::string& element, const Body& a, const Body& b, Constraint& constraint) {
  for (const Body* body : {&a, &b}) {
    if (body->degrees == 1) continue;
    throw InputError(element,
                     fmt::format("couples joints of one degree of freedom, found a {} joint", traits(body->type).name));
  }
  constraint.position_a = a.position_start;
  constraint.position_b = b.position_start;
  constraint.velocity_a = a.velocity_start;
  constraint.velocity_b = b.velocity_start;
}

}  // namespace carom
