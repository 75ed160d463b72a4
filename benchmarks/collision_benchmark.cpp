// Nanoseconds a pair: placing the moving shape and finding all contact points.
#include <benchmark/benchmark.h>

#include "carom/collision/pair_list.h"
#include "carom/model/model_builder.h"

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

}  // namespace
}  // namespace carom
