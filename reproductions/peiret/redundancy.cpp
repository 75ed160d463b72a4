// More feet than forces: what bristles make unique, and what they do not.
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/scene/simulation_options.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/peiret/peiret.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/peiret/table.toml";
constexpr std::size_t kFeet = 4;
constexpr std::array<const char*, kFeet> kFootNames{"front left", "front right", "rear left", "rear right"};

// The forces of all feet over time, in the order of their names.
struct FeetForces final : Observer {
  std::vector<double> times{};                                  // [s]
  std::array<std::vector<double>, kFeet> normal{}, friction{};  // along x  [N]

  // Contacts come in an order of their own: a foot is known by where it stands.
  static std::size_t find_foot(const Contact& contact) {
    return (contact.point.x() > 0.0 ? 0U : 2U) + (contact.point.y() > 0.0 ? 0U : 1U);
  }

  [[nodiscard]] bool observe(const Moment& moment) override {
    (void)moment.system.calc_forces(moment.state.time, moment.y);
    times.push_back(moment.state.time);
    for (std::size_t foot = 0; foot < kFeet; ++foot) {
      normal[foot].push_back(0.0);
      friction[foot].push_back(0.0);
    }
    for (int i = 0; i < moment.system.num_contacts(); ++i) {
      const Contact contact = moment.system.look_at_contact(i, moment.y);
      if (!contact.touching) continue;
      normal[find_foot(contact)].back() = contact.normal_force;
      friction[find_foot(contact)].back() = contact.friction.x();
    }
    return true;
  }
};

FeetForces run_table(const std::vector<std::string>& overrides) {
  const Scene scene = read_embedded(kScene, overrides);
  const Model model = scene.model.build();
  FeetForces forces;
  (void)Simulation(model, model.make_initial_state(), make_options(scene)).run(&forces);
  return forces;
}

// The first 0.6 s, in which the swing dies out by two thirds.
Figure draw(const char* id, const char* title, const char* caption, const char* label, const std::vector<double>& times,
            const std::array<std::vector<double>, kFeet>& forces) {
  constexpr std::ptrdiff_t kShown = 121;  // samples of 5 ms
  Figure figure{.id = id,
                .title = title,
                .caption = caption,
                .x = {.label = "time", .unit = "s", .range = {{0.0, 0.6}}},
                .y = {.label = label, .unit = "N"}};
  for (std::size_t i = 0; i < kFeet; ++i) {
    figure.series.push_back({.label = kFootNames[i],
                             .x = {times.begin(), times.begin() + kShown},
                             .y = {forces[i].begin(), forces[i].begin() + kShown},
                             .dash = i % 2 == 0 ? DashStyle::Solid : DashStyle::Dashed});
  }
  return figure;
}

// A table that does not sink: all feet alike, the push of 3 N at 0.3 m above them turns 0.9 N·m over 2 m.
constexpr std::array<double, kFeet> kLoads{24.975, 24.975, 24.075, 24.075};  // [N]
constexpr double kFriction = -0.75;                                          // of each  [N]

// Around what the drawn force swings: its mean over three swings of 0.1 s, which die out.
Check check_drawn(const Figure& figure, const char* foot, double expected) {
  const DrawnCurve drawn(figure, foot);
  return drawn.check(fmt::format("{}: mean of what is drawn from 0.3 s on", foot), expected, drawn.mean(0.3, 0.6),
                     0.05 * std::abs(kFriction), "the swing dies out, by a third in three swings");
}

void add_friction(ChapterResult& result, const FeetForces& forces) {
  result.figures.push_back(draw("peiret-table-friction", "Friction of the feet",
                                "Under a push of 3 N that sets in at once: bristles swing, and implicit steps damp it.",
                                "friction along the push", forces.times, forces.friction));
  ChapterItem item{.figure = result.figures.back().id,
                   .says =
                       "The bristle model on its own allows the system to handle redundancy coming from the "
                       "friction: eight components for three motions in the plane. Each foot bears its quarter."};
  for (std::size_t i = 0; i < kFeet; ++i) {
    item.checks.push_back(check_number(fmt::format("friction of the foot {}", kFootNames[i]), kFriction,
                                       forces.friction[i].back(), 5e-5, "N",
                                       "the table sinks by 25 µm of 0.3 m, and tilts"));
    item.checks.push_back(check_drawn(result.figures.back(), kFootNames[i], kFriction));
  }
  show_scene(simulate_scene(kScene), item, result);
  result.chapter.items.push_back(std::move(item));
}

void add_normals(ChapterResult& result, const FeetForces& relaxed, const FeetForces& rigid) {
  result.figures.push_back(draw("peiret-table-normals", "Load of the feet", "With normals relaxed to 1 MN/m.",
                                "normal force", relaxed.times, relaxed.normal));
  ChapterItem item{.figure = result.figures.back().id,
                   .says =
                       "Deviation P4: four normal forces have three equations. Bristles do not make them unique, "
                       "relaxed normals do: the load is shared as among four springs. With rigid normals the sum "
                       "is right and the difference across the diagonals is whatever the solver left."};
  for (std::size_t i = 0; i < kFeet; ++i) {
    item.checks.push_back(check_number(fmt::format("load of the foot {}", kFootNames[i]), kLoads[i],
                                       relaxed.normal[i].back(), 5e-5, "N",
                                       "the table sinks by 25 µm of 0.3 m, and tilts"));
    item.checks.push_back(check_drawn(result.figures.back(), kFootNames[i], kLoads[i]));
  }
  const auto sum = [](const FeetForces& forces) {
    double total = 0.0;
    for (const std::vector<double>& foot : forces.normal) total += foot.back();
    return total;
  };
  item.checks.push_back(check_number("rigid normals: sum", 98.1, sum(rigid), 1e-5, "N",
                                     "impulses are found to 1e-10 m/s, over 1 ms and 10 kg with room"));
  item.checks.push_back(check_number(
      "rigid normals: moment about the middle", 0.9,
      0.5 * (rigid.normal[0].back() + rigid.normal[1].back() - rigid.normal[2].back() - rigid.normal[3].back()), 1e-4,
      "N·m", "the same, and the table tilts with its bristles"));
  result.chapter.items.push_back(std::move(item));
}

}  // namespace

ChapterResult make_redundancy_chapter() {
  ChapterResult result{.chapter = {.id = "redundancy",
                                   .title = "A table on four feet",
                                   .text = "10 kg, feet at the corners of 1 m × 0.8 m, pushed with 3 N in the middle. "
                                           "The friction rows have rank three, and so have the normal ones."}};
  const FeetForces relaxed = run_table({"record.every=5 ms"});
  const FeetForces rigid = run_table({"simulate.stepping.normal_stiffness=0"});
  add_friction(result, relaxed);
  add_normals(result, relaxed, rigid);
  return result;
}

}  // namespace carom::reproductions
