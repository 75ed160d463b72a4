// Bullet measures a link from its centre of mass, takes gravity as a force on each link, and wants the forces anew for
// every evaluation.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <fmt/format.h>

#include "benchmarks/forward_dynamics/engine.h"

namespace carom::benchmarks {
namespace {

static_assert(sizeof(btScalar) == sizeof(double));

btVector3 to_bullet(const Vector& v) { return {v.x(), v.y(), v.z()}; }

class BulletEngine : public Engine {
 public:
  explicit BulletEngine(const Robot& robot) : num_joints_(robot.num_joints), base_(find_base(robot)) {
    body_ = std::make_unique<btMultiBody>(num_joints_, base_.mass, to_bullet(base_.principal),
                                          /*fixedBase=*/!base_.floating, /*canSleep=*/false);
    base_weight_ = to_bullet(base_.mass * robot.gravity);
    for (int joint = 0; joint < num_joints_; ++joint) add_link(robot, joint);
    body_->finalizeMultiDof();
    body_->setLinearDamping(0.0);
    body_->setAngularDamping(0.0);
    body_->setUseGyroTerm(true);
    body_->setMaxCoordinateVelocity(1e30);
  }

  void evaluate(const JointState& state) override {
    body_->clearForcesAndTorques();
    if (base_.floating) body_->addBaseForce(base_weight_);
    for (int joint = 0; joint < num_joints_; ++joint) {
      const auto i = static_cast<std::size_t>(joint);
      body_->setJointPos(joint, state.angles[i]);
      body_->setJointVel(joint, state.rates[i]);
      body_->addLinkForce(joint, weights_[i]);
    }
    // A step of 0 keeps it from moving the velocities on by itself.
    body_->computeAccelerationsArticulatedBodyAlgorithmMultiDof(/*dt=*/0.0, scalars_, vectors_, matrices_, false, false,
                                                                false);
  }

  // The scalars hold one number a joint of its own, the base's six accelerations, and then the joints'.
  Eigen::VectorXd accelerations() const override {
    return Eigen::Map<const Eigen::VectorXd>(&scalars_[num_joints_ + 6], num_joints_);
  }

 private:
  // A robot that does not float stands on a base without mass.
  static Link find_base(const Robot& robot) {
    Link base = robot.links.front();
    if (!base.floating) {
      base.mass = 0.0;
      base.principal.setZero();
    }
    return base;
  }

  // Bullet does not count the base among the links.
  void add_link(const Robot& robot, int joint) {
    const int before = base_.floating ? 1 : 0;
    const Link& link = robot.links[static_cast<std::size_t>(joint + before)];
    Vector parent_center = Vector::Zero();
    if (link.parent >= 0) parent_center = robot.links[static_cast<std::size_t>(link.parent)].center;
    body_->setupRevolute(joint, link.mass, to_bullet(link.principal), link.parent - before, btQuaternion::getIdentity(),
                         to_bullet(link.axis), to_bullet(link.at - parent_center), to_bullet(link.center),
                         /*disableParentCollision=*/true);
    weights_.push_back(to_bullet(link.mass * robot.gravity));
  }

  int num_joints_;
  Link base_;
  std::unique_ptr<btMultiBody> body_;
  btVector3 base_weight_;           // [N]
  std::vector<btVector3> weights_;  // of the links  [N]
  btAlignedObjectArray<btScalar> scalars_;
  btAlignedObjectArray<btVector3> vectors_;
  btAlignedObjectArray<btMatrix3x3> matrices_;
};

}  // namespace

Peer make_bullet() {
  return {.name = fmt::format("Bullet {}.{:02}", btGetVersion() / 100, btGetVersion() % 100),
          .call = "computeAccelerationsArticulatedBodyAlgorithmMultiDof",
          .make = [](const Robot& robot) { return std::make_unique<BulletEngine>(robot); }};
}

}  // namespace carom::benchmarks
