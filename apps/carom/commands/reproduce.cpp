// carom reproduce: what is known from papers and textbooks, computed and compared, as pages and figures.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

#include "apps/carom/command_line.h"
#include "apps/carom/commands/all.h"
#include "apps/carom/output/check_table.h"
#include "apps/carom/output/output_plan.h"
#include "carom/base/nearest_name.h"
#include "carom/report/figure/write_figure.h"
#include "carom/report/page/page.h"

namespace carom::app {
namespace {

using reproductions::ChapterResult;
using reproductions::Paper;
using reproductions::PaperResult;

class ReproduceCommand : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "reproduce"; }
  [[nodiscard]] std::string summary() const override { return "Compute what papers show, and compare"; }
  [[nodiscard]] std::vector<std::string> examples() const override {
    return {"carom reproduce", "carom reproduce basics --out basics --figures", "carom reproduce basics --json"};
  }

  void declare(CommandLine& line) override {
    line.add("paper", paper_, "One of: " + list_names() + "; without it, all of them");
    line.add("--out", folder_, "Write the pages to this folder; index.html lists them");
    line.add_flag("--figures", figures_, "Write every figure too (SVG, PDF, PNG), to the folder's folder 'figures'");
    outputs_.declare(line);
    line.add_flag("--json", json_, "Print the checks as JSON");
  }

  [[nodiscard]] ExitCode run() override {
    const std::vector<Paper> papers = choose_papers();
    if (figures_) check_gnuplot();
    plan_outputs(papers);
    std::filesystem::create_directories(folder_);
    std::vector<PaperResult> results;
    bool passed = true;
    for (const Paper& paper : papers) {
      results.push_back(compute(paper));
      passed = passed && results.back().passed == results.back().total;
      write(results.back());
      if (!json_) fmt::print("{}\n", format_checks(results.back(), choose_colors(stdout)));
    }
    write_index(results);
    if (json_) {
      fmt::print("{}", make_checks_json(results));
    } else {
      fmt::print("{}\n", page_path("index").string());
    }
    return passed ? ExitCode::Done : ExitCode::NumericalFailure;
  }

 private:
  static std::string list_names() {
    std::string names;
    for (const Paper& paper : reproductions::list_papers()) names += (names.empty() ? "" : ", ") + paper.id;
    return names;
  }

  [[nodiscard]] std::vector<Paper> choose_papers() const {
    std::vector<Paper> papers = reproductions::list_papers();
    if (paper_.empty()) return papers;
    std::vector<std::string> names;
    for (Paper& paper : papers) {
      if (paper.id == paper_) return {std::move(paper)};
      names.push_back(paper.id);
    }
    throw UsageError("unknown paper '" + paper_ + "'" + make_suggestion(paper_, names));
  }

  void plan_outputs(const std::vector<Paper>& papers) {
    outputs_.add_file_in("--out", folder_, "index.html", output_kinds::kPage);
    for (const Paper& paper : papers) {
      outputs_.add_file_in("--out", folder_, paper.id + ".html", output_kinds::kPage);
      if (figures_) outputs_.add_figures("--figures", figures_path(paper).string());
    }
    outputs_.check();
  }

  [[nodiscard]] static PaperResult compute(const Paper& paper) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    PaperResult result = run_paper(paper, [&](std::size_t done) {
      if (!terminal) return;
      fmt::print(stderr, "\r\033[K{}: {} of {} chapters", paper.id, done, paper.chapters.size());
      std::fflush(stderr);
    });
    if (terminal) fmt::print(stderr, "\r\033[K");
    return result;
  }

  [[nodiscard]] std::filesystem::path page_path(const std::string& page) const {
    return std::filesystem::path(folder_) / (page + ".html");
  }

  template <class AnyPaper>
  [[nodiscard]] std::filesystem::path figures_path(const AnyPaper& paper) const {
    return std::filesystem::path(folder_) / "figures" / paper.id;
  }

  void write(const PaperResult& paper) const {
    Page page(paper.title);
    std::vector<Figure> figures;
    for (const ChapterResult& chapter : paper.chapters) {
      for (const LoadedRun& run : chapter.runs) page.add_run(run);
      for (const Figure& figure : chapter.figures) {
        page.add_figure(figure);
        figures.push_back(figure);
      }
      page.add_chapter(chapter.chapter);
    }
    page.write(page_path(paper.id));
    if (figures_) write_figures(figures, figures_path(paper));
  }

  void write_index(const std::vector<PaperResult>& papers) const {
    Page page("Reproductions");
    for (const PaperResult& paper : papers) {
      page.add_paper({.id = paper.id,
                      .title = paper.title,
                      .text = paper.text,
                      .href = paper.id + ".html",
                      .passed = paper.passed,
                      .total = paper.total});
    }
    page.write(page_path("index"));
  }

  std::string paper_;
  std::string folder_{"reproduction"};
  bool figures_{};
  OutputPlan outputs_;
  bool json_{};
};

}  // namespace

std::unique_ptr<Command> make_reproduce_command() { return std::make_unique<ReproduceCommand>(); }

}  // namespace carom::app
