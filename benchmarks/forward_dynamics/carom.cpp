#include "benchmarks/forward_dynamics/engine.h"
#include "carom/dynamics/aba.h"
#include "carom/dynamics/kinematics.h"

namespace carom::benchmarks {
namespace {

class CaromEngine : public Engine {
 public:
  explicit CaromEngine(const Model& model)
      : model_(model),
        state_(model.make_initial_state()),
        kinematics_(model),
        applied_(model),
        articulated_(model),
        v_rate_(VectorX::Zero(model.num_velocities())) {
    for (const Body& body : model.bodies()) {
      if (body.type != JointType::Revolute) continue;
      positions_.push_back(body.position_start);
      velocities_.push_back(body.velocity_start);
    }
  }

  void evaluate(const JointState& state) override {
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      state_.q[positions_[i]] = state.angles[i];
      state_.v[velocities_[i]] = state.rates[i];
    }
    calc_kinematics(model_, state_.q, state_.v, kinematics_);
    // A failure leaves accelerations that no other engine agrees with.
    static_cast<void>(calc_forward_dynamics(model_, kinematics_, applied_, articulated_, v_rate_));
  }

  Eigen::VectorXd accelerations() const override { return v_rate_(velocities_); }

 private:
  const Model& model_;
  std::vector<int> positions_, velocities_;  // places of the turning joints in q and v
  State state_;
  Kinematics kinematics_;
  AppliedForces applied_;
  ArticulatedBodies articulated_;
  VectorX v_rate_;
};

}  // namespace

Peer make_carom() {
  return {.name = "Carom", .call = "calc_kinematics, calc_forward_dynamics", .make = [](const Robot& robot) {
            return std::make_unique<CaromEngine>(*robot.model);
          }};
}

}  // namespace carom::benchmarks
