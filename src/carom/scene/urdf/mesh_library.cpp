#include "carom/scene/urdf/mesh_library.h"

#include <algorithm>

namespace carom::urdf {
namespace {

namespace fs = std::filesystem;

struct MeshName {
  std::string package;  // empty: none
  fs::path path;
};

MeshName split_name(std::string name) {
  for (const char* scheme : {"package://", "model://"}) {
    if (!name.starts_with(scheme)) continue;
    name.erase(0, std::string(scheme).size());
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return {"", name};
    // Relative to the package even where there are more slashes than one.
    const std::size_t path = std::min(name.find_first_not_of('/', slash), name.size());
    return {name.substr(0, slash), name.substr(path)};
  }
  if (name.starts_with("file://")) name.erase(0, std::string("file://").size());
  return {"", name};
}

}  // namespace

std::vector<fs::path> MeshLibrary::list_candidates(const std::string& name) const {
  const auto [package, path] = split_name(name);
  std::vector<fs::path> candidates;
  if (!package.empty()) {
    const auto root = options_.packages.find(package);
    if (root != options_.packages.end()) candidates.push_back(root->second / path);
    for (const fs::path& root_folder : options_.package_folders) {
      candidates.push_back(root_folder / package / path);
      candidates.push_back(root_folder / path);
    }
    // A robot file mostly lies within its own package.
    for (const fs::path& above : list_folders_above(package)) candidates.push_back(above / path);
  } else {
    candidates.push_back(folder_ / path);
    for (const fs::path& root_folder : options_.package_folders) candidates.push_back(root_folder / path);
  }
  std::vector<fs::path> folders = {folder_};
  folders.insert(folders.end(), options_.package_folders.begin(), options_.package_folders.end());
  for (const auto& [package_name, root_folder] : options_.packages) folders.push_back(root_folder);
  for (const fs::path& folder : folders) {
    candidates.push_back(folder / path.filename());
    candidates.push_back(folder / "meshes" / path.filename());
  }
  return candidates;
}

std::vector<fs::path> MeshLibrary::list_folders_above(const std::string& package) const {
  std::vector<fs::path> folders;
  fs::path name = folder_;
  fs::path absolute = (files_.folder() / folder_ / ".").lexically_normal().parent_path();
  for (; absolute != absolute.root_path(); absolute = absolute.parent_path(), name /= "..") {
    if (absolute.filename() == package) folders.push_back(name.lexically_normal());
  }
  return folders;
}

std::optional<fs::path> MeshLibrary::find(const std::string& name) const {
  for (const fs::path& candidate : list_candidates(name)) {
    if (files_.exists(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace carom::urdf
