#include "carom/scene/urdf/add_robot.h"

#include <system_error>

#include <fmt/format.h>

#include "carom/model/spec_checks.h"
#include "carom/scene/scene_reader.h"
#include "carom/scene/urdf/read_urdf.h"
#include "carom/scene/urdf/robot_joints.h"

namespace carom {

void RobotImport::add_robots(Scene& scene) {
  const std::size_t errors = diagnostics_.num_errors();
  for (const RobotEntry& entry : scene.robots) add_robot(entry, scene);
  has_failed_ = diagnostics_.num_errors() > errors;
}

void RobotImport::add_robot(const RobotEntry& entry, Scene& scene) {
  try {
    std::optional<Robot> robot = read_urdf(entry.file, entry.options, files_, diagnostics_);
    if (!robot) return names_.forgive_unknown();
    SceneReader reader(diagnostics_, names_, files_);
    change_robot_joints(entry, *robot, reader);
    add_parts(std::move(*robot), scene);
  } catch (const std::system_error& problem) {
    diagnostics_.error(entry.place, fmt::format("file of [robot]: {}", problem.what()));
    names_.forgive_unknown();
  }
}

void RobotImport::add_parts(Robot robot, Scene& scene) {
  for (RobotBody& body : robot.bodies) {
    names_.define("body", body.spec.name, body.link, diagnostics_);
    names_.define("joint", body.spec.joint.name, body.joint, diagnostics_);
    places_.emplace(describe("body", body.spec.name), body.link);
    places_.emplace(describe("joint of body", body.spec.name), body.joint);
    scene.model.add_body(std::move(body.spec));
  }
  for (RobotConstraint& constraint : robot.constraints) {
    names_.define("constraint", constraint.spec.name, constraint.place, diagnostics_);
    places_.emplace(describe("constraint", constraint.spec.name), constraint.place);
    scene.model.add_constraint(std::move(constraint.spec));
  }
  for (ShapeSpec& shape : robot.shapes) scene.shapes.push_back(std::move(shape));
}

bool RobotImport::report(const InputError& problem) {
  const auto place = places_.find(problem.element());
  if (place == places_.end()) return false;
  diagnostics_.error(place->second, problem.element() + ": " + problem.problem());
  return true;
}

}  // namespace carom
