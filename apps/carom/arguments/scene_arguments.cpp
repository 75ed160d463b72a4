#include "apps/carom/arguments/scene_arguments.h"

#include <cstdio>

#include "carom/scene/read_scene.h"

namespace carom::app {

void SceneArguments::declare(CommandLine& line, CommandLine::Presence presence) {
  line.add("scene", path, "The scene file", presence);
  line.add("--set", overrides, "Change a value of the scene, as in body.upper.mass='2 kg'; may be repeated");
}

Scene SceneArguments::read() const {
  Scene scene = read_scene(path, overrides);
  std::fputs(scene.warnings.c_str(), stderr);
  return scene;
}

}  // namespace carom::app
