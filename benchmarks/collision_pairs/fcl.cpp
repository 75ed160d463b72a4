#include <algorithm>

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>

#include "benchmarks/collision_pairs/pair_engine.h"
#include "carom/model/shapes/convex_hull.h"

namespace carom::benchmarks {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> make_geometry(PairWorkload workload) {
  if (workload == PairWorkload::SphereSphere) return std::make_shared<fcl::Sphered>(kRadius);
  if (workload == PairWorkload::BoxBox) return std::make_shared<fcl::Boxd>(kSide, kSide, kSide);
  const TriangleMesh hull = make_convex_hull(make_hull_points(), "benchmark");
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(hull.vertices.begin(), hull.vertices.end());
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& triangle : hull.triangles) {
    faces->push_back(3);
    faces->insert(faces->end(), triangle.begin(), triangle.end());
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.triangles.size()), faces);
}

class FclPair : public PairEngine {
 public:
  explicit FclPair(PairWorkload workload) : a_(make_geometry(workload)), b_(make_geometry(workload)) {
    request_.enable_contact = true;
    request_.num_max_contacts = 8;
  }

  double touch(const PairPose& pose) override {
    fcl::Transform3d at = fcl::Transform3d::Identity();
    at.linear() = pose.R_WA;
    at.translation() = pose.p_WA;
    result_.clear();
    fcl::collide(a_.get(), at, b_.get(), fcl::Transform3d::Identity(), request_, result_);
    double depth = 0.0;
    for (std::size_t i = 0; i < result_.numContacts(); ++i) {
      depth = std::max(depth, result_.getContact(i).penetration_depth);
    }
    return depth;
  }

 private:
  std::shared_ptr<fcl::CollisionGeometryd> a_, b_;
  fcl::CollisionRequestd request_;
  fcl::CollisionResultd result_;
};

}  // namespace

PairPeer make_fcl_pairs() {
  return {"FCL",
          [](PairWorkload workload) -> std::unique_ptr<PairEngine> { return std::make_unique<FclPair>(workload); }};
}

}  // namespace carom::benchmarks
