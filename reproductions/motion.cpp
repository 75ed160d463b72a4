#include "reproductions/motion.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_observer.h"
#include "carom/report/support/temporary_folder.h"
#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "reproductions/scenes.h"

namespace carom::reproductions {
namespace {

Motion::Contact look_at_contact(const Moment& moment) {
  const Contact contact = moment.system.look_at_contact(0, moment.y);
  if (!contact.touching) return {};
  return {.touching = true, .dwell = contact.dwell, .slip = contact.slip.norm(), .friction = contact.friction.norm()};
}

// Keeps everything, and passes it on to a recording where there is one.
class Collector final : public Observer {
 public:
  Collector(Motion& motion, Observer* recorder) : motion_(motion), recorder_(recorder) {}

  [[nodiscard]] bool observe(const Moment& moment) override {
    motion_.states.push_back(moment.state);
    (void)moment.system.calc_forces(moment.state.time, moment.y);
    motion_.drive_efforts.push_back(moment.system.drive_efforts());
    motion_.stored.push_back(moment.ledger.total(LedgerKind::Stored));
    if (moment.system.num_contacts() > 0) motion_.contacts.push_back(look_at_contact(moment));
    return recorder_ == nullptr || recorder_->observe(moment);
  }

  [[nodiscard]] bool observe_contact(const std::string& contact, const ContactEvent& event) override {
    return recorder_ == nullptr || recorder_->observe_contact(contact, event);
  }
  [[nodiscard]] bool observe_note(const RunNote& note) override {
    return recorder_ == nullptr || recorder_->observe_note(note);
  }

 private:
  Motion& motion_;
  Observer* recorder_;
};

Motion run(const Model& model, Simulation& simulation, Observer* recorder) {
  Motion motion{.model = std::make_shared<const Model>(model)};
  Collector collector(motion, recorder);
  motion.report = simulation.run(&collector);
  if (motion.report.status != SimulationStatus::Finished) throw InputError("reproduction", motion.report.sentence);
  return motion;
}

}  // namespace

Scene read_embedded(const std::string& name, const std::vector<std::string>& overrides) {
  for (const EmbeddedScene& scene : embedded_scenes()) {
    if (scene.name == name) return parse_scene(std::string(scene.text), name, overrides);
  }
  throw InputError("'" + name + "'", "is not a scene of this program");
}

FigureSeries draw_over_time(const Motion& motion, std::string label,
                            const std::function<double(std::size_t sample)>& value, std::size_t every) {
  FigureSeries series{.label = std::move(label)};
  for (std::size_t i = 0; i < motion.states.size(); i += every) {
    series.x.push_back(motion.states[i].time);
    series.y.push_back(value(i));
  }
  return series;
}

ErrorBudget make_budget(const Motion& motion, double tolerance, double growth, const std::string& why_growth) {
  const std::int64_t steps = motion.report.statistics.steps;
  std::string note = fmt::format("{} steps of tolerance {:g}", steps, tolerance);
  if (growth != 1.0) note += fmt::format(", times {:g}: {}", growth, why_growth);
  return {static_cast<double>(steps) * tolerance * growth, note};
}

Motion simulate(const Model& model, const State& initial, const SimulationOptions& options) {
  Simulation simulation(model, initial, options);
  return run(model, simulation, nullptr);
}

Motion simulate_scene_unseen(const std::string& name, const std::vector<std::string>& overrides) {
  const Scene scene = read_embedded(name, overrides);
  const Model model = scene.model.build();
  return simulate(model, model.make_initial_state(), make_options(scene));
}

SceneMotion simulate_scene(const std::string& name, const std::vector<std::string>& overrides) {
  const Scene scene = read_embedded(name, overrides);
  const Model model = scene.model.build();
  Simulation simulation(model, model.make_initial_state(), make_options(scene));
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.carom";
  ChannelList channels(model, simulation.ledger(), {.forces = true, .bodies = {}}, simulation.contact_names());
  RecordingWriter writer(file, {.program_version = "",
                                .scene = scene.name,
                                .settings = {},
                                .sources = scene.sources,
                                .channels = channels.channels()});
  RecordingObserver recorder(channels, writer);
  Motion motion = run(model, simulation, &recorder);
  if (!writer.finish(motion.report)) throw IoError(writer.error());
  RecordingReader reader(file);
  return {name, scene.sources.files.front().bytes, std::move(motion), load_run(reader)};
}

}  // namespace carom::reproductions
