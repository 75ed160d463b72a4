#pragma once

#include <string>

#include "carom/scene/read_scene.h"
#include "fuzz_target.h"

namespace carom::fuzz {

/// Reads a scene from sources, so that nothing on the disk is looked at: it builds and has an initial state, or there
/// is a SceneError.
inline void read(const SceneSources& sources) {
  try {
    const Scene scene = read_scene_again(sources);
    const State state = scene.model.build().make_initial_state();
    require(state.q.allFinite() && state.v.allFinite(), "an initial state that is not finite");
  } catch (const SceneError& error) {
    require(error.what()[0] != '\0', "an error without a message");
  }
}

}  // namespace carom::fuzz
