// A contact law of one's own: a rubber pad that hardens with its depth and damps in proportion to its force.
#include <cstdio>
#include <memory>

#include <carom/carom.h>

class RubberPad : public carom::CustomNormalLaw {
 public:
  // As which it begins: steps and durations are estimated from it.
  [[nodiscard]] carom::PowerSpring spring() const override { return {kStiffness, 1.0}; }

  // The force, and the part of it that has a potential: the rest is lost.
  [[nodiscard]] carom::NormalForce evaluate(double depth, double rate, std::span<const double>) const override {
    const double elastic = kStiffness * depth + kHardening * depth * depth * depth;
    return {elastic * (1.0 + kDamping * rate), elastic};
  }

  // What it gives back if the contact opens slowly.
  [[nodiscard]] double stored(double depth, std::span<const double>) const override {
    const double square = depth * depth;
    return 0.5 * kStiffness * square + 0.25 * kHardening * square * square;
  }

 private:
  static constexpr double kStiffness = 1e5;   // [N/m]
  static constexpr double kHardening = 1e10;  // [N/m³]
  static constexpr double kDamping = 0.2;     // [s/m]
};

int main() {
  using namespace carom;
  ModelBuilder builder;
  builder.add_body({.name = "ball",
                    .mass = make_mass_properties(solids::Sphere{.radius = 0.05}, 1.0, "ball"),
                    .joint = {.type = JointType::Prismatic, .axis = {0, 0, 1}, .position = {0.5}}});
  ContactRule rule{.surface_a = "ball", .surface_b = "pad"};
  rule.normal = normal::Custom{std::make_shared<const RubberPad>()};
  SimulationOptions options{.duration = 0.5};
  options.contacts.shapes = {{.body = "ball", .geometry = shapes::Sphere{0.05}, .surface = "ball"},
                             {.geometry = shapes::Plane{}, .surface = "pad"}};
  options.contacts.rules = {rule};

  const Model model = builder.build();
  Simulation simulation(model, model.make_initial_state(), options);
  const SimulationReport report = simulation.run();
  const ContactReport& contact = report.contacts.front();
  const ContactEvent& impact = contact.impacts.front();
  std::printf("%.3f m/s -> %.3f m/s, %.2f mm deep, %.0f N at most, residual %.1e of the energy\n",
              impact.approach_speed, impact.separation_speed, 1e3 * contact.max_depth, contact.max_force,
              report.ledger.relative_residual());
  return report.status == SimulationStatus::Finished ? 0 : 1;
}
