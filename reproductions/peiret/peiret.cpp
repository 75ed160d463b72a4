#include "reproductions/peiret/peiret.h"

#include <utility>

namespace carom::reproductions {

Paper make_peiret() {
  return {.id = "peiret",
          .title = "Peiret, Kövecses & Font-Llagunes: bristle friction in a complementarity formulation",
          .text =
              "A step of a multibody system with friction as one linear complementarity problem with bounds, in which "
              "contacts that stick are springs. The paper shows one figure and gives no parameters; its claims are "
              "tried here on a wheel, a ball, a leaning rod, a table and a block on a slope, with parameters of our "
              "own, and with them what users of other engines report as artefacts.",
          .chapters = {make_wheel_chapter, make_friction_bounds_chapter, make_bound_iterations_chapter,
                       make_redundancy_chapter, make_creep_chapter, make_artefacts_chapter}};
}

void show_scene(SceneMotion scene, ChapterItem& item, ChapterResult& result) {
  item.scene_name = scene.name;
  item.scene_text = scene.text;
  item.run = scene.run.header.scene;
  result.runs.push_back(std::move(scene.run));
}

}  // namespace carom::reproductions
