#include <algorithm>
#include <cctype>
#include <variant>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/collision/mesh/crossing_triangles.h"
#include "carom/model/shapes/mesh_faults.h"
#include "carom/scene/tables/tables.h"

namespace carom {

namespace {

// #rrggbb
void set_color(ShapeSpec& shape, const std::string& color) {
  const bool has_digits = color.size() == 7 && color[0] == '#' &&
                          std::all_of(color.begin() + 1, color.end(),
                                      [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
  if (!has_digits) throw InputError("shape", fmt::format("expected '#' and six hexadecimal digits, found '{}'", color));
  shape.color = color;
}

/// Shapes that read files have tables of their own.
template <Geometry G>
TablePtr<G> make_geometry_table() {
  auto table = schema::make_table<G>(std::string(G::kName), std::string(G::kSummary));
  G::declare(*table);
  return table;
}
template <>
TablePtr<shapes::Mesh> make_geometry_table() {
  return make_mesh_table(MeshSurface::Any);
}
template <>
TablePtr<shapes::ConvexMesh> make_geometry_table() {
  return make_convex_mesh_table();
}
template <>
TablePtr<shapes::HeightField> make_geometry_table() {
  return make_height_field_table();
}

template <class... G>
void add_geometries(schema::Table<ShapeSpec>& shape, const std::variant<G...>& /*all*/) {
  (shape.add_alternative(std::string(G::kName), make_geometry_table<G>(),
                         [](ShapeSpec& spec) -> G& { return spec.geometry.template emplace<G>(); }),
   ...);
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
  add_geometries(*table, ShapeGeometry{});
  table->choose_by("type", "", "its form");
  table->add_name("shape", &ShapeSpec::name, "how messages call it").otherwise("none");
  table->add_reference("body", "body", &ShapeSpec::body, "what it is fixed to");
  table->add("at", &ShapeSpec::at, dimensions::kLength, "where its center is, in the body's frame");
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
