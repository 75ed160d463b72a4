#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/math/rotation.h"
#include "carom/math/types.h"

namespace carom {

/// What closes a loop or couples velocities. C is a frame fixed in A and D one fixed in B; `axis` is C's z-axis.
enum class ConstraintType {
  Point,          // Co and Do coincide                                                  3 rows
  Hinge,          // also D's z-axis stays along C's                                      5 rows
  Weld,           // C and D coincide                                                     6 rows
  Distance,       // Co and Do stay `length` apart                                        1 row
  Cylindrical,    // D slides along and turns about C's z-axis                            4 rows
  Prismatic,      // D slides along C's z-axis without turning                            5 rows
  Coupling,       // q_b = ratio · q_a + offset for two joints of one degree of freedom   1 row
  Skate,          // Co has no velocity along C's x-axis: a blade or a wheel on edge      1 row, of velocity only
  RollingSphere,  // a sphere of `radius` about Do rolls on C's xy-plane, fixed in the world    3 rows, 1 holonomic
  RollingDisk,    // the same for a thin disk about D's z-axis                            3 rows, 1 holonomic
  Line            // Do stays on C's z-axis                                               2 rows
};

struct ConstraintTraits {
  std::string_view name;
  int rows{};                  // of A(q) v = 0
  int holonomic_rows{};        // the first of them, those that derive from φ(q) = 0
  std::string_view summary{};  // what it holds, between frame C of body_a and frame D of body_b
};
[[nodiscard]] const ConstraintTraits& traits(ConstraintType type);
[[nodiscard]] ConstraintType constraint_type_from_name(std::string_view name, const std::string& element);

/// A bilateral constraint as a user describes it. Redundant ones are allowed.
struct ConstraintSpec {
  std::string name{};
  ConstraintType type{ConstraintType::Point};
  std::string body_a{"world"};
  std::string body_b{"world"};
  Vector3 at_a{Vector3::Zero()};                 // p_ACo in A  [m]
  Vector3 at_b{Vector3::Zero()};                 // p_BDo in B  [m]
  Quaternion rotation_a{identity_quaternion()};  // R_AC
  Quaternion rotation_b{identity_quaternion()};  // R_BD
  double length{};                               // Distance  [m]
  double radius{};                               // RollingSphere, RollingDisk  [m]
  std::string joint_a{};                         // Coupling
  std::string joint_b{};                         // Coupling
  double ratio{1.0};                             // Coupling  [q_b/q_a]
  double offset{};                               // Coupling  [rad] or [m]
};

/// The same, with names resolved and frames as matrices.
struct Constraint {
  ConstraintType type{};
  int body_a{};
  int body_b{};
  int first_row{};  // in the stacked rows of all constraints
  Vector3 p_AC{Vector3::Zero()};
  Vector3 p_BD{Vector3::Zero()};
  Matrix3 R_AC{Matrix3::Identity()};
  Matrix3 R_BD{Matrix3::Identity()};
  double length{};
  double radius{};
  int position_a{}, position_b{};  // Coupling: coordinates
  int velocity_a{}, velocity_b{};  // Coupling: velocities
  double ratio{};
  double offset{};
  bool in_plane{};  // a Line in place of what was described, which closes a planar loop
  double tilt{};    // how far the axes of that loop are from parallel  [rad]
};

}  // namespace carom
