// A crate is pushed over the floor, harder and harder, until it slides: forces at its corners, step by step.
#include <cstdio>

#include <carom/carom.h>

constexpr const char* kScene = R"(
[scene]
name     = "pushed crate"
duration = "2 s"

[[body]]
name    = "crate"
mass    = "10 kg"
inertia = { box = [0.4, 0.4, 0.2] }
joint   = { type = "free", position = [0, 0, 0.1] }

[[shape]]
body    = "crate"
type    = "box"
size    = [0.4, 0.4, 0.2]
surface = "wood"

[[shape]]
type    = "plane"
surface = "floor"

[[contact]]
between = ["wood", "floor"]
impact  = { law = "newton", restitution = 0, friction = 0.5 }

[simulate]
formulation = "time-stepping"
stepping    = { scheme = "moreau-jean", step = "1 ms" }
)";

int main() {
  carom::Simulation simulation(carom::parse_scene(kScene, "pushed crate"));
  carom::VectorInput push = simulation.force("crate");
  for (int newtons = 0; newtons <= 60; newtons += 10) {
    push = carom::Vector3(newtons, 0, 0);
    simulation.advance(0.1);
    double normal = 0.0, friction = 0.0;
    for (const carom::Contact& contact : simulation.contacts()) {
      normal += contact.normal_force;
      friction += contact.friction.x();
    }
    std::printf("push %2d N: %zu contacts, normal force %.2f N, friction %6.2f N, speed %.3f m/s\n", newtons,
                simulation.contacts().size(), normal, friction, simulation.velocity("crate", 3));
  }
  std::printf("work of the push %.3f J\n", simulation.ledger().find("inputs")->value);
}
