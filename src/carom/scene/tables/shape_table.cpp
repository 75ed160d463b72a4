#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/collision/mesh/crossing_triangles.h"
#include "carom/model/shapes/mesh_faults.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

// #rrggbb
void set_color(ShapeSpec& shape, const std::string& color) {
  const bool has_digits = color.size() == 7 && color[0] == '#' &&
                          std::all_of(color.begin() + 1, color.end(),
                                      [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
  if (!has_digits) throw InputError("shape", fmt::format("expected '#' and six hexadecimal digits, found '{}'", color));
  shape.color = color;
}

template <class Geometry>
TablePtr<Geometry> make_round_table(const char* name, const char* summary, const char* length_help) {
  auto table = schema::make_table<Geometry>(name, summary);
  table->add("radius", &Geometry::radius, kLength, "of the round part").above(0.0).required();
  table->add("length", &Geometry::length, kLength, length_help).above(0.0).required();
  return table;
}

template <class Geometry>
void add_geometry(schema::Table<ShapeSpec>& shape, TablePtr<Geometry> table) {
  const std::string name = table->name();
  shape.add_alternative(name, std::move(table),
                        [](ShapeSpec& spec) -> Geometry& { return spec.geometry.emplace<Geometry>(); });
}

void add_geometries(schema::Table<ShapeSpec>& shape) {
  using namespace shapes;
  auto sphere = schema::make_table<Sphere>("sphere", "a ball");
  sphere->add("radius", &Sphere::radius, kLength, "of the round part").above(0.0).required();
  auto box = schema::make_table<Box>("box", "with its edges along x, y, z");
  box->add("size", &Box::size, kLength, "whole lengths of its edges").above(0.0).required();
  auto ellipsoid = schema::make_table<Ellipsoid>("ellipsoid", "with its axes along x, y, z");
  ellipsoid->add("semi_axes", &Ellipsoid::semi_axes, kLength, "along x, y, z").above(0.0).required();
  auto plane = schema::make_table<Plane>("plane", "the solid half of space below a plane");
  const auto set_normal = [](Plane& target, const std::vector<double>& n) {
    target.normal = Vector3(n[0], n[1], n[2]);
    if (!(target.normal.norm() > 1e-150)) throw InputError("plane", "must have a length above zero");
  };
  plane->add_numbers("normal", std::vector<Dimension>(3, kNumber), set_normal, "out of the solid, of any length")
      .otherwise("[0, 0, 1]");
  add_geometry<Point>(shape, schema::make_table<Point>("point", "a point, for contacts"));
  add_geometry<Sphere>(shape, sphere);
  add_geometry<Box>(shape, box);
  add_geometry<Cylinder>(shape, make_round_table<Cylinder>("cylinder", "a solid cylinder", "along z"));
  add_geometry<Capsule>(shape, make_round_table<Capsule>("capsule", "a cylinder with half a ball on each end",
                                                         "along z, between the centers of its ends"));
  add_geometry<Ellipsoid>(shape, ellipsoid);
  add_geometry<Plane>(shape, plane);
  add_geometry<Tube>(shape, make_round_table<Tube>("tube", "the inside of a cylinder", "along z"));
  add_geometry<Mesh>(shape, make_mesh_table(MeshSurface::Any));
  add_geometry<Cone>(shape, make_round_table<Cone>("cone", "a solid cone with its apex up and its base down along z",
                                                   "from base to apex; the center is halfway"));
  add_geometry<ConvexMesh>(shape, make_convex_mesh_table());
  add_geometry<HeightField>(shape, make_height_field_table());
}

// Of a mesh that is only seen no fault matters.
void warn_of_faults(ShapeSpec& shape, const schema::Value& value, schema::Reader& reader) {
  const auto* mesh = std::get_if<shapes::Mesh>(&shape.geometry);
  if (mesh == nullptr || mesh->surface == nullptr || shape.surface.empty()) return;
  const auto warn = [&](const std::string& sentence) {
    reader.diagnostics().warn(value.place, fmt::format("'{}': {}", mesh->file, sentence));
  };
  for (const std::string& sentence : describe(find_faults(*mesh->surface))) warn(sentence);
  // Larger ones would keep a reader waiting for seconds.
  constexpr std::size_t kMostSearched = 300'000;
  if (mesh->surface->triangles.size() > kMostSearched) return;
  const int crossing = count_crossing_triangles(*mesh->surface);
  if (crossing == 0) return;
  warn(fmt::format("{} triangles of the mesh pass through others: inside and outside are not told apart there",
                   crossing));
}

}  // namespace

TablePtr<ShapeSpec> make_shape_table() {
  auto table = schema::make_table<ShapeSpec>(
      "shape", "What is seen of a body and, with a surface, what touches; centered at `at`.");
  add_geometries(*table);
  table->choose_by("type", "", "its form");
  table->add_name("shape", &ShapeSpec::name, "how messages call it").otherwise("none");
  table->add_reference("body", "body", &ShapeSpec::body, "what it is fixed to");
  table->add("at", &ShapeSpec::at, kLength, "where its center is, in the body's frame");
  add_rotation(*table, "rotation", &ShapeSpec::rotation, "in the body's frame");
  // Any number of shapes may have the same surface.
  const auto read_surface = [](const schema::Key&, const schema::Value& value, void* target, schema::Reader& reader) {
    const std::optional<std::string> name = reader.read_text(value);
    if (!name) return;
    static_cast<ShapeSpec*>(target)->surface = *name;
    reader.names().predefine("surface", *name);
  };
  table->add_key("surface", "text", {}, "by which contacts find it", read_surface).otherwise("it is only seen");
  table->add_text("color", set_color, "in pictures, `#rrggbb`").otherwise("any");
  table->finish_with(warn_of_faults);
  return table;
}

}  // namespace carom
