// What surfaces are made of: [[surface]].
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

constexpr Dimension kPressure = kForce / kLength / kLength;

TablePtr<ElasticMaterial> make_material_table() {
  using Material = ElasticMaterial;
  auto table = schema::make_table<Material>("material", "An elastic material, the same in all directions.");
  table->add("young", &Material::young, kPressure, "Young's modulus").above(0.0).required();
  table->add("poisson", &Material::poisson, kNumber, "Poisson's ratio, above −1").between(-0.999, 0.5).required();
  return table;
}

// Shapes give surfaces their names, and may do so further down.
void read_name(const schema::Key& key, const schema::Value& value, void* target, schema::Reader& reader) {
  const std::optional<std::string> name = reader.read_text(value);
  if (!name) return;
  static_cast<SurfaceMaterial*>(target)->surface = *name;
  reader.names().mention("surface", *name, key.name, value.place);
  reader.names().define("material of surface", *name, value.place, reader.diagnostics());
}

}  // namespace

TablePtr<SurfaceMaterial> make_surface_table() {
  auto table = schema::make_table<SurfaceMaterial>(
      "surface",
      "What the shapes of a surface are made of. A contact law without a `stiffness` takes Hertz' from the materials "
      "of "
      "both surfaces and the curvatures where they touch; it stays the same until they part.");
  table->add_key("name", "text", {}, "of the surface, as shapes have it", read_name).required();
  table->add_table("material", make_material_table(), &SurfaceMaterial::material, "an elastic material").required();
  return table;
}

}  // namespace carom
