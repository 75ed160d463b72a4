#include "carom/report/page/page_template.h"

#include "carom/base/assert.h"

namespace carom {

// Defined in a source that the build makes of web/dist/page.html (embed_page.cmake).
extern const char kPageHtml[];
extern const unsigned long kPageHtmlSize;

namespace {

// What stands before a mark; `rest` goes on behind it.
std::string_view cut(std::string_view& rest, std::string_view mark) {
  const std::size_t at = rest.find(mark);
  CAROM_ASSERT(at != std::string_view::npos);
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at + mark.size());
  return part;
}

PageTemplate cut_page() {
  std::string_view rest(kPageHtml, kPageHtmlSize);
  PageTemplate parts;
  parts.before_title = cut(rest, "<!--carom:title-->");
  parts.before_header = cut(rest, "<!--carom:header-->");
  parts.before_blocks = cut(rest, "<!--carom:blocks-->");
  parts.after_blocks = rest;
  return parts;
}

}  // namespace

const PageTemplate& page_template() {
  static const PageTemplate parts = cut_page();
  return parts;
}

}  // namespace carom
