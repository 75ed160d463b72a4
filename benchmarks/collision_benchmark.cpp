// Nanoseconds a pair: placing the moving shape and finding all contact points.
#include <cmath>
#include <memory>
#include <random>

#include <benchmark/benchmark.h>

#include "carom/collision/broad/broad_phase.h"
#include "carom/collision/pair_list.h"
#include "carom/model/model_builder.h"
#include "carom/model/shapes/convex_hull.h"

namespace carom {
namespace {

using namespace shapes;

void find_contacts(benchmark::State& state, const ShapeGeometry& moving, const ShapeGeometry& fixed) {
  ModelBuilder builder;
  const MassProperties mass{.mass = 1.0, .inertia_about_center = Matrix3::Identity()};
  builder.add_body({.name = "body", .mass = mass, .joint = {.type = JointType::Free}});
  const Model model = builder.build();
  const std::vector<ShapeSpec> specs{{.body = "body", .geometry = moving}, {.body = "world", .geometry = fixed}};
  const PairList list(model, specs, std::vector<ShapePair>{{0, 1}});
  ContactPoints contacts(list);
  Kinematics kinematics(model);
  State start = model.make_initial_state();
  start.q << 0.9, 0.3, 0.2, 0.1, 0.4, 0.3, 0.6;
  start.v << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  calc_kinematics(model, start.q, start.v, kinematics);
  for (auto _ : state) {
    calc_contact_points(list, kinematics, contacts);
    benchmark::DoNotOptimize(contacts.points.data());
    benchmark::ClobberMemory();
  }
}

const Sphere kBall{.radius = 0.5};
BENCHMARK_CAPTURE(find_contacts, point_plane, Point{}, Plane{});
BENCHMARK_CAPTURE(find_contacts, sphere_plane, kBall, Plane{});
BENCHMARK_CAPTURE(find_contacts, capsule_plane, Capsule{.radius = 0.5, .length = 1.0}, Plane{});
BENCHMARK_CAPTURE(find_contacts, box_plane, Box{.size = {1.0, 1.0, 1.0}}, Plane{});
BENCHMARK_CAPTURE(find_contacts, cylinder_plane, Cylinder{.radius = 0.5, .length = 1.0}, Plane{});
BENCHMARK_CAPTURE(find_contacts, ellipsoid_plane, Ellipsoid{.semi_axes = {0.5, 0.6, 0.7}}, Plane{});
BENCHMARK_CAPTURE(find_contacts, sphere_sphere, kBall, kBall);
BENCHMARK_CAPTURE(find_contacts, sphere_box, kBall, Box{.size = {0.5, 0.4, 0.3}});
BENCHMARK_CAPTURE(find_contacts, sphere_capsule, kBall, Capsule{.radius = 0.2, .length = 1.0});
BENCHMARK_CAPTURE(find_contacts, sphere_cylinder, kBall, Cylinder{.radius = 0.2, .length = 1.0});
BENCHMARK_CAPTURE(find_contacts, sphere_tube, kBall, Tube{.radius = 2.0, .length = 4.0});
BENCHMARK_CAPTURE(find_contacts, sphere_ellipsoid, kBall, Ellipsoid{.semi_axes = {0.5, 0.6, 0.7}});
BENCHMARK_CAPTURE(find_contacts, sphere_cone, kBall, Cone{.radius = 0.5, .length = 1.0});
BENCHMARK_CAPTURE(find_contacts, capsule_capsule, Capsule{.radius = 0.5, .length = 1.0},
                  Capsule{.radius = 0.2, .length = 1.0});
BENCHMARK_CAPTURE(find_contacts, box_box_overlap, Box{.size = {1.0, 1.0, 1.0}}, Box{.size = {1.0, 1.0, 1.0}});
BENCHMARK_CAPTURE(find_contacts, box_box_apart, Box{.size = {0.5, 0.5, 0.5}}, Box{.size = {0.5, 0.5, 0.5}});
BENCHMARK_CAPTURE(find_contacts, cylinder_box_overlap, Cylinder{.radius = 0.5, .length = 1.0},
                  Box{.size = {1.0, 1.0, 1.0}});
BENCHMARK_CAPTURE(find_contacts, ellipsoid_ellipsoid_overlap, Ellipsoid{.semi_axes = {0.5, 0.6, 0.7}},
                  Ellipsoid{.semi_axes = {0.5, 0.6, 0.7}});

/// The hull of 32 points on a sphere.
ConvexMesh make_convex(double radius) {
  std::vector<Vector3> points;
  for (int i = 0; i < 32; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / 32.0, turn = 2.4 * i, rho = std::sqrt(1.0 - z * z);
    points.emplace_back(radius * rho * std::cos(turn), radius * rho * std::sin(turn), radius * z);
  }
  return {.file = {}, .hull = std::make_shared<const TriangleMesh>(make_convex_hull(points, "benchmark"))};
}
BENCHMARK_CAPTURE(find_contacts, convex_convex_apart, make_convex(0.4), make_convex(0.4));
BENCHMARK_CAPTURE(find_contacts, convex_convex_overlap, make_convex(0.6), make_convex(0.6));

/// Spheres of radius 0.5 at random in a cube, a tenth of its volume, that move by a hundredth of it a step and turn
/// around at the walls: the time of an update, of which the boxes are part.
void update_broad_phase(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const double side = std::cbrt(static_cast<double>(count) * 5.0);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> place(0.0, side), velocity(-0.01, 0.01);
  std::vector<Vector3> centers(count), steps(count);
  std::vector<int> bodies(count);
  for (std::size_t i = 0; i < count; ++i) {
    centers[i] = {place(random), place(random), place(random)};
    steps[i] = {velocity(random), velocity(random), velocity(random)};
    bodies[i] = static_cast<int>(i) + 1;
  }
  BroadPhase broad(CollisionFilter(bodies, {}));
  std::vector<BoundingBox> boxes(count);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      centers[i] += steps[i];
      for (int axis = 0; axis < 3; ++axis) {
        if (centers[i][axis] < 0.0 || centers[i][axis] > side) steps[i][axis] = -steps[i][axis];
      }
      boxes[i] = {centers[i].array() - 0.5, centers[i].array() + 0.5};
    }
    broad.update(boxes);
    benchmark::DoNotOptimize(broad.pairs().data());
  }
  state.counters["pairs"] = static_cast<double>(broad.pairs().size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}
BENCHMARK(update_broad_phase)->Arg(1000)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom
