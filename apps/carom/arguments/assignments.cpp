#include "apps/carom/arguments/assignments.h"

namespace carom::app {
namespace {

// At spaces outside of quotes, brackets and braces.
std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words(1);
  int depth = 0;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ' ' && depth <= 0) {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    words.back() += c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

void append(std::string& text, const std::string& word) { text += (text.empty() ? "" : " ") + word; }

}  // namespace

Assignments split_assignments(std::string_view text) {
  Assignments result;
  for (const std::string& word : split_words(text)) {
    if (word.find('=') != std::string::npos && word.front() != '=') {
      result.values.push_back(word);
    } else {
      append(result.values.empty() ? result.name : result.values.back(), word);
    }
  }
  return result;
}

}  // namespace carom::app
