#pragma once

#include <string_view>

namespace carom {

/// web/dist/page.html, part of the program: the page but for its data, cut at its marks.
struct PageTemplate {
  std::string_view before_title;
  std::string_view before_header;
  std::string_view before_blocks;
  std::string_view after_blocks;
};
[[nodiscard]] const PageTemplate& page_template();

}  // namespace carom
