#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "carom/report/figure/figure.h"
#include "carom/report/page/chapter.h"
#include "carom/report/run/loaded_run.h"

namespace carom {

/// A page in the making: one HTML file that holds the viewer and all its data (docs/page-format.md).
class Page {
 public:
  explicit Page(const std::string& title);
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  /// The label tells runs of one page apart; may be empty. Returns the name of the run on the page, which is unique.
  std::string add_run(const LoadedRun& run, const std::string& label = "");
  /// Throws InputError where the figure makes no sense.
  void add_figure(const Figure& figure);
  void add_chapter(const Chapter& chapter);
  void add_paper(const PaperEntry& paper);

  /// The header of the page so far, as it will stand there.
  [[nodiscard]] std::string make_header() const;

  /// The file appears whole or not at all. Throws IoError.
  void write(const std::filesystem::path& path) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace carom
