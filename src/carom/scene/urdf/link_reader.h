#pragma once

#include <string>
#include <vector>

#include "carom/model/mass_properties.h"
#include "carom/scene/urdf/element_reader.h"
#include "carom/scene/urdf/mesh_library.h"

namespace carom::urdf {

struct Link {
  std::string name;
  schema::Place place{};
  schema::Place inertial{};  // the link's own where it has none
  MassProperties mass{};
  std::vector<ShapeSpec> shapes{};  // without their body
};

/// Reads <link> elements.
class LinkReader {
 public:
  LinkReader(ElementReader& reader, MeshLibrary& meshes, std::vector<AbsentMesh>& absent)
      : reader_(reader), meshes_(meshes), absent_(absent) {}

  [[nodiscard]] Link read(const XmlElement& element);

 private:
  [[nodiscard]] MassProperties read_inertial(const XmlElement& inertial);
  void read_collision(const XmlElement& collision, Link& link);
  /// Nothing where the shape is left out.
  [[nodiscard]] std::optional<ShapeGeometry> read_geometry(const XmlElement& geometry);
  [[nodiscard]] std::optional<ShapeGeometry> read_box(const XmlElement& box);
  [[nodiscard]] std::optional<ShapeGeometry> read_mesh(const XmlElement& mesh);

  ElementReader& reader_;
  MeshLibrary& meshes_;
  std::vector<AbsentMesh>& absent_;
};

}  // namespace carom::urdf
