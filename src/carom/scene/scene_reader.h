#pragma once

#include "carom/base/schema/reader.h"
#include "carom/scene/mesh_cache.h"

namespace carom {

/// Interprets values of scenes, where keys may name mesh files. Every reader that the tables of the scene format see is
/// one of these.
class SceneReader : public schema::Reader {
 public:
  SceneReader(schema::Diagnostics& diagnostics, schema::Names& names, SourceFiles& files)
      : Reader(diagnostics, names), meshes_(files) {}

  [[nodiscard]] static MeshCache& meshes(schema::Reader& reader) { return static_cast<SceneReader&>(reader).meshes_; }

 private:
  MeshCache meshes_;
};

}  // namespace carom
