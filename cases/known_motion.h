#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/dynamics/kinematics.h"
#include "carom/model/model_builder.h"

namespace carom::cases {

/// A mechanism whose motion is known in closed form, shared by tests, benchmarks and examples.
struct KnownMotion {
  std::string name{};
  Model model{};
  State initial{};
  double duration{};   // over which the motion is worth following  [s]
  int rank_deficit{};  // constraint rows that are redundant
  /// What the closed form says of the motion at a time, as numbers of order one.
  std::function<VectorX(double time)> expected{};
  /// The same numbers of a simulated state.
  std::function<VectorX(const State& state, const Kinematics& kinematics)> observed{};
};

/// max |observed − expected|
[[nodiscard]] double calc_error(const KnownMotion& motion, const State& state);

/// Every motion of this folder, each with its usual numbers.
[[nodiscard]] std::vector<KnownMotion> make_known_motions();

/// A model at its initial state, with what is known of it to be filled in.
[[nodiscard]] KnownMotion make_motion(std::string name, const ModelBuilder& builder, double duration);

/// Orientation, position and velocities of a body as one list of numbers.
[[nodiscard]] VectorX list_motion(const Matrix3& R_WB, const Vector3& p_WB, const Vector3& w_WB, const Vector3& v_WB);
[[nodiscard]] VectorX list_motion(const Kinematics& kinematics, int body);

/// Observes q and v themselves.
[[nodiscard]] VectorX list_coordinates(const State& state, const Kinematics& kinematics);

}  // namespace carom::cases
