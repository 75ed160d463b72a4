// carom patch: pressure and traction of a contact area through a history of approach and shear.
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/arguments/patch_input.h"
#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/output_file.h"
#include "apps/carom/output/output_plan.h"
#include "apps/carom/output/patch_figures.h"
#include "apps/carom/output/text_table.h"
#include "carom/report/figure/write_figure.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;
using nlohmann::ordered_json;

/// What stands at the end of a step.
struct PatchRow {
  double time{};  // [s]
  PatchMotion motion{};
  PatchReport report{};
  PatchEnergy energy{};
};

ordered_json make_energy_json(const PatchEnergy& energy) {
  return {{"work", energy.work},       {"stored", energy.stored}, {"friction", energy.friction},
          {"viscous", energy.viscous}, {"rim", energy.rim},       {"residual", energy.residual()}};
}

ordered_json make_row_json(const PatchRow& row) {
  const PatchReport& report = row.report;
  return {{"time", row.time},
          {"normal_force", report.normal_force},
          {"tangential_force", {report.shear_x, report.shear_y}},
          {"torque", report.torque},
          {"tilting_torque", {report.tilt_x, report.tilt_y}},
          {"depth", row.motion.depth},
          {"shift", {row.motion.shift_x, row.motion.shift_y}},
          {"spin", row.motion.spin},
          {"contact_area", report.area},
          {"max_pressure", report.max_pressure},
          {"stick_fraction", report.stick_fraction},
          {"energy", make_energy_json(row.energy)},
          {"iterations", report.iterations}};
}

std::string make_json(const std::vector<PatchRow>& rows, bool near_edge) {
  ordered_json json{{"version", kFormatVersion}};
  json.update(make_row_json(rows.back()));
  json["near_edge"] = near_edge;
  for (const PatchRow& row : rows) json["steps"].push_back(make_row_json(row));
  return json.dump(2) + "\n";
}

std::string make_history_csv(const std::vector<PatchRow>& rows) {
  std::string text =
      "time_s,depth_m,shift_x_m,shift_y_m,spin_rad,normal_force_N,shear_x_N,shear_y_N,torque_Nm,area_m2,max_pressure_"
      "Pa,"
      "stick_fraction,work_J,stored_J,friction_J,viscous_J,rim_J\n";
  for (const PatchRow& row : rows) {
    const auto& [time, motion, report, energy] = row;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", time, motion.depth, motion.shift_x,
                        motion.shift_y, motion.spin, report.normal_force, report.shear_x, report.shear_y, report.torque,
                        report.area, report.max_pressure, report.stick_fraction, energy.work, energy.stored,
                        energy.friction, energy.viscous, energy.rim);
  }
  return text;
}

std::string make_map_csv(const ContactPatch& patch) {
  std::string text = "x_m,y_m,pressure_Pa,traction_x_Pa,traction_y_Pa,normal_displacement_m\n";
  const PatchGrid& grid = patch.grid();
  for (int i = 0; i < grid.size(); ++i) {
    text += fmt::format("{},{},{},{},{},{}\n", grid.x(i), grid.plane() ? 0.0 : grid.y(i), patch.pressure()[i],
                        patch.traction().x[i], patch.traction().y[i], patch.normal_displacement()[i]);
  }
  return text;
}

std::string format_table(const std::vector<PatchRow>& rows) {
  TextTable table(std::vector<TextTable::Align>(8, TextTable::Align::Right));
  table.add_row(
      {"depth [m]", "normal [N]", "shear x [N]", "shear y [N]", "torque [Nm]", "area [m2]", "peak [Pa]", "stick"});
  const auto show = [](double value) { return fmt::format("{:.6g}", value); };
  for (const PatchRow& row : rows) {
    const PatchReport& report = row.report;
    table.add_row({show(row.motion.depth), show(report.normal_force), show(report.shear_x), show(report.shear_y),
                   show(report.torque), show(report.area), show(report.max_pressure),
                   fmt::format("{:.3f}", report.stick_fraction)});
  }
  std::string text = table.text();
  const PatchEnergy& energy = rows.back().energy;
  text += fmt::format(
      "work {:.6g} J = stored {:.6g} + friction {:.6g} + viscous {:.6g} + rim {:.3g} J, residual {:.1e} J\n",
      energy.work, energy.stored, energy.friction, energy.viscous, energy.rim, energy.residual());
  return text;
}

class PatchCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "patch"; }
  [[nodiscard]] std::string summary() const override {
    return "Press and shear a half-space: force, area, pressure and traction maps";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom patch examples/rubber_ball.toml", "carom patch examples/rubber_ball.toml --figures maps --csv maps",
            "carom patch examples/rubber_ball.toml --set patch.friction=0.2 --json"};
  }

  void declare(CommandLine& line) override {
    line.add("file", file_, "A file with [patch] and [[stage]]", CommandLine::Presence::Required);
    line.add("--set", overrides_, "Change a value of the file, as in patch.friction=0.3");
    line.add("--csv", csv_, "Write history.csv and map.csv into this folder");
    line.add("--figures", figures_, "Write maps of pressure and traction, and forces, into this folder");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON");
  }

  [[nodiscard]] ExitCode run() override {
    plan_outputs();
    const PatchInput input = read_patch_file(file_, overrides_);
    ContactPatch patch(input.options);
    bool good = true;
    for (const PatchStage& stage : input.stages) {
      good = run_stage(stage, patch);
      if (!good) break;
    }
    if (!rows_.empty()) {
      write_files(patch);
      fmt::print("{}", json_ ? make_json(rows_, near_edge_) : format_table(rows_));
    }
    return good ? ExitCode::Done : ExitCode::NumericalFailure;
  }

 private:
  void plan_outputs() {
    outputs_.add_input("the file that is read", file_);
    outputs_.add_file_in("--csv", csv_, "history.csv", output_kinds::kPatchHistory);
    outputs_.add_file_in("--csv", csv_, "map.csv", output_kinds::kPatchMap);
    outputs_.add_figures("--figures", figures_);
    outputs_.check();
    if (!figures_.empty()) check_gnuplot();
  }

  [[nodiscard]] bool run_stage(const PatchStage& stage, ContactPatch& patch) {
    const PatchMotion from = patch.motion();
    const double from_force = rows_.empty() ? 0.0 : rows_.back().report.normal_force;  // [N]
    for (int i = 1; i <= stage.steps; ++i) {
      const double share = static_cast<double>(i) / stage.steps;
      const auto go = [&](double start, double end) { return start + share * (end - start); };
      PatchMotion to = from;
      if (stage.depth) to.depth = go(from.depth, *stage.depth);
      if (!stage.shift.empty()) to.shift_x = go(from.shift_x, stage.shift[0]);
      if (stage.shift.size() > 1) to.shift_y = go(from.shift_y, stage.shift[1]);
      if (stage.spin) to.spin = go(from.spin, *stage.spin);
      const double dt = stage.duration / stage.steps;
      if (stage.force) to.depth = patch.motion().depth;
      const PatchReport report =
          stage.force ? patch.advance_to_force(go(from_force, *stage.force), to, dt) : patch.advance(to, dt);
      if (!report.converged) {
        fmt::print(stderr, "carom: step {} at depth {:g} m: {}\n", rows_.size() + 1, to.depth, report.sentence);
        return false;
      }
      warn_near_edge(report);
      time_ += dt;
      rows_.push_back({time_, patch.motion(), report, patch.energy()});
    }
    return true;
  }

  void warn_near_edge(const PatchReport& report) {
    if (report.near_edge && !near_edge_) {
      fmt::print(stderr, "carom: warning: the contact comes close to the edge of the grid: make patch.width larger\n");
    }
    near_edge_ = near_edge_ || report.near_edge;
  }

  void write_files(const ContactPatch& patch) const {
    if (!csv_.empty()) {
      std::filesystem::create_directories(csv_);
      write_output(csv_ + "/history.csv", make_history_csv(rows_));
      write_output(csv_ + "/map.csv", make_map_csv(patch));
    }
    if (!figures_.empty()) write_figures(make_patch_figures(patch), figures_);
  }

  std::string file_;
  std::vector<std::string> overrides_;
  std::string csv_, figures_;
  OutputPlan outputs_;
  bool json_{};
  std::vector<PatchRow> rows_;
  double time_{};  // [s]
  bool near_edge_{};
};

}  // namespace

std::unique_ptr<Command> make_patch_command() { return std::make_unique<PatchCommand>(); }

}  // namespace carom::app
