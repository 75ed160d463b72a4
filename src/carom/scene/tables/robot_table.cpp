#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

using Options = RobotOptions;

std::optional<std::filesystem::path> read_folder(const Value& value, Reader& reader) {
  std::optional<std::string> text = reader.read_text(value);
  if (!text) return std::nullopt;
  return std::filesystem::path(std::move(*text));
}

// A list of folders, or a table with a folder for each package.
void read_package_roots(const schema::Key&, const Value& value, void* target, Reader& reader) {
  Options& options = static_cast<RobotEntry*>(target)->options;
  if (const Value::List* list = value.list()) {
    for (const Value& item : *list) {
      if (auto folder = read_folder(item, reader)) options.package_folders.push_back(std::move(*folder));
    }
  } else if (const Value::Entries* table = value.table()) {
    for (const schema::Entry& entry : *table) {
      if (auto folder = read_folder(entry.value, reader)) options.packages.emplace(entry.key, std::move(*folder));
    }
  } else if (auto folder = read_folder(value, reader)) {
    options.package_folders.push_back(std::move(*folder));
  }
}

// Known to contacts as those of shapes are.
void read_surface(const schema::Key&, const Value& value, void* target, Reader& reader) {
  const std::optional<std::string> name = reader.read_text(value);
  if (!name) return;
  static_cast<RobotEntry*>(target)->options.surface = *name;
  reader.names().predefine("surface", *name);
}

// Kept until the file has been read, which tells the types of the joints.
void read_joints(const schema::Key&, const Value& value, void* target, Reader& reader) {
  if (const Value::List* list = value.list()) {
    static_cast<RobotEntry*>(target)->joints = *list;
  } else {
    reader.error(value, fmt::format("expected [[robot.joint]] in double brackets, found {}", describe(value)));
  }
}

}  // namespace

TablePtr<RobotEntry> make_robot_table() {
  using Entry = RobotEntry;
  using Numbers = std::vector<double>;
  auto table = schema::make_table<Entry>(
      "robot",
      "A robot from a file in the Unified Robot Description Format (URDF): its links become bodies, its joints their "
      "joints, its collision shapes shapes, and joints that mimic others are coupled to them. What has no effect is "
      "listed in a warning. Limits of effort and velocity are those of motors, and limit nothing by themselves. A "
      "scene with several robots has `[[robot]]`, each with a `prefix`.");
  table->add("file", &Entry::file, "from the scene's folder on").required();
  table
      ->add_text(
          "prefix", [](Entry& e, std::string&& text) { e.options.prefix = std::move(text); },
          "before the names of all its bodies and joints")
      .otherwise("none");
  table
      ->add_choice(
          "base", {"fixed", "free"},
          [](Entry& e, const std::string& base) {
            e.options.base = base == "free" ? RobotBase::Free : RobotBase::Fixed;
          },
          "whether the root link is fixed to the world")
      .otherwise("\"fixed\"");
  table
      ->add_numbers(
          "at", {kLength, kLength, kLength},
          [](Entry& e, const Numbers& v) { e.options.at = Vector3(v[0], v[1], v[2]); }, "where the root link is")
      .otherwise("[0, 0, 0]");
  table
      ->add_table(
          "rotation", make_rotation_table(),
          [](Entry& e, const RotationEntry& rotation) { e.options.rotation = rotation.make_quaternion(); },
          "of the root link")
      .otherwise("no rotation");
  table->add_key("surface", "text", {}, "by which contacts find its collision shapes", read_surface)
      .otherwise("they are only seen");
  table
      ->add_number(
          "rotational_limit_stiffness", kTorque / kAngle,
          [](Entry& e, double k) { e.options.rotational_limit_stiffness = k; },
          "of stops where revolute joints have limits; URDF has no stiffness")
      .above(0.0)
      .otherwise("no stops");
  table
      ->add_number(
          "limit_stiffness", kStiffness, [](Entry& e, double k) { e.options.limit_stiffness = k; },
          "the same for prismatic joints")
      .above(0.0)
      .otherwise("no stops");
  table
      ->add_key("package_roots", "list of texts or table", {},
                "folders with the meshes of `package://name/…`: any that may hold them, or `{ name = \"folder\" }`; "
                "from the scene's folder on",
                read_package_roots)
      .otherwise("the robot's folder");
  schema::Key& joint = table->add_key("joint", "tables", {}, "where its joints start and what moves them", read_joints);
  joint.tables.push_back(make_robot_joint_table());
  joint.otherwise("as the file says");
  return table;
}

}  // namespace carom
