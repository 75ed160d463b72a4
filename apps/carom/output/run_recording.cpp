#include "apps/carom/output/run_recording.h"

#include <fmt/format.h>

#include "apps/carom/output/method_report.h"
#include "carom/base/input_error.h"
#include "carom/recording/checksum.h"
#include "carom/recording/io_error.h"
#include "carom/simulation/contacts/contact_event_fields.h"

namespace carom::app {
namespace {

std::vector<RecordedMap> list_maps(const Simulation& simulation) {
  std::vector<RecordedMap> maps;
  const std::vector<std::string> names = simulation.contact_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int slot = static_cast<int>(i);
    const std::optional<ContactMap> map = simulation.contact_map(slot);
    if (map) maps.push_back({.contact = names[i], .slot = slot, .num_x = map->num_x, .num_y = map->num_y});
  }
  return maps;
}

ChannelSelection select_channels(const RecordSettings& record, const Model& model, const Simulation& simulation) {
  const bool has_forces = !model.joint_drives().empty() || model.num_constraint_rows() > 0;
  ChannelSelection selection{.joints = record.joints,
                             .ledger = record.ledger,
                             .forces = record.forces.value_or(has_forces),
                             .bodies = record.bodies};
  if (record.all_bodies) {
    for (int i = 1; i < model.num_bodies(); ++i) selection.bodies.push_back(model.spec(BodyIndex(i)).name);
  }
  if (record.maps) selection.maps = list_maps(simulation);
  return selection;
}

// What the state and the memory of contacts consist of, whatever of it is recorded.
std::string make_state_names(const Model& model, const Simulation& simulation) {
  const ChannelList all(model, simulation.ledger(), {}, simulation.contact_names());
  Checksum sum;
  for (const Channel& channel : all.channels()) sum.add(std::string_view(channel.name));
  for (const ContactEventField& field : list_contact_event_fields()) sum.add(field.name);
  return fmt::format("{:08x}", sum.value());
}

RecordingHeader make_header(const Scene& scene, const Model& model, const Simulation& simulation,
                            const ChannelList& channels) {
  return {.program_version = CAROM_VERSION,
          .scene = scene.name,
          .settings = {{"formulation", scene.simulation.formulation},
                       {"contact laws", describe_contact_laws(scene)},
                       {"integrator", describe_integrator(scene)}},
          .sources = scene.sources,
          .state_names = make_state_names(model, simulation),
          .channels = channels.channels()};
}

}  // namespace

RunRecording::RunRecording(const std::string& path, bool replace, const Scene& scene, const Model& model,
                           const Simulation& simulation)
    : channels_(model, simulation.ledger(), select_channels(scene.record, model, simulation),
                simulation.contact_names()),
      header_(make_header(scene, model, simulation, channels_)) {
  if (path.empty()) folder_.emplace();
  path_ = folder_ ? folder_->path() / "run.carom" : std::filesystem::path(path);
  writer_ = std::make_unique<RecordingWriter>(path_, header_, RecordingOptions{.replace = replace});
  observer_.emplace(channels_, *writer_);
}

RunRecording::RunRecording(RecordingResumption&& resumption, const Scene& scene, const Model& model,
                           const Simulation& simulation)
    : path_(resumption.path()),
      channels_(model, simulation.ledger(), select_channels(scene.record, model, simulation),
                simulation.contact_names()),
      header_(make_header(scene, model, simulation, channels_)) {
  const RecordingHeader& recorded = resumption.header();
  // In another order the numbers of a checkpoint would go to other joints and contacts.
  if (recorded.channels != header_.channels || recorded.state_names != header_.state_names) {
    throw InputError(path_.string(),
                     "holds other channels than this version of the program would record; run the scene again");
  }
  writer_ = std::make_unique<RecordingWriter>(std::move(resumption));
  observer_.emplace(channels_, *writer_);
}

void RunRecording::finish(const SimulationReport& report) {
  if (!writer_->finish(report)) throw IoError(fmt::format("{}: {}", path_.string(), writer_->error()));
}

}  // namespace carom::app
