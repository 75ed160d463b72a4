// What if? From one moment on the same pendulum goes on twice, free and braked, and then once more, to the last bit.
#include <cstdio>

#include <carom/carom.h>

int main() {
  using namespace carom;
  ModelBuilder builder;
  builder.add_body({.name = "rod",
                    .mass = make_mass_properties(solids::ThinRod{.end = {0, 0, -1}}, 2.0, "rod"),
                    .joint = {.type = JointType::Revolute, .axis = {0, 1, 0}, .position = {1.0}}});
  const Model model = builder.build();
  Simulation simulation({.model = model, .initial = model.make_initial_state(), .options = {.duration = 5.0}});

  simulation.advance_to(1.0);
  const Checkpoint saved = simulation.save();
  simulation.advance_to(2.0);
  const double free = simulation.position("rod");

  simulation.restore(saved);
  while (simulation.time() < 2.0 - 1e-9) {
    simulation.effort("rod") = -4.0 * simulation.velocity("rod");
    simulation.advance(1e-2);
  }
  const double braked = simulation.position("rod");

  simulation.restore(saved);
  simulation.advance_to(2.0);
  std::printf("at 2 s: free %.12f rad, braked %.12f rad\n", free, braked);
  std::printf("free again: %s\n", simulation.position("rod") == free ? "the same bits" : "something else");
  return simulation.position("rod") == free ? 0 : 1;
}
