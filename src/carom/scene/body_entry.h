#pragma once

#include <memory>
#include <optional>
#include <string>

#include "carom/math/rotation.h"
#include "carom/model/body.h"
#include "carom/model/joints/joint.h"
#include "carom/model/shapes/inertia_of_shapes.h"
#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// How mass is distributed, as a scene says it: a solid of even density, by its form or its
/// surface, or moments about the center of mass.
struct InertiaEntry {
  std::optional<Solid> solid{};
  std::shared_ptr<const TriangleMesh> mesh{};  // closed; null: none
  Matrix3 matrix{Matrix3::Zero()};             // about the center of mass, where there is neither  [kg·m²]
  Quaternion rotation{identity_quaternion()};
};

/// A body as a scene says it. Without a joint it is free.
struct BodyEntry {
  std::string name{};
  std::optional<double> mass{};             // [kg]
  std::optional<double> density{};          // [kg/m³]
  std::optional<Vector3> center_of_mass{};  // [m]
  std::optional<InertiaEntry> inertia{};
  JointSpec joint{.type = JointType::Free};
};

/// Throws InputError about what does not go together.
[[nodiscard]] BodySpec make_body_spec(const BodyEntry& entry);

}  // namespace carom
