#pragma once

#include <string>
#include <string_view>

#include "carom/model/model.h"

namespace carom {

/// The coordinates of one joint in states of a mechanism, found by the joint's name: that of its body, unless it was
/// given another. Where they stand in q and v depends on the order of the bodies, which nobody who reads a state has
/// to know.
///
/// What a joint does not have is an InputError that names it.
class JointView {
 public:
  /// Throws InputError with the nearest name. Later it needs the model no more.
  JointView(const Model& model, std::string_view joint);
  /// The joint of this body, where all bodies are visited in turn.
  JointView(const Model& model, BodyIndex body);

  /// Of a joint with one degree of freedom.
  [[nodiscard]] double position(const State& state) const;           // [rad] or [m]
  [[nodiscard]] double rate(const State& state) const;               // [rad/s] or [m/s]
  [[nodiscard]] double effort(const ConstVectorRef& efforts) const;  // of a list like v  [N·m] or [N]

  /// Of a spherical or free joint, against its frame F on the parent.
  [[nodiscard]] Quaternion orientation(const State& state) const;    // of R_FB
  [[nodiscard]] Vector3 angular_velocity(const State& state) const;  // w_FB in F  [rad/s]

  /// Of a free joint.
  [[nodiscard]] Vector3 place(const State& state) const;     // p_FB in F  [m]
  [[nodiscard]] Vector3 velocity(const State& state) const;  // v_FBo in F  [m/s]

 private:
  void require(bool has, const char* what) const;

  std::string name_;
  JointType type_;
  int position_start_, velocity_start_;
};

}  // namespace carom
