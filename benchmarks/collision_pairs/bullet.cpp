// A pair keeps its manifold from pose to pose, as in Bullet's own steps.
#include <algorithm>

#include <btBulletCollisionCommon.h>

#include "benchmarks/collision_pairs/pair_engine.h"

namespace carom::benchmarks {
namespace {

static_assert(sizeof(btScalar) == sizeof(double));

std::unique_ptr<btCollisionShape> make_shape(PairWorkload workload) {
  if (workload == PairWorkload::SphereSphere) return std::make_unique<btSphereShape>(kRadius);
  const double half = 0.5 * kSide;
  if (workload == PairWorkload::BoxBox) return std::make_unique<btBoxShape>(btVector3(half, half, half));
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Vector3& point : make_hull_points()) hull->addPoint({point.x(), point.y(), point.z()}, false);
  hull->recalcLocalAabb();
  // Ours have no margin either.
  hull->setMargin(0.0);
  return hull;
}

class BulletPair : public PairEngine {
 public:
  explicit BulletPair(PairWorkload workload)
      : shape_a_(make_shape(workload)), shape_b_(make_shape(workload)), dispatcher_(&configuration_) {
    a_.setCollisionShape(shape_a_.get());
    b_.setCollisionShape(shape_b_.get());
    a_.setWorldTransform(btTransform::getIdentity());
    b_.setWorldTransform(btTransform::getIdentity());
    const btCollisionObjectWrapper wrap_a = wrap(a_), wrap_b = wrap(b_);
    algorithm_ = dispatcher_.findAlgorithm(&wrap_a, &wrap_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  }
  ~BulletPair() override {
    algorithm_->~btCollisionAlgorithm();
    dispatcher_.freeCollisionAlgorithm(algorithm_);
  }
  BulletPair(const BulletPair&) = delete;
  BulletPair& operator=(const BulletPair&) = delete;

  double touch(const PairPose& pose) override {
    const Matrix3& R = pose.R_WA;
    btTransform at;
    at.setBasis({R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)});
    at.setOrigin({pose.p_WA.x(), pose.p_WA.y(), pose.p_WA.z()});
    a_.setWorldTransform(at);
    const btCollisionObjectWrapper wrap_a = wrap(a_), wrap_b = wrap(b_);
    btManifoldResult result(&wrap_a, &wrap_b);
    algorithm_->processCollision(&wrap_a, &wrap_b, info_, &result);
    btManifoldArray manifolds;
    algorithm_->getAllContactManifolds(manifolds);
    double depth = 0.0;
    for (int m = 0; m < manifolds.size(); ++m) {
      for (int i = 0; i < manifolds[m]->getNumContacts(); ++i) {
        depth = std::max(depth, -manifolds[m]->getContactPoint(i).getDistance());
      }
    }
    return depth;
  }

 private:
  static btCollisionObjectWrapper wrap(const btCollisionObject& object) {
    return {nullptr, object.getCollisionShape(), &object, object.getWorldTransform(), -1, -1};
  }

  std::unique_ptr<btCollisionShape> shape_a_, shape_b_;
  btCollisionObject a_, b_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo info_;
  btCollisionAlgorithm* algorithm_{};
};

}  // namespace

PairPeer make_bullet_pairs() {
  return {"Bullet",
          [](PairWorkload workload) -> std::unique_ptr<PairEngine> { return std::make_unique<BulletPair>(workload); }};
}

}  // namespace carom::benchmarks
