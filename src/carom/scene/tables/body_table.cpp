#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

// The radius, length and axis of solids that have them.
template <class S>
TablePtr<S> make_round_solid_table(const std::string& name, const std::string& length_help) {
  auto table = schema::make_table<S>(name, "Centered at the body's origin.");
  table->add("radius", &S::radius, kLength, "of the round part").above(0.0).required();
  table->add("length", &S::length, kLength, length_help).above(0.0).required();
  table->add("axis", &S::axis, kNumber, "of any length");
  return table;
}

TablePtr<solids::Cone> make_cone_table() {
  auto table = schema::make_table<solids::Cone>("cone", "Base centered at the body's origin, apex along the axis.");
  table->add("radius", &solids::Cone::radius, kLength, "of the base").above(0.0).required();
  table->add("height", &solids::Cone::height, kLength, "from base to apex").above(0.0).required();
  table->add("axis", &solids::Cone::axis, kNumber, "of any length");
  return table;
}

TablePtr<solids::HollowSphere> make_hollow_sphere_table() {
  using solids::HollowSphere;
  auto table = schema::make_table<HollowSphere>("hollow_sphere", "Equal radii make a thin shell.");
  table->add("inner_radius", &HollowSphere::inner_radius, kLength, "of the hollow").at_least(0.0).required();
  table->add("outer_radius", &HollowSphere::outer_radius, kLength, "of the ball").above(0.0).required();
  return table;
}

void set_solid(InertiaEntry& entry, const Solid& solid) { entry.solid = solid; }

Vector3 as_vector(const std::vector<double>& numbers) { return {numbers[0], numbers[1], numbers[2]}; }

}  // namespace

TablePtr<InertiaEntry> make_inertia_table() {
  using Entry = InertiaEntry;
  using Numbers = std::vector<double>;
  auto table = schema::make_table<Entry>(
      "inertia", "How the mass is distributed: a solid of even density, or moments about the center of mass.");
  const std::vector<Dimension> lengths(3, kLength);
  table->add_numbers(
      "rod", lengths, [](Entry& e, const Numbers& v) { set_solid(e, solids::ThinRod{as_vector(v)}); },
      "thin, from the body's origin to this point");
  table
      ->add_number(
          "sphere", kLength, [](Entry& e, double r) { set_solid(e, solids::Sphere{r}); }, "its radius")
      .above(0.0);
  table
      ->add_numbers(
          "box", lengths, [](Entry& e, const Numbers& v) { set_solid(e, solids::Box{as_vector(v)}); },
          "whole lengths of its edges along x, y, z")
      .above(0.0);
  table
      ->add_numbers(
          "ellipsoid", lengths, [](Entry& e, const Numbers& v) { set_solid(e, solids::Ellipsoid{as_vector(v)}); },
          "its semi-axes")
      .above(0.0);
  table->add_table("cylinder", make_round_solid_table<solids::Cylinder>("cylinder", "from end to end"), set_solid,
                   "a solid cylinder");
  table->add_table("capsule",
                   make_round_solid_table<solids::Capsule>("capsule", "between the centers of its round ends"),
                   set_solid, "a cylinder with half a ball on each end");
  table->add_table("cone", make_cone_table(), set_solid, "a solid cone");
  table->add_table("hollow_sphere", make_hollow_sphere_table(), set_solid, "a ball with a hollow");
  const auto set_mesh = [](Entry& e, const shapes::Mesh& mesh) { e.mesh = mesh.surface; };
  table->add_table("mesh", make_mesh_table(MeshSurface::Closed), set_mesh,
                   "what a closed surface from a file encloses");
  table->add_numbers(
      "principal", std::vector<Dimension>(3, kInertia),
      [](Entry& e, const Numbers& v) { e.matrix = as_vector(v).asDiagonal(); },
      "moments about the center of mass, along x, y, z");
  table->add_matrix(
      "matrix", 3, kInertia, [](Entry& e, const Numbers& v) { e.matrix = Eigen::Map<const Matrix3>(v.data()); },
      "symmetric, about the center of mass");
  add_rotation(*table, "rotation", &Entry::rotation, "turns the solid, or the axes of the moments, in the body");
  table->exactly_one_of({"rod", "sphere", "box", "ellipsoid", "cylinder", "capsule", "cone", "hollow_sphere", "mesh",
                         "principal", "matrix"});
  return table;
}

TablePtr<BodyEntry> make_body_table() {
  using Entry = BodyEntry;
  auto table = schema::make_table<Entry>("body", "A rigid body and the joint by which it hangs on another.");
  table->add_name("body", &Entry::name, "how other elements, results and messages call it").required();
  table->add("mass", &Entry::mass, kMass, "0 makes a link without mass between two joints").at_least(0.0);
  table->add("density", &Entry::density, kDensity, "instead of the mass, where `inertia` is a solid").above(0.0);
  table
      ->add("center_of_mass", &Entry::center_of_mass, kLength,
            "in the body's frame; moves the solid of `inertia` there")
      .otherwise("that of the solid");
  table->add_table("inertia", make_inertia_table(), &Entry::inertia, "how the mass is distributed")
      .otherwise("all mass at the center");
  table->add_part("joint", make_joint_table(), &Entry::joint, "how it may move against its parent")
      .otherwise("a free body");
  table->exactly_one_of({"mass", "density"});
  // A joint without a name of its own has the body's; that of a second body of one name would only repeat the error.
  table->finish_with([](Entry& entry, const schema::Value& value, schema::Reader& reader) {
    const schema::Value* name = value.find("name");
    const schema::Value* joint = value.find("joint");
    const bool has_own = joint != nullptr && joint->find("name") != nullptr;
    if (has_own || name == nullptr || !reader.names().is_defined_at("body", entry.name, name->place)) return;
    reader.names().define("joint", entry.name, value.place, reader.diagnostics());
  });
  return table;
}

}  // namespace carom
