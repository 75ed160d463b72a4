#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/schema/value.h"

namespace carom::schema {

/// A text that was read: a file, or an override from the command line.
struct Source {
  std::string name;  // as messages show it
  std::string text;
  bool has_lines{true};  // false: too short for line numbers to help
};

enum class Severity { Error, Warning };

/// What kind of mistake it is; the command line has an exit code for each.
enum class Failure {
  Unreadable,  // the text is not of its format at all
  Senseless    // it was read, and asks for what cannot be
};

struct Diagnostic {
  Severity severity{};
  Failure failure{};
  Place place{};
  std::string message;
};

/// Collects everything that is wrong, so that a user sees it all at once.
class Diagnostics {
 public:
  /// More errors than this are counted but not kept: nobody reads them.
  static constexpr std::size_t kMostKept = 100;

  /// Its number, for Place::source.
  int add_source(Source source);
  [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }

  void error(Place place, std::string message, Failure failure = Failure::Senseless);
  void warn(Place place, std::string message);

  [[nodiscard]] bool has_errors() const { return num_errors_ > 0; }
  [[nodiscard]] std::size_t num_errors() const { return num_errors_; }
  /// No more errors are kept: work spent on a good message is lost.
  [[nodiscard]] bool is_full() const { return num_errors_ >= kMostKept; }
  [[nodiscard]] Failure failure() const { return failure_; }

  /// In the order of the text.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;
  /// `scene.toml:14:9: error: message`, then the line and a caret below the column.
  [[nodiscard]] std::string render(const Diagnostic& diagnostic) const;
  /// All of them, and how many errors were left out.
  [[nodiscard]] std::string render_all() const;

 private:
  std::vector<Source> sources_;
  std::vector<Diagnostic> diagnostics_;
  std::size_t num_errors_{};
  Failure failure_{Failure::Senseless};  // Unreadable as soon as one is
};

}  // namespace carom::schema
