#include "carom/scene/urdf/link_reader.h"

#include <map>
#include <system_error>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/collision/collision_shape.h"
#include "carom/scene/mesh_files.h"

namespace carom::urdf {
namespace {

// The surface is that of the whole robot: several shapes of a link are told apart by their types, "box1", "sphere".
void name_by_types(std::vector<ShapeSpec>& shapes) {
  if (shapes.size() < 2) return;
  const auto type = [](const ShapeSpec& shape) { return std::string(name_of(type_of(shape.geometry))); };
  std::map<std::string, int> counts, numbers;
  for (const ShapeSpec& shape : shapes) ++counts[type(shape)];
  for (ShapeSpec& shape : shapes) {
    const int number = ++numbers[type(shape)];
    if (shape.name.empty()) shape.name = type(shape) + (counts[type(shape)] > 1 ? std::to_string(number) : "");
  }
}

}  // namespace

Link LinkReader::read(const XmlElement& element) {
  Link link{.name = reader_.require_text(element, "name"), .place = element.place, .inertial = element.place};
  reader_.check_names(element, {"name"}, {"inertial", "collision"});
  if (const XmlElement* inertial = reader_.find_child(element, "inertial")) {
    link.inertial = inertial->place;
    link.mass = read_inertial(*inertial);
  }
  for (const XmlElement& child : element.children) {
    if (child.name == "collision") read_collision(child, link);
  }
  name_by_types(link.shapes);
  return link;
}

MassProperties LinkReader::read_inertial(const XmlElement& inertial) {
  reader_.check_names(inertial, {}, {"origin", "mass", "inertia"});
  const Pose pose = reader_.read_origin(inertial);
  MassProperties body;
  if (const XmlElement* mass = reader_.require_child(inertial, "mass")) {
    reader_.check_names(*mass, {"value"}, {});
    body.mass = reader_.require_number(*mass, "value");
  }
  if (const XmlElement* inertia = reader_.require_child(inertial, "inertia")) {
    reader_.check_names(*inertia, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, {});
    const auto moment = [&](const char* name) { return reader_.require_number(*inertia, name); };
    const double ixx = moment("ixx"), ixy = moment("ixy"), ixz = moment("ixz");
    const double iyy = moment("iyy"), iyz = moment("iyz"), izz = moment("izz");
    body.inertia_about_center << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz;
    if (body.mass == 0.0 && !body.inertia_about_center.isZero(0.0)) {
      reader_.ignore("inertia of a link without mass", inertia->place);
      body.inertia_about_center.setZero();
    }
  }
  return express_in(matrix_from_quaternion(pose.rotation), pose.at, body);
}

void LinkReader::read_collision(const XmlElement& collision, Link& link) {
  reader_.check_names(collision, {"name"}, {"origin", "geometry"});
  const Pose pose = reader_.read_origin(collision);
  const XmlElement* geometry = reader_.require_child(collision, "geometry");
  if (geometry == nullptr) return;
  const std::optional<ShapeGeometry> form = read_geometry(*geometry);
  if (!form) return;
  const XmlAttribute* name = collision.find_attribute("name");
  link.shapes.push_back(
      {.name = name != nullptr ? name->value : "", .geometry = *form, .at = pose.at, .rotation = pose.rotation});
}

std::optional<ShapeGeometry> LinkReader::read_geometry(const XmlElement& geometry) {
  reader_.check_names(geometry, {}, {"box", "sphere", "cylinder", "capsule", "mesh"});
  if (geometry.children.size() != 1) {
    reader_.error(geometry.place,
                  fmt::format("<geometry> takes one of <box>, <sphere>, <cylinder>, <capsule> and <mesh>, found {}",
                              geometry.children.size()));
    return std::nullopt;
  }
  const XmlElement& form = geometry.children.front();
  if (form.name == "box") return read_box(form);
  if (form.name == "mesh") return read_mesh(form);
  if (form.name == "sphere") {
    reader_.check_names(form, {"radius"}, {});
    return shapes::Sphere{reader_.require_positive(form, "radius")};
  }
  if (form.name != "cylinder" && form.name != "capsule") return std::nullopt;
  reader_.check_names(form, {"radius", "length"}, {});
  const double radius = reader_.require_positive(form, "radius");
  const double length = reader_.require_positive(form, "length");
  if (form.name == "capsule") return shapes::Capsule{radius, length};
  return shapes::Cylinder{radius, length};
}

std::optional<ShapeGeometry> LinkReader::read_box(const XmlElement& box) {
  reader_.check_names(box, {"size"}, {});
  const std::size_t errors = reader_.diagnostics().num_errors();
  const std::optional<Vector3> size = reader_.read_vector(box, "size");
  if (!size) {
    reader_.error(box.place, "missing attribute 'size' of <box>");
    return std::nullopt;
  }
  if (size->minCoeff() <= 0.0 && reader_.diagnostics().num_errors() == errors) {
    reader_.error(box.find_attribute("size")->place,
                  fmt::format("size of <box> must be above 0, found {}", size->minCoeff()));
  }
  return shapes::Box{*size};
}

std::optional<ShapeGeometry> LinkReader::read_mesh(const XmlElement& mesh) {
  reader_.check_names(mesh, {"filename", "scale"}, {});
  const std::string name = reader_.require_text(mesh, "filename");
  const std::size_t errors = reader_.diagnostics().num_errors();
  const Vector3 scale = reader_.read_vector(mesh, "scale").value_or(Vector3::Ones());
  if (name.empty() || reader_.diagnostics().num_errors() > errors) return std::nullopt;
  if (scale.cwiseAbs().minCoeff() == 0.0) {
    reader_.error(mesh.place, "scale of <mesh> must not be 0");
    return std::nullopt;
  }
  const auto leave_out = [&](const char* reason) {
    absent_.push_back({name, reason, mesh.place});
    reader_.diagnostics().warn(mesh.place, fmt::format("mesh '{}' is absent: {}; its shape is left out", name, reason));
    return std::nullopt;
  };
  if (!is_mesh_file_name(name)) return leave_out("of the formats, STL and OBJ are read");
  const std::optional<std::filesystem::path> path = meshes_.find(name);
  if (!path) return leave_out("no such file in the robot's folder or in package_roots");
  try {
    return shapes::Mesh{path->string(), meshes_.read(*path, scale), scale};
  } catch (const InputError& problem) {
    reader_.error(mesh.place, fmt::format("mesh '{}': {}", name, problem.problem()));
  } catch (const std::system_error& problem) {
    reader_.error(mesh.place, fmt::format("mesh '{}': {}", name, problem.what()));
  }
  return std::nullopt;
}

}  // namespace carom::urdf
