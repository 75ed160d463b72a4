#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/report/figure/figure.h"
#include "carom/report/page/chapter.h"
#include "carom/report/run/loaded_run.h"

namespace carom::reproductions {

/// What a chapter shows: items of the chapter refer to figures by id and to runs by the name of their scene.
struct ChapterResult {
  Chapter chapter{};
  std::vector<Figure> figures{};
  std::vector<LoadedRun> runs{};
};

/// A paper, or a field of textbooks: chapters that are computed one by one, in any order, on any thread.
struct Paper {
  std::string id{};  // a word: also the name of its page
  std::string title{};
  std::string text{};
  std::vector<std::function<ChapterResult()>> chapters{};
};

/// All there are. To add one: a folder with its chapters, and a line in all.cpp.
[[nodiscard]] std::vector<Paper> list_papers();

}  // namespace carom::reproductions
