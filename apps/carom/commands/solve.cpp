// carom solve: a recorded complementarity problem, or a folder of them, by any or every solver.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/commands/solve_methods.h"
#include "apps/carom/commands/solve_problem.h"
#include "apps/carom/commands/solve_profile.h"
#include "apps/carom/output/output_plan.h"
#include "carom/report/figure/write_figure.h"

namespace carom::app {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kJsonVersion = 1;

std::vector<std::string> list_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    if (!fs::is_directory(argument)) {
      files.push_back(argument);
      continue;
    }
    const std::size_t first = files.size();
    for (const fs::directory_entry& entry : fs::directory_iterator(argument)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    }
    if (files.size() == first)
      throw UsageError(fmt::format("{}: expected problems in files *.json, found none", argument));
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

std::string format_route(const SolveReport& report) {
  const auto* first = report.route.methods.data();
  return report.route.count == 0 ? "-" : fmt::format("{}", fmt::join(first, first + report.route.count, " > "));
}

ordered_json make_json(const RecordedProblem& problem, const SolveOutcome& outcome) {
  const SolveReport& report = outcome.report;
  const auto* methods = report.route.methods.data();
  const int* worst = report.worst.rows.data();
  const VectorX& solution = outcome.solution;
  return {{"problem", problem.name},
          {"kind", problem.kind},
          {"solver", outcome.solver},
          {"status", name_of(report.status)},
          {"message", describe(report)},
          {"iterations", report.iterations},
          {"residual", report.residual},
          {"relative_residual", outcome.relative_residual},
          {"seconds", outcome.seconds},
          {"route", std::vector<std::string>(methods, methods + report.route.count)},
          {"worst_rows", std::vector<int>(worst, worst + report.worst.count)},
          {"degenerate_rows", outcome.degenerate_rows},
          {"solution", std::vector<double>(solution.data(), solution.data() + solution.size())}};
}

std::string format_outcome(const RecordedProblem& problem, const SolveOutcome& outcome) {
  std::string text =
      fmt::format("{} ({}, {} rows), solver {}\n", problem.name, problem.kind, problem.q.size(), outcome.solver);
  text += fmt::format("{}\n", describe(outcome.report));
  if (outcome.report.route.count > 0) text += fmt::format("route              {}\n", format_route(outcome.report));
  if (std::isfinite(outcome.report.residual)) {
    text += fmt::format("residual           {:.3e}  |F|/(1 + |q|), F the natural map\n", outcome.report.residual);
    text += fmt::format("relative residual  {:.3e}  |F|/|q|\n", outcome.relative_residual);
  }
  text += fmt::format("processor time     {:.6f} s\n", outcome.seconds);
  if (!outcome.degenerate_rows.empty()) {
    text += fmt::format("degenerate: at a bound with w = 0 in rows {}\n", fmt::join(outcome.degenerate_rows, ", "));
  }
  return text;
}

std::string format_row(const RecordedProblem& problem, const SolveOutcome& outcome) {
  const std::string degenerate = outcome.degenerate_rows.empty() ? "" : "  degenerate";
  return fmt::format("{:<41} {:<7} {:<19} {:<14} {:>7} {:>10.2e} {:>10.2e} {:>9.4f}  {}{}\n", problem.name,
                     problem.kind, outcome.solver, name_of(outcome.report.status), outcome.report.iterations,
                     outcome.report.residual, outcome.relative_residual, outcome.seconds, format_route(outcome.report),
                     degenerate);
}

std::string format_head() {
  return fmt::format("{:<41} {:<7} {:<19} {:<14} {:>7} {:>10} {:>10} {:>9}  {}\n", "problem", "kind", "solver",
                     "status", "steps", "residual", "relative", "time [s]", "route");
}

ExitCode exit_code_of(const SolveReport& report) {
  if (report.solved()) return ExitCode::Done;
  return report.status == SolveStatus::BadData ? ExitCode::SenselessInput : ExitCode::NumericalFailure;
}

class SolveCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "solve"; }
  [[nodiscard]] std::string summary() const override {
    return "Solve recorded LCP, MLCP and friction problems: status, residual, time of any or every solver";
  }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom solve problem.json", "carom solve problem.json --solver newton --tolerance 1e-12 --json",
            "carom solve problems/ --solver every --figures out"};
  }

  [[nodiscard]] std::string notes() const override {
    std::string text = "Solvers:\n";
    for (const Solver& solver : list_solvers()) {
      text += fmt::format("  {:<20} {:<20} {}\n", solver.name, list_kinds(solver), solver.purpose);
    }
    return text;
  }

  void declare(CommandLine& line) override {
    line.add("problems", problems_, "Files of problems (JSON), or folders of them", CommandLine::Presence::Required);
    std::vector<std::string> solvers;
    for (const Solver& solver : list_solvers()) solvers.emplace_back(solver.name);
    solvers.emplace_back("every");
    line.add_choice("--solver", solver_, solvers, "The solver; 'every' takes all that the kind of problem has");
    line.add("--tolerance", tolerance_, "Residual that counts as solved (1e-8 for contacts, 1e-10 for other kinds)");
    line.add("--iterations", most_iterations_, "Pivots, sweeps or steps at most (what the solver allows itself)");
    line.add("--figures", figures_, "Folder for performance profiles of the solvers (SVG, PDF, PNG)");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print JSON instead of a table");
  }

  [[nodiscard]] ExitCode run() override {
    if (!(tolerance_ >= 0.0))
      throw UsageError(fmt::format("--tolerance: expected a number above 0, found {}", tolerance_));
    if (most_iterations_ < 0)
      throw UsageError(fmt::format("--iterations: expected a whole number above 0, found {}", most_iterations_));
    const std::vector<std::string> files = list_files(problems_);
    const bool single = files.size() == 1 && solver_ != "every";
    for (const std::string& file : files) outputs_.add_input("the problem", file);
    outputs_.add_figures("--figures", figures_);
    outputs_.check();
    if (!figures_.empty()) check_gnuplot();
    if (!single && !json_) fmt::print("{}", format_head());
    ExitCode code = ExitCode::Done;
    for (const std::string& file : files) {
      runs_.push_back(solve_file(file, single, code));
    }
    if (json_) fmt::print("{}\n", make_document(single).dump(2));
    if (!figures_.empty()) write_figures(make_profiles(runs_), figures_);
    return code;
  }

 private:
  ProblemOutcomes solve_file(const std::string& file, bool single, ExitCode& code) const {
    ProblemOutcomes run{read_problem(file), {}};
    const ProblemKind kind = kind_of(run.problem);
    const double tolerance = tolerance_ > 0.0 ? tolerance_ : default_tolerance(kind);
    const std::vector<std::string> solvers =
        solver_ == "every" ? list_solver_names(kind) : std::vector<std::string>{solver_};
    for (const std::string& solver : solvers) {
      // Where every solver is tried, those without a limit go on without one.
      const bool is_limited = solver_ != "every" || !find_solver(solver)->iterations.empty();
      run.outcomes.push_back(solve(run.problem, solver, {tolerance, is_limited ? most_iterations_ : 0}));
      const SolveOutcome& outcome = run.outcomes.back();
      // Where every solver is tried, the default one answers for all.
      if (solver_ != "every" || solver == "default") code = std::max(code, exit_code_of(outcome.report));
      if (!json_) fmt::print("{}", single ? format_outcome(run.problem, outcome) : format_row(run.problem, outcome));
    }
    return run;
  }

  [[nodiscard]] ordered_json make_document(bool single) const {
    ordered_json document{{"version", kJsonVersion}};
    if (single) {
      document.update(make_json(runs_.front().problem, runs_.front().outcomes.front()));
      return document;
    }
    document["solves"] = ordered_json::array();
    for (const ProblemOutcomes& run : runs_) {
      for (const SolveOutcome& outcome : run.outcomes) document["solves"].push_back(make_json(run.problem, outcome));
    }
    return document;
  }

  std::vector<std::string> problems_;
  std::string solver_{"default"};
  double tolerance_{};     // 0: the default of the kind
  int most_iterations_{};  // 0: that of the solver
  std::string figures_;
  OutputPlan outputs_;
  bool json_{};
  std::vector<ProblemOutcomes> runs_;
};

}  // namespace

std::unique_ptr<Command> make_solve_command() { return std::make_unique<SolveCommand>(); }

}  // namespace carom::app
