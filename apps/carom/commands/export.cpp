// carom export: a recording as CSV or HDF5.
#include <cstdio>
#include <string>
#include <vector>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
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
            "carom export pendulum.carom --hdf5 pendulum.h5"};
  }

  void declare(CommandLine& line) override {
    line.add("run", recording_, "The recording, made by 'carom run --out'", CommandLine::Presence::Required);
    line.add("--csv", csv_, "Write the samples as comma-separated values (- for standard output)");
    line.add("--hdf5", hdf5_, "Write everything as an HDF5 file");
  }

  [[nodiscard]] ExitCode run() override {
    if (csv_.empty() && hdf5_.empty()) throw UsageError("export needs --csv or --hdf5");
    RecordingReader recording(recording_);
    if (csv_ == "-") {
      write_samples_csv(recording, [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
    } else if (!csv_.empty()) {
      export_csv(recording, csv_);
    }
    if (!hdf5_.empty()) export_hdf5(recording, hdf5_);
    return ExitCode::Done;
  }

 private:
  std::string recording_;
  std::string csv_;
  std::string hdf5_;
};

}  // namespace

std::unique_ptr<Command> make_export_command() { return std::make_unique<ExportCommand>(); }

}  // namespace carom::app
