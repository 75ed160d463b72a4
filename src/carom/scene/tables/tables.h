#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/schema/table.h"
#include "carom/model/constraint.h"
#include "carom/model/force_elements.h"
#include "carom/model/joints/joint.h"
#include "carom/scene/body_entry.h"
#include "carom/scene/scene.h"

namespace carom {

/// The tables of the scene format, one file each: every key with its unit, range, default and meaning.

template <class T>
using TablePtr = std::shared_ptr<const schema::Table<T>>;

/// A rotation in one of its friendly forms; the unit quaternion is what the project works with.
struct RotationEntry {
  std::optional<Vector3> axis;
  std::optional<double> angle;  // [rad]
  std::optional<Vector3> rpy;   // [rad]
  std::optional<Quaternion> quaternion;
  std::optional<Vector3> z_axis;

  [[nodiscard]] Quaternion make_quaternion() const;
};
[[nodiscard]] TablePtr<RotationEntry> make_rotation_table();

template <class T>
schema::Key& add_rotation(schema::Table<T>& table, std::string name, Quaternion T::*member, std::string help) {
  const auto set = [member](T& target, const RotationEntry& rotation) { target.*member = rotation.make_quaternion(); };
  return table.add_table(std::move(name), make_rotation_table(), set, std::move(help)).otherwise("no rotation");
}

/// A function of time in one of its forms. Values are in the unit of what it drives.
struct TimeFunctionEntry {
  struct Sine {
    double amplitude{};
    std::optional<double> frequency;          // [Hz]
    std::optional<double> angular_frequency;  // [rad/s]
    double phase{};                           // [rad]
  };
  std::optional<double> constant;
  std::optional<double> speed;  // [unit/s]
  std::optional<Sine> sine;
  std::optional<std::vector<double>> polynomial;
  std::optional<time_functions::Table> table;
  double offset{};

  [[nodiscard]] TimeFunction make_function() const;
};
/// Its values have this dimension.
[[nodiscard]] TablePtr<TimeFunctionEntry> make_time_function_table(const Dimension& dimension);

/// A mesh from a file. Only one that encloses a volume has a mass.
enum class MeshSurface { Any, Closed };
[[nodiscard]] TablePtr<shapes::Mesh> make_mesh_table(MeshSurface surface);
/// The hull of points or of a file.
[[nodiscard]] TablePtr<shapes::ConvexMesh> make_convex_mesh_table();
[[nodiscard]] TablePtr<shapes::HeightField> make_height_field_table();

[[nodiscard]] TablePtr<InertiaEntry> make_inertia_table();
[[nodiscard]] TablePtr<JointSpec> make_joint_table();
/// What [[robot.joint]] says of a joint of a robot: one alternative for each type that robots have.
[[nodiscard]] TablePtr<JointSpec> make_robot_joint_table();
[[nodiscard]] TablePtr<BodyEntry> make_body_table();
[[nodiscard]] TablePtr<ConstraintSpec> make_constraint_table();
[[nodiscard]] TablePtr<SpringDamper> make_spring_table();
[[nodiscard]] TablePtr<BodyForce> make_force_table();
[[nodiscard]] TablePtr<ShapeSpec> make_shape_table();
[[nodiscard]] TablePtr<SurfaceMaterial> make_surface_table();
[[nodiscard]] TablePtr<ContactRule> make_contact_table();
[[nodiscard]] TablePtr<BodyGroup> make_group_table();
[[nodiscard]] TablePtr<IgnoredContact> make_ignore_table();
[[nodiscard]] TablePtr<RobotEntry> make_robot_table();
[[nodiscard]] TablePtr<IntegratorOptions> make_integrator_table();
[[nodiscard]] TablePtr<TimeSteppingOptions> make_stepping_table();
[[nodiscard]] TablePtr<RecordSettings> make_record_table();
/// The whole of a scene.
[[nodiscard]] TablePtr<Scene> make_scene_table();

}  // namespace carom
