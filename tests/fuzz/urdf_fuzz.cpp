// Bytes as a robot file: a scene of this robot that can be built, or SceneError.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "carom/scene/read_scene.h"
#include "fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path path = carom::fuzz::make_folder() / "robot.urdf";
  carom::fuzz::save(path, carom::fuzz::make_text(data, size));
  try {
    carom::fuzz::build(carom::read_scene(path));
  } catch (const carom::SceneError& error) {
    carom::fuzz::require(!std::string(error.what()).empty(), "an error without a message");
  }
  return 0;
}
