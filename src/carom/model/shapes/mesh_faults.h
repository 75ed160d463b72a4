#pragma once

#include <string>
#include <vector>

#include "carom/model/shapes/triangle_mesh.h"

namespace carom {

/// What makes it doubtful where the inside of a surface is.
struct MeshFaults {
  long open_edges{};      // used by one triangle only: a hole, or the rim of a sheet
  long disputed_edges{};  // used twice in the same direction: neighbors disagree on where outside is, or more than two
  bool inside_out{};      // closed, with its outside inside
};

/// For a valid mesh.
[[nodiscard]] MeshFaults find_faults(const TriangleMesh& mesh);

/// A sentence for each kind, with what follows from it for contacts.
[[nodiscard]] std::vector<std::string> describe(const MeshFaults& faults);

}  // namespace carom
