#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

using ConstraintTable = schema::Table<ConstraintSpec>;

void add_frame_a(ConstraintTable& table, bool turned) {
  table.add("at_a", &ConstraintSpec::at_a, kLength, "origin of frame C, in body_a's frame");
  if (turned) add_rotation(table, "rotation_a", &ConstraintSpec::rotation_a, "of frame C in body_a");
}

void add_frame_b(ConstraintTable& table, bool turned) {
  table.add_reference("body_b", "body", &ConstraintSpec::body_b, "the other body").required();
  table.add("at_b", &ConstraintSpec::at_b, kLength, "origin of frame D, in body_b's frame");
  if (turned) add_rotation(table, "rotation_b", &ConstraintSpec::rotation_b, "of frame D in body_b");
}

void add_body_a(ConstraintTable& table) { table.add_reference("body_a", "body", &ConstraintSpec::body_a, "one body"); }

void add_coupling_keys(ConstraintTable& table) {
  table.add_reference("joint_a", "joint", &ConstraintSpec::joint_a, "the joint that leads, of one degree of freedom")
      .required();
  table.add_reference("joint_b", "joint", &ConstraintSpec::joint_b, "the joint that follows, of one degree of freedom")
      .required();
  table
      .add_number_of_any("ratio", {kNumber, kLength / kAngle, kAngle / kLength}, &ConstraintSpec::ratio,
                         "position_b = ratio · position_a + offset")
      .otherwise("1");
  table.add_number_of_any("offset", {kAngle, kLength}, &ConstraintSpec::offset, "see `ratio`").otherwise("0");
}

TablePtr<ConstraintSpec> make_type_table(ConstraintType type) {
  auto table = schema::make_table<ConstraintSpec>(std::string(traits(type).name), std::string(traits(type).summary));
  const bool rolls = type == ConstraintType::RollingSphere || type == ConstraintType::RollingDisk;
  const bool has_axes = type != ConstraintType::Point && type != ConstraintType::Distance;
  if (type == ConstraintType::Coupling) {
    add_coupling_keys(*table);
    return table;
  }
  // What rolls does so on a plane of the world.
  if (!rolls) add_body_a(*table);
  add_frame_a(*table, has_axes);
  if (type != ConstraintType::Skate) add_frame_b(*table, has_axes);
  if (type == ConstraintType::Distance) {
    table->add("length", &ConstraintSpec::length, kLength, "between the two points").above(0.0).required();
  }
  if (rolls) table->add("radius", &ConstraintSpec::radius, kLength, "of what rolls").above(0.0).required();
  return table;
}

constexpr std::array kAllTypes{ConstraintType::Point,       ConstraintType::Hinge,       ConstraintType::Weld,
                               ConstraintType::Distance,    ConstraintType::Cylindrical, ConstraintType::Prismatic,
                               ConstraintType::Coupling,    ConstraintType::Skate,       ConstraintType::RollingSphere,
                               ConstraintType::RollingDisk, ConstraintType::Line};

}  // namespace

TablePtr<ConstraintSpec> make_constraint_table() {
  auto table = schema::make_table<ConstraintSpec>(
      "constraint",
      "What closes a loop or couples velocities, between frame C fixed in body_a and frame D fixed in body_b. A loop "
      "that "
      "is open by up to 1 % of its size (or 0.01 rad) with the positions given is closed by the smallest motion, and "
      "the "
      "run notes what was moved; a loop that is open by more, or that closes only far from these positions, is an "
      "error. "
      "Axes of a planar loop that are parallel up to rounding (1e-4 rad) are made parallel; a `point`, `hinge` or "
      "`cylindrical` constraint whose ends do not meet across the plane, up to rounding (1e-4 of the loop's size), "
      "holds "
      "in the plane alone. Both are noted too.");
  for (const ConstraintType type : kAllTypes) {
    table->add_alternative(std::string(traits(type).name), make_type_table(type),
                           [type](ConstraintSpec& constraint) -> ConstraintSpec& {
                             constraint.type = type;
                             return constraint;
                           });
  }
  table->add_name("constraint", &ConstraintSpec::name, "how results and messages call it").required();
  table->choose_by("type", "", "what it does");
  return table;
}

}  // namespace carom
