#pragma once

#include <string_view>

namespace carom {

/// What a catalogue says of a law.
struct LawInfo {
  std::string_view name{};     // as written in a scene
  std::string_view summary{};  // one line
  std::string_view formula{};  // plain text
  std::string_view source{};   // key in docs/references.bib
};

}  // namespace carom
