#include "apps/carom/run_recording.h"

#include <fmt/format.h>

#include "apps/carom/method_report.h"
#include "carom/base/input_error.h"
#include "carom/recording/io_error.h"
#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/compliant/patch_contact.h"

namespace carom::app {
namespace {

std::vector<RecordedMap> list_maps(const Simulation& simulation) {
  std::vector<RecordedMap> maps;
  const CompliantContacts* contacts = simulation.contacts();
  for (int slot = 0; contacts != nullptr && slot < contacts->num_slots(); ++slot) {
    if (contacts->patch(slot) == nullptr) continue;
    const PatchGrid& grid = contacts->patch(slot)->patch().grid();
    maps.push_back({.contact = contacts->name(slot), .slot = slot, .num_x = grid.num_x, .num_y = grid.num_y});
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

}  // namespace

RunRecording::RunRecording(const std::string& path, bool goes_on, const Scene& scene, const Model& model,
                           const Simulation& simulation)
    : channels_(model, simulation.ledger(), select_channels(scene.record, model, simulation),
                simulation.contact_names()) {
  if (path.empty()) folder_.emplace();
  path_ = folder_ ? folder_->path() / "run.carom" : std::filesystem::path(path);
  writer_ = open(goes_on, scene);
  observer_.emplace(channels_, *writer_);
}

std::unique_ptr<RecordingWriter> RunRecording::open(bool goes_on, const Scene& scene) const {
  const RecordingHeader header{.program_version = CAROM_VERSION,
                               .scene = scene.name,
                               .settings = {{"formulation", scene.simulation.formulation},
                                            {"contact laws", describe_contact_laws(scene)},
                                            {"integrator", describe_integrator(scene)}},
                               .sources = scene.sources,
                               .channels = channels_.channels()};
  if (!goes_on) return std::make_unique<RecordingWriter>(path_, header);
  if (RecordingReader(path_).header().channels != header.channels) {
    throw InputError(path_.string(), "holds other channels than this version of the program would record");
  }
  return RecordingWriter::resume(path_);
}

void RunRecording::finish(const SimulationReport& report) {
  if (!writer_->finish(report)) throw IoError(fmt::format("{}: {}", path_.string(), writer_->error()));
}

}  // namespace carom::app
