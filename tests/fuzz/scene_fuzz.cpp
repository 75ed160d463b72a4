// Bytes as a scene, which may ask for another scene, a robot and a mesh.
#include <cstddef>
#include <cstdint>

#include "scene_target.h"

namespace {

constexpr const char* kPart = R"(
[[body]]
name = "part"
mass = 1
inertia = { sphere = 1 }
[record]
every = 1
)";

constexpr const char* kRobot = R"(
<robot name="arm">
  <link name="base"/>
  <link name="tip">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <collision><geometry><mesh filename="mesh.obj"/></geometry></collision>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="base"/><child link="tip"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
)";

constexpr const char* kMesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  carom::fuzz::read({.folder = "/scenes",
                     .files = {{"scene.toml", carom::fuzz::make_text(data, size)},
                               {"part.toml", kPart},
                               {"arm.urdf", kRobot},
                               {"mesh.obj", kMesh}},
                     .overrides = {}});
  return 0;
}
