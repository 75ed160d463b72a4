// carom export: a recording as CSV or HDF5.
#include <cstdio>
#include <string>
#include <vector>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/open_recording.h"
#include "apps/carom/output/output_plan.h"
#include "carom/recording/export_csv.h"
#include "carom/recording/export_hdf5.h"

namespace carom::app {
namespace {

class ExportCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "export"; }
  [[nodiscard]] std::string summary() const override { return "Write a recording as CSV or HDF5"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom export pendulum.carom --csv pendulum.csv", "carom export pendulum.carom --csv - | head",
            "carom export pendulum.carom --hdf5 pendulum.h5", "carom export ball.carom --maps pressure.csv",
            "carom export ball.carom --impacts impacts.csv"};
  }

  void declare(CommandLine& line) override {
    line.add("run", recording_, "The recording, made by 'carom run --out'", CommandLine::Presence::Required);
    line.add("--csv", csv_, "Write the samples as comma-separated values (- for standard output)");
    line.add("--maps", maps_,
             "Write pressure and traction of patches as comma-separated values, a row an element (- for "
             "standard output)");
    line.add("--impacts", impacts_,
             "Write every impact as comma-separated values: time, contact, speeds, impulses, case, energy, verdict (- "
             "for standard output)");
    line.add("--hdf5", hdf5_, "Write everything as an HDF5 file");
    outputs_.declare(line);
  }

  [[nodiscard]] ExitCode run() override {
    if (csv_.empty() && maps_.empty() && impacts_.empty() && hdf5_.empty()) {
      throw UsageError("export needs --csv, --maps, --impacts or --hdf5");
    }
    if (hdf5_ == "-") throw UsageError("--hdf5: an HDF5 file needs a name");
    outputs_.add_recording_input(recording_);
    outputs_.add_file("--csv", csv_, output_kinds::kSamples);
    outputs_.add_file("--maps", maps_, output_kinds::kMaps);
    outputs_.add_file("--impacts", impacts_, output_kinds::kImpacts);
    outputs_.add_file("--hdf5", hdf5_, output_kinds::kHdf5);
    outputs_.check();
    RecordingReader recording = open_recording(recording_);
    const auto print = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
    if (csv_ == "-") {
      write_samples_csv(recording, print);
    } else if (!csv_.empty()) {
      export_csv(recording, csv_);
    }
    if (maps_ == "-") {
      write_maps_csv(recording, print);
    } else if (!maps_.empty()) {
      export_maps_csv(recording, maps_);
    }
    if (impacts_ == "-") {
      write_impacts_csv(recording, print);
    } else if (!impacts_.empty()) {
      export_impacts_csv(recording, impacts_);
    }
    if (!hdf5_.empty()) export_hdf5(recording, hdf5_);
    return ExitCode::Done;
  }

 private:
  std::string recording_;
  std::string csv_;
  std::string maps_;
  std::string impacts_;
  std::string hdf5_;
  OutputPlan outputs_;
};

}  // namespace

std::unique_ptr<Command> make_export_command() { return std::make_unique<ExportCommand>(); }

}  // namespace carom::app
