// How far does a crate slide? One scene, one value changed, eight simulations side by side in threads.
#include <array>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <carom/carom.h>

constexpr const char* kScene = R"(
[scene]
name     = "sliding crate"
duration = "3 s"

[[body]]
name    = "crate"
mass    = "10 kg"
inertia = { box = [0.4, 0.4, 0.2] }
joint   = { type = "free", position = [0, 0, 0.1], velocity = [3, 0, 0] }

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
formulation = "event-driven"
)";

int main() {
  std::array<double, 8> way{};
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < way.size(); ++i) {
    threads.emplace_back([i, &way] {
      const std::string friction = std::to_string(0.1 + 0.1 * static_cast<double>(i));
      const std::vector<std::string> changes{"contact.wood/floor.impact.friction=" + friction};
      carom::Simulation simulation(carom::parse_scene(kScene, "sliding crate", changes));
      (void)simulation.run();
      way[i] = simulation.point_position("crate").x();
    });
  }
  threads.clear();  // waits for all of them
  for (std::size_t i = 0; i < way.size(); ++i) {
    const double friction = 0.1 + 0.1 * static_cast<double>(i);
    const double exact = friction * 9.81 * 3.0 > 3.0 ? 9.0 / (2.0 * friction * 9.81) : 9.0 - 4.5 * friction * 9.81;
    std::printf("friction %.1f: %.6f m, by formula %.6f m\n", friction, way[i], exact);
  }
}
