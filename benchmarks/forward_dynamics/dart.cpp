#include <dart/config.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "benchmarks/forward_dynamics/engine.h"

namespace carom::benchmarks {
namespace {

class DartEngine : public Engine {
 public:
  explicit DartEngine(const Robot& robot) : skeleton_(dart::dynamics::Skeleton::create("robot")) {
    skeleton_->setGravity(robot.gravity);
    std::vector<dart::dynamics::BodyNode*> bodies;
    for (const Link& link : robot.links) {
      bodies.push_back(add_body(link.parent < 0 ? nullptr : bodies[static_cast<std::size_t>(link.parent)], link));
    }
    // Places are known once the tree is whole.
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (robot.links[i].floating) continue;
      places_.push_back(static_cast<Eigen::Index>(bodies[i]->getParentJoint()->getIndexInSkeleton(0)));
    }
    positions_ = skeleton_->getPositions();
    velocities_ = skeleton_->getVelocities();
  }

  void evaluate(const JointState& state) override {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      positions_[places_[i]] = state.angles[i];
      velocities_[places_[i]] = state.rates[i];
    }
    skeleton_->setPositions(positions_);
    skeleton_->setVelocities(velocities_);
    skeleton_->computeForwardDynamics();
  }

  Eigen::VectorXd accelerations() const override { return skeleton_->getAccelerations()(places_); }

 private:
  dart::dynamics::BodyNode* add_body(dart::dynamics::BodyNode* parent, const Link& link) {
    const dart::dynamics::BodyNode::AspectProperties name(link.name);
    dart::dynamics::BodyNode* body = nullptr;
    if (link.floating) {
      body = skeleton_->createJointAndBodyNodePair<dart::dynamics::FreeJoint>(parent, {}, name).second;
    } else {
      dart::dynamics::RevoluteJoint::Properties joint;
      joint.mName = link.name;
      joint.mAxis = link.axis;
      joint.mT_ParentBodyToJoint.translation() = link.at;
      body = skeleton_->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(parent, joint, name).second;
    }
    body->setInertia(dart::dynamics::Inertia(link.mass, link.center, link.principal.asDiagonal()));
    return body;
  }

  dart::dynamics::SkeletonPtr skeleton_;
  std::vector<Eigen::Index> places_;  // of the turning joints, in positions and velocities alike
  Eigen::VectorXd positions_, velocities_;
};

}  // namespace

Peer make_dart() {
  return {.name = "DART " DART_VERSION,
          .call = "setPositions, setVelocities, computeForwardDynamics",
          .make = [](const Robot& robot) { return std::make_unique<DartEngine>(robot); }};
}

}  // namespace carom::benchmarks
