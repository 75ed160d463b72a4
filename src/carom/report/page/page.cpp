#include "carom/report/page/page.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "carom/recording/export_file.h"
#include "carom/recording/io_error.h"
#include "carom/report/page/block_list.h"
#include "carom/report/page/figure_json.h"
#include "carom/report/page/page_template.h"
#include "carom/report/page/run_json.h"
#include "carom/report/support/utf8.h"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;

Json make_value(const std::variant<double, std::string>& value) {
  return std::visit([](const auto& each) { return Json(each); }, value);
}

Json make_checks(const std::vector<Check>& checks) {
  Json list = Json::array();
  for (const Check& check : checks) {
    list.push_back({{"name", check.name},
                    {"expected", make_value(check.expected)},
                    {"found", make_value(check.found)},
                    {"tolerance", check.tolerance ? Json(*check.tolerance) : Json()},
                    {"unit", check.unit},
                    {"passed", check.passed},
                    {"note", check.note},
                    {"curve", check.curve}});
  }
  return list;
}

Json make_item(const ChapterItem& item) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json scene;
  if (!item.scene_name.empty()) scene = {{"name", item.scene_name}, {"text", item.scene_text}};
  return {{"figure", or_null(item.figure)},
          {"says", item.says},
          {"scene", std::move(scene)},
          {"run", or_null(item.run)},
          {"checks", make_checks(item.checks)}};
}

// As it stands in the page: no text may end the element it stands in, or begin one. Bytes that are no text become
// U+FFFD, numbers that are not finite null.
std::string write_json(const Json& json) {
  std::string text;
  for (const char letter : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

std::string escape_html(std::string_view plain) {
  std::string text;
  for (const char letter : plain) {
    if (letter == '&') {
      text += "&amp;";
    } else if (letter == '<') {
      text += "&lt;";
    } else {
      text += letter;
    }
  }
  return text;
}

// Writes pieces of text one after another.
class PageFile {
 public:
  explicit PageFile(const std::filesystem::path& path) : file_(path) {
    stream_.reset(std::fopen(file_.temporary_path().c_str(), "wb"));
    if (!stream_) fail();
  }
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) fail();
  }
  void commit() {
    if (std::fclose(stream_.release()) != 0) fail();
    file_.commit();
  }

 private:
  [[noreturn]] void fail() const {
    throw IoError(fmt::format("cannot write '{}': {}", file_.destination().string(), std::strerror(errno)), errno);
  }

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  ExportFile file_;
  std::unique_ptr<std::FILE, Close> stream_;
};

}  // namespace

struct Page::Content {
  std::string title;
  BlockList blocks;
  std::unordered_set<std::string> names;  // of runs
  // Written when they are added: a run of thousands of bodies is large as a tree of values.
  std::vector<std::string> runs, figures, chapters, papers;
};

Page::Page(const std::string& title) : content_(std::make_unique<Content>()) { content_->title = title; }
Page::~Page() = default;

std::string Page::add_run(const LoadedRun& run, const std::string& label) {
  std::string name = run.header.scene;
  for (int number = 2; !content_->names.insert(name).second; ++number) {
    name = fmt::format("{} ({})", run.header.scene, number);
  }
  content_->runs.push_back(write_json(make_run_json(run, name, label, content_->blocks)));
  return name;
}

void Page::add_figure(const Figure& figure) {
  validate(figure);
  content_->figures.push_back(write_json(make_figure_json(figure, content_->blocks)));
}

void Page::add_chapter(const Chapter& chapter) {
  Json items = Json::array();
  for (const ChapterItem& item : chapter.items) items.push_back(make_item(item));
  const Json json{{"id", chapter.id},
                  {"title", chapter.title},
                  {"text", chapter.text},
                  {"items", std::move(items)},
                  {"checks", make_checks(chapter.checks)}};
  content_->chapters.push_back(write_json(json));
}

void Page::add_paper(const PaperEntry& paper) {
  const Json json{{"id", paper.id},     {"title", paper.title},   {"text", paper.text},
                  {"href", paper.href}, {"passed", paper.passed}, {"total", paper.total}};
  content_->papers.push_back(write_json(json));
}

std::string Page::make_header() const {
  Json blocks = Json::array();
  for (const PageBlock& block : content_->blocks.blocks()) {
    blocks.push_back({{"type", block.type}, {"rows", block.rows}, {"columns", block.columns}});
  }
  const Json about{{"format", "carom-page"},
                   {"version", kFormatVersion},
                   {"title", content_->title},
                   {"generator", "carom " CAROM_VERSION},
                   {"blocks", std::move(blocks)}};
  std::string header = write_json(about);
  header.pop_back();  // the brace: more follows
  const auto add = [&](const char* key, const std::vector<std::string>& list) {
    header += fmt::format(",\"{}\":[{}]", key, fmt::join(list, ","));
  };
  add("runs", content_->runs);
  add("figures", content_->figures);
  add("chapters", content_->chapters);
  add("papers", content_->papers);
  return header + "}";
}

void Page::write(const std::filesystem::path& path) const {
  const PageTemplate& parts = page_template();
  PageFile file(path);
  file.write(parts.before_title);
  file.write(escape_html(repair_utf8(content_->title)));
  file.write(parts.before_header);
  file.write(make_header());
  file.write(parts.before_blocks);
  const std::vector<PageBlock>& blocks = content_->blocks.blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    file.write(fmt::format(R"(<script type="application/octet-stream" id="block-{}">)", i));
    file.write(blocks[i].text);
    file.write("</script>\n");
  }
  file.write(parts.after_blocks);
  file.commit();
}

}  // namespace carom
