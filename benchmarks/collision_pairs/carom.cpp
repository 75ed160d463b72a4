#include <algorithm>

#include "benchmarks/collision_pairs/pair_engine.h"
#include "carom/collision/pair_table.h"
#include "carom/model/shapes/convex_hull.h"

namespace carom::benchmarks {
namespace {

ShapeGeometry make_geometry(PairWorkload workload) {
  switch (workload) {
    case PairWorkload::SphereSphere:
      return shapes::Sphere{.radius = kRadius};
    case PairWorkload::BoxBox:
      return shapes::Box{.size = {kSide, kSide, kSide}};
    case PairWorkload::ConvexConvex:
      break;
  }
  return shapes::ConvexMesh{
      .file = {}, .hull = std::make_shared<const TriangleMesh>(make_convex_hull(make_hull_points(), "benchmark"))};
}

class CaromPair : public PairEngine {
 public:
  explicit CaromPair(PairWorkload workload)
      : a_(make_collision_shape({.name = "a", .body = {}, .geometry = make_geometry(workload)}, BodyIndex(1))),
        b_(make_collision_shape({.name = "b", .body = {}, .geometry = make_geometry(workload)}, BodyIndex(2))),
        kind_(find_pair_kind(a_.type, b_.type)),
        points_(static_cast<std::size_t>(kind_.num_points)) {}

  double touch(const PairPose& pose) override {
    motion_a_.p_WS = pose.p_WA;
    motion_a_.R_WS = pose.R_WA;
    kind_.touch({a_, motion_a_}, {b_, motion_b_}, points_);
    double least = points_[0].gap;
    for (const ContactPoint& point : points_) least = std::min(least, point.gap);
    return -least;
  }

 private:
  CollisionShape a_, b_;
  ShapeMotion motion_a_, motion_b_;
  const PairKind& kind_;
  std::vector<ContactPoint> points_;
};

}  // namespace

PairPeer make_carom_pairs() {
  return {"Carom",
          [](PairWorkload workload) -> std::unique_ptr<PairEngine> { return std::make_unique<CaromPair>(workload); }};
}

}  // namespace carom::benchmarks
