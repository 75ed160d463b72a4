// Bytes as a scene, without a folder to include files from: a scene that can be built, or SceneError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "carom/scene/read_scene.h"
#include "fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const carom::Scene scene = carom::parse_scene(carom::fuzz::make_text(data, size), "scene.toml");
    carom::fuzz::build(scene);
  } catch (const carom::SceneError& error) {
    carom::fuzz::require(!std::string(error.what()).empty(), "an error without a message");
  }
  return 0;
}
