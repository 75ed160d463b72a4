#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>

#include "carom/math/packed.h"
#include "carom/model/body.h"

namespace carom {

/// How one velocity coordinate moves its body against the parent: w_PB and v_PBo for v = 1, in world axes.
struct JointColumn {
  PackedVector3 angular;
  PackedVector3 linear;
};

/// What a joint contributes: pose and motion of B against P's joint frame F, in world axes but for R_PB.
struct JointMotion {
  PackedMatrix3 R_PB;
  PackedVector3 p_FB;       // [m]
  PackedVector3 w_PB;       // [rad/s]
  PackedVector3 v_PB;       // [m/s]
  PackedVector3 w_PB_rate;  // rate of w_PB as seen in P, at constant v  [rad/s²]
};

/// What a type of joints is and how it moves its body: one specialization for each type, in a file of its own
/// (docs/add-a-joint.md), listed in all_joints.h. All else follows from it: names and units of channels, the keys of
/// scenes, checks, the catalogue, and the code of every algorithm.
template <JointType type>
struct Joint;

/// What most joints have not.
struct JointBase {
  static constexpr JointAxes kAxes = JointAxes::None;
  static constexpr bool kHasPitch = false;
  static constexpr bool kHasQuaternion = false;
};

constexpr JointCoordinate angle(std::string_view name, std::string_view summary) {
  return {name, JointMeasure::Angle, summary};
}
constexpr JointCoordinate length(std::string_view name, std::string_view summary) {
  return {name, JointMeasure::Length, summary};
}
constexpr JointCoordinate number(std::string_view name, std::string_view summary) {
  return {name, JointMeasure::Number, summary};
}

/// What the specialization of a type must have.
template <class J>
concept JointDescription = requires(const Body& body, const PackedMatrix3& R_WP, const double* q, const double* v,
                                    JointColumn* columns, JointMotion& motion) {
  { J::kName } -> std::convertible_to<std::string_view>;     // as written in scenes
  { J::kSummary } -> std::convertible_to<std::string_view>;  // what it lets a body do
  { J::kCoordinates.size() } -> std::same_as<std::size_t>;   // q, a std::array of JointCoordinate
  { J::kRates.size() } -> std::same_as<std::size_t>;         // v: rates of angles and lengths
  { J::kTurns } -> std::convertible_to<bool>;                // some column has an angular part
  { J::kSlides } -> std::convertible_to<bool>;               // some column has a linear part
  { J::move(body, R_WP, q, v, columns, motion) } -> std::same_as<void>;
}
&&std::derived_from<J, JointBase>&& J::kCoordinates.size() == J::kRates.size() + (J::kHasQuaternion ? 1 : 0);

/// R_PB after a turn about the joint's axis.
CAROM_INLINE PackedMatrix3 turn(const Body& body, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  return body.R_PB_constant + body.R_PB_sine * sine + body.R_PB_cosine * cosine;
}

/// Rodrigues' formula about a unit axis.
CAROM_INLINE PackedMatrix3 rotation_about(const PackedVector3& axis, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  return outer(axis, axis) * (1.0 - cosine) + skew(axis) * sine + make_diagonal(cosine);
}

/// Of any length but zero.
CAROM_INLINE PackedMatrix3 rotation_of_quaternion(const double* q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double s = 2.0 / (w * w + x * x + y * y + z * z);
  return {{1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
          {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
          {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)}};
}

}  // namespace carom
