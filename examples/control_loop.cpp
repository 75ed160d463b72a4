// A robot on the ground, held by a controller of one's own at 1 kHz: targets of the knees swing, the legs follow.
//
//   control_loop examples/standing_robot.toml
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <carom/carom.h>

int main(int count, char** arguments) {
  carom::Simulation simulation(carom::read_scene(count > 1 ? arguments[1] : "examples/standing_robot.toml"));
  std::vector<std::string> joints;
  for (const char* leg : {"front_left", "front_right", "rear_left", "rear_right"}) {
    for (const char* part : {"_sideways", "_hip_joint", "_knee"}) joints.push_back(std::string(leg) + part);
  }
  std::vector<double> start;
  for (const std::string& joint : joints) start.push_back(simulation.position(joint));

  for (int tick = 0; tick < 2000; ++tick) {
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const double bend = i % 3 == 2 ? -0.2 * (1.0 - std::cos(6.0 * simulation.time())) : 0.0;
      const double error = start[i] + bend - simulation.position(joints[i]);
      simulation.effort(joints[i]) = 200.0 * error - 5.0 * simulation.velocity(joints[i]);
    }
    simulation.advance(1e-3);
  }

  double load = 0.0;
  for (const carom::Contact& contact : simulation.contacts()) load += contact.force().z();
  std::printf("trunk at %.3f m, on %zu contacts that carry %.1f N of %.1f N\n", simulation.point_position("trunk").z(),
              simulation.contacts().size(), load, 9.81 * simulation.model().total_mass());
  std::printf("%s", carom::format_ledger(simulation.ledger()).c_str());
}
