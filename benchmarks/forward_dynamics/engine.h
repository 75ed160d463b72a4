#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace carom {
class Model;
}

namespace carom::benchmarks {

using Vector = Eigen::Vector3d;

/// A body and its joint to the parent, in axes that are all parallel at position zero.
struct Link {
  std::string name;
  int parent{};     // place among the links; −1: the world
  bool floating{};  // moves freely, only for the first link; the others turn about their axis
  Vector at;        // of the joint, from the parent's joint  [m]
  Vector axis;
  double mass{};     // [kg]
  Vector center;     // of mass, from the joint  [m]
  Vector principal;  // moments of inertia about the centre of mass  [kg·m²]
};

/// A robot in plain numbers, for engines that know nothing of ours. This header is also compiled as C++17: Simbody's
/// headers are not valid C++20.
struct Robot {
  const Model* model;  // ours
  Vector gravity;      // [m/s²]
  std::vector<Link> links;
  int num_joints{};  // that turn
};
[[nodiscard]] Robot make_robot(const Model& model);

/// Of the joints that turn; a floating link stays at rest in its initial pose.
struct JointState {
  std::vector<double> angles;  // [rad]
  std::vector<double> rates;   // [rad/s]
};

/// Sixteen states of a robot, all different, so that no engine can reuse what it computed for the last one.
[[nodiscard]] std::vector<JointState> make_states(const Model& model);

/// A robot held ready by an engine.
class Engine {
 public:
  virtual ~Engine() = default;

  /// From positions and velocities to accelerations under gravity: all that an integrator asks for in one stage.
  virtual void evaluate(const JointState& state) = 0;

  /// Of the last evaluation, one a joint that turns, in the robot's order  [rad/s²].
  [[nodiscard]] virtual Eigen::VectorXd accelerations() const = 0;
};

/// An engine that can be measured, in double precision throughout.
struct Peer {
  std::string name;                                                 // with its version
  std::string call;                                                 // what one evaluation calls
  std::function<std::unique_ptr<Engine>(const Robot& robot)> make;  // empty: not installed
  int max_joints{std::numeric_limits<int>::max()};                  // of a robot that it can load
};

[[nodiscard]] Peer make_carom();
[[nodiscard]] Peer make_mujoco();
[[nodiscard]] Peer make_simbody();
[[nodiscard]] Peer make_dart();
[[nodiscard]] Peer make_bullet();

}  // namespace carom::benchmarks
