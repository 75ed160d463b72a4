#include "carom/scene/mesh_cache.h"

#include "carom/model/shapes/convex_hull.h"
#include "carom/scene/mesh_files.h"

namespace carom {
namespace {

TriangleMesh scale_mesh(TriangleMesh mesh, const Vector3& scale) {
  for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
  // A mirror image would be inside out.
  if ((scale.array() < 0.0).count() % 2 == 1) {
    for (std::array<int, 3>& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
  return mesh;
}

}  // namespace

std::shared_ptr<const TriangleMesh> MeshCache::read(const std::filesystem::path& name, const Vector3& scale) {
  std::shared_ptr<const TriangleMesh>& mesh = meshes_[{name, {scale.x(), scale.y(), scale.z()}}];
  if (!mesh) {
    auto scaled = std::make_shared<const TriangleMesh>(scale_mesh(read_mesh_file(name, files_), scale));
    // Large numbers may have become infinite.
    validate(*scaled, name.string());
    mesh = std::move(scaled);
  }
  return mesh;
}

std::shared_ptr<const TriangleMesh> MeshCache::read_hull(const std::filesystem::path& name, const Vector3& scale) {
  std::shared_ptr<const TriangleMesh>& hull = hulls_[{name, {scale.x(), scale.y(), scale.z()}}];
  if (!hull) hull = std::make_shared<const TriangleMesh>(make_convex_hull(read(name, scale)->vertices, name.string()));
  return hull;
}

}  // namespace carom
