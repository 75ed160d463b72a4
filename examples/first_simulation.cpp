// A ball falls on a floor and bounces: built in C++, moved as a whole, with its energy account at the end.
#include <cstdio>

#include <carom/carom.h>

int main() {
  using namespace carom;
  ModelBuilder builder;
  builder.add_body({.name = "ball",
                    .mass = make_mass_properties(solids::Sphere{.radius = 0.05}, 1.0, "ball"),
                    .joint = {.type = JointType::Prismatic, .axis = {0, 0, 1}, .position = {0.5}}});

  ContactRule rule{.surface_a = "ball", .surface_b = "floor"};
  rule.normal = normal::Gonthier{.stiffness = 1e7, .restitution = 0.8};
  SimulationOptions options{.duration = 1.0};
  options.contacts.shapes = {{.body = "ball", .geometry = shapes::Sphere{0.05}, .surface = "ball"},
                             {.geometry = shapes::Plane{}, .surface = "floor"}};
  options.contacts.rules = {rule};

  const Model model = builder.build();
  Simulation simulation(model, model.make_initial_state(), options);
  const SimulationReport report = simulation.run();
  for (const ContactEvent& impact : report.contacts.front().impacts) {
    std::printf("t = %.4f s: %.3f m/s -> %.3f m/s\n", impact.time, impact.approach_speed, impact.separation_speed);
  }
  std::printf("%s\n%s", report.sentence.c_str(), format_ledger(report.ledger).c_str());
  return report.status == SimulationStatus::Finished ? 0 : 1;
}
