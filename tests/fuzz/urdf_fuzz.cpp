// Bytes as a robot file in a scene of this robot.
#include <cstddef>
#include <cstdint>

#include "scene_target.h"

namespace {

constexpr const char* kScene = R"(
[robot]
file = "robot.urdf"
base = "free"
rotational_limit_stiffness = 1
limit_stiffness = 1
)";

constexpr const char* kMesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  carom::fuzz::read(
      {.folder = "/robots",
       .files = {{"scene.toml", kScene}, {"robot.urdf", carom::fuzz::make_text(data, size)}, {"mesh.obj", kMesh}},
       .overrides = {}});
  return 0;
}
