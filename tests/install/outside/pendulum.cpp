#include <cstdio>

#include <carom/carom.h>

int main() {
  using namespace carom;
  ModelBuilder builder;
  builder.add_body({.name = "rod",
                    .mass = make_mass_properties(solids::ThinRod{.end = {0, 0, -1}}, 2.0, "rod"),
                    .joint = {.type = JointType::Revolute, .axis = {0, 1, 0}, .position = {0.5}, .damping = {0.1}}});
  const Model model = builder.build();
  Simulation simulation(model, model.make_initial_state(),
                        {.integrator = AdaptiveOptions{.relative_tolerance = 1e-10}, .duration = 10.0});
  const SimulationReport report = simulation.run();
  const double angle = JointView(model, "rod").position(report.state);
  std::printf("q = %.9f rad\n%s", angle, format_ledger(report.ledger).c_str());
  return report.status == SimulationStatus::Finished ? 0 : 1;
}
