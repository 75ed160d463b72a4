// ODE compares convex hulls by separating axes over all pairs of faces and edges.
#include <algorithm>
#include <array>

#include <ode/ode.h>

#include "benchmarks/collision_pairs/pair_engine.h"
#include "carom/model/shapes/convex_hull.h"

namespace carom::benchmarks {
namespace {

static_assert(sizeof(dReal) == sizeof(double));

/// What ODE's convex shapes refer to and do not keep.
struct OdeHull {
  std::vector<double> planes, points;
  std::vector<unsigned> polygons;

  OdeHull() {
    const TriangleMesh hull = make_convex_hull(make_hull_points(), "benchmark");
    for (const Vector3& p : hull.vertices) points.insert(points.end(), {p.x(), p.y(), p.z()});
    for (const auto& [a, b, c] : hull.triangles) {
      const Vector3 &p = hull.vertices[static_cast<std::size_t>(a)], &q = hull.vertices[static_cast<std::size_t>(b)],
                    &r = hull.vertices[static_cast<std::size_t>(c)];
      const Vector3 normal = (q - p).cross(r - p).normalized();
      planes.insert(planes.end(), {normal.x(), normal.y(), normal.z(), normal.dot(p)});
      polygons.insert(polygons.end(),
                      {3U, static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c)});
    }
  }
};

class OdePair : public PairEngine {
 public:
  explicit OdePair(PairWorkload workload) {
    dInitODE2(0);
    for (dGeomID* geom : {&a_, &b_}) *geom = make(workload);
  }
  ~OdePair() override {
    dGeomDestroy(a_);
    dGeomDestroy(b_);
  }
  OdePair(const OdePair&) = delete;
  OdePair& operator=(const OdePair&) = delete;

  double touch(const PairPose& pose) override {
    const Matrix3& R = pose.R_WA;
    const dMatrix3 rotation = {R(0, 0), R(0, 1), R(0, 2), 0.0,     R(1, 0), R(1, 1),
                               R(1, 2), 0.0,     R(2, 0), R(2, 1), R(2, 2), 0.0};
    dGeomSetPosition(a_, pose.p_WA.x(), pose.p_WA.y(), pose.p_WA.z());
    dGeomSetRotation(a_, rotation);
    const int count =
        dCollide(a_, b_, static_cast<int>(contacts_.size()), contacts_.data(), static_cast<int>(sizeof(dContactGeom)));
    double depth = 0.0;
    for (int i = 0; i < count; ++i) depth = std::max(depth, contacts_[static_cast<std::size_t>(i)].depth);
    return depth;
  }

 private:
  dGeomID make(PairWorkload workload) {
    if (workload == PairWorkload::SphereSphere) return dCreateSphere(nullptr, kRadius);
    if (workload == PairWorkload::BoxBox) return dCreateBox(nullptr, kSide, kSide, kSide);
    return dCreateConvex(nullptr, hull_.planes.data(), static_cast<unsigned>(hull_.planes.size() / 4),
                         hull_.points.data(), static_cast<unsigned>(hull_.points.size() / 3), hull_.polygons.data());
  }

  OdeHull hull_;
  dGeomID a_{}, b_{};
  std::array<dContactGeom, 8> contacts_{};
};

}  // namespace

PairPeer make_ode_pairs() {
  return {"ODE",
          [](PairWorkload workload) -> std::unique_ptr<PairEngine> { return std::make_unique<OdePair>(workload); }};
}

}  // namespace carom::benchmarks
