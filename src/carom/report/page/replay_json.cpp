#include "carom/report/page/replay_json.h"

#include <map>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "carom/model/shapes/height_field.h"
#include "carom/report/run/channel_table.h"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

template <class Vector>
Json make_vector(const Vector& vector) {
  Json list = Json::array();
  for (int i = 0; i < vector.size(); ++i) list.push_back(vector[i]);
  return list;
}

// On a page the world is -1.
int page_body(int body) { return body - 1; }

// Writes each mesh once, however many shapes it is the surface of.
class MeshBlocks {
 public:
  explicit MeshBlocks(BlockList& blocks) : blocks_(blocks) {}

  [[nodiscard]] std::pair<int, int> find(const std::shared_ptr<const TriangleMesh>& mesh) {
    const auto [place, is_new] = numbers_.try_emplace(mesh);
    if (is_new) place->second = {add_vertices(*mesh), add_triangles(*mesh)};
    return place->second;
  }

 private:
  int add_vertices(const TriangleMesh& mesh) {
    std::vector<float> numbers;
    numbers.reserve(3 * mesh.vertices.size());
    for (int axis = 0; axis < 3; ++axis) {
      for (const Vector3& vertex : mesh.vertices) numbers.push_back(to_single(vertex[axis]));
    }
    return blocks_.add(std::span<const float>(numbers), 3);
  }
  int add_triangles(const TriangleMesh& mesh) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(3 * mesh.triangles.size());
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (const std::array<int, 3>& triangle : mesh.triangles) {
        numbers.push_back(static_cast<std::uint32_t>(triangle[corner]));
      }
    }
    return blocks_.add(std::span<const std::uint32_t>(numbers), 3);
  }

  BlockList& blocks_;
  std::map<std::shared_ptr<const TriangleMesh>, std::pair<int, int>> numbers_;
};

// Adds what is special about a shape's type to what all shapes have.
struct GeometryWriter {
  Json& json;
  MeshBlocks& meshes;

  void operator()(const shapes::Point&) const { json["type"] = "point"; }
  void operator()(const shapes::Sphere& sphere) const {
    json["type"] = "sphere";
    json["radius"] = sphere.radius;
  }
  void operator()(const shapes::Box& box) const {
    json["type"] = "box";
    json["size"] = make_vector(box.size);
  }
  void operator()(const shapes::Cylinder& cylinder) const { write_along_z("cylinder", cylinder); }
  void operator()(const shapes::Capsule& capsule) const { write_along_z("capsule", capsule); }
  void operator()(const shapes::Tube& tube) const { write_along_z("tube", tube); }
  void operator()(const shapes::Ellipsoid& ellipsoid) const {
    json["type"] = "ellipsoid";
    json["semi_axes"] = make_vector(ellipsoid.semi_axes);
  }
  void operator()(const shapes::Plane& plane) const {
    json["type"] = "plane";
    json["normal"] = make_vector(Vector3(plane.normal.normalized()));
  }
  void operator()(const shapes::Cone& cone) const { write_along_z("cone", cone); }
  void operator()(const shapes::Mesh& mesh) const { write_triangles(mesh.surface); }
  void operator()(const shapes::ConvexMesh& mesh) const { write_triangles(mesh.hull); }
  void operator()(const shapes::HeightField& field) const {
    write_triangles(std::make_shared<const TriangleMesh>(make_surface(field, "height field")));
  }

  // What pages have no form for is drawn by triangles that it makes.
  template <Geometry G>
  void operator()(const G& shape) const {
    write_triangles(std::make_shared<const TriangleMesh>(shape.make_triangles()));
  }

  void write_triangles(const std::shared_ptr<const TriangleMesh>& mesh) const {
    const auto [vertices, triangles] = meshes.find(mesh);
    json["type"] = "mesh";
    json["vertices"] = vertices;
    json["triangles"] = triangles;
  }

  template <class Shape>
  void write_along_z(const char* type, const Shape& shape) const {
    json["type"] = type;
    json["radius"] = shape.radius;
    json["length"] = shape.length;
  }
};

Json make_shapes(const Replay& replay, BlockList& blocks) {
  MeshBlocks meshes(blocks);
  Json shapes = Json::array();
  const std::vector<int> bodies = find_bodies_of_shapes(replay);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ShapeSpec& shape = replay.scene->shapes[i];
    Json json{{"body", page_body(bodies[i])},
              {"type", ""},
              {"at", make_vector(shape.at)},
              {"rotation", make_vector(shape.rotation)},
              {"color", shape.color.empty() ? Json() : Json(shape.color)}};
    std::visit(GeometryWriter{json, meshes}, shape.geometry);
    shapes.push_back(std::move(json));
  }
  return shapes;
}

Json make_bodies(const Model& model) {
  Json bodies = Json::array();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodySpec& spec = model.spec(BodyIndex(i));
    bodies.push_back({{"name", spec.name},
                      {"parent", page_body(model.body(i).parent)},
                      {"center_of_mass", make_vector(spec.mass.center_of_mass)}});
  }
  return bodies;
}

// In the frame of the body. About one angle the axis is the same in both bodies; of two the second one may be fixed in
// the body.
Json make_axis(const Body& body) {
  const JointTraits& joint = traits(body.type);
  if (!joint.has_axis()) return {};
  return make_vector(Vector3(as_eigen(joint.axes == JointAxes::SecondInBody ? body.second_axis : body.axis)));
}

Json make_joints(const Model& model) {
  Json joints = Json::array();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodySpec& spec = model.spec(BodyIndex(i));
    joints.push_back({{"name", spec.joint.name.empty() ? spec.name : spec.joint.name},
                      {"type", traits(model.body(i).type).name},
                      {"body", page_body(i)},
                      {"at", {0.0, 0.0, 0.0}},  // a body's frame is where its joint is
                      {"axis", make_axis(model.body(i))}});
  }
  return joints;
}

}  // namespace

Json make_replay_json(const Replay& replay, BlockList& blocks) {
  const std::size_t columns = PoseTable::kColumns * static_cast<std::size_t>(replay.model->num_bodies() - 1);
  const ReplayExtent extent = find_extent(replay);
  Json points = Json::array();
  for (const TrailPoint& point : list_trail_points(replay)) {
    points.push_back({{"name", point.name}, {"body", page_body(point.body)}, {"at", make_vector(point.at)}});
  }
  return {{"time", {{"block", blocks.add(replay.poses.time(), 1)}, {"column", 0}}},
          {"bodies", make_bodies(*replay.model)},
          {"poses", blocks.add(replay.poses.numbers(), columns)},
          {"shapes", make_shapes(replay, blocks)},
          {"joints", make_joints(*replay.model)},
          {"points", std::move(points)},
          {"extent", {{"center", make_vector(extent.center)}, {"radius", extent.radius}}},
          {"gravity", make_vector(replay.model->gravity())}};
}

}  // namespace carom
