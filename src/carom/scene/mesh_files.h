#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "carom/model/shapes/triangle_mesh.h"
#include "carom/scene/source_files.h"

namespace carom {

/// Whether the file's name ends as one of a format that is read: .stl or .obj, in any case.
[[nodiscard]] bool is_mesh_file_name(const std::filesystem::path& path);

/// The triangles of a file in the STL format, binary or text, or in the OBJ format. Vertices at the same place are one,
/// triangles without area in the file's own numbers (two corners the same) are left out. Numbers are taken as meters.
///
/// Throws InputError about the file where its content makes no sense, std::system_error where it cannot be read.
[[nodiscard]] TriangleMesh read_mesh_file(const std::filesystem::path& name, SourceFiles& files);

/// The same for bytes; `element` names them in errors.
[[nodiscard]] TriangleMesh parse_stl(std::string_view bytes, std::string_view element);
[[nodiscard]] TriangleMesh parse_obj(const std::string& text, std::string_view element);

}  // namespace carom
