#pragma once

#include <stdexcept>
#include <string>

namespace carom {

/// Where in a file something stands. A model built in C++ has none of it: file is empty.
struct SourceLocation {
  std::string file;
  int line{};    // from 1; 0: unknown
  int column{};  // from 1; 0: unknown
};

/// Bad input: thrown only by readers, builders and the command line, before the first step.
///
/// what() reads `file:line:column: element: problem`; `element` names the culprit ("body 'upper'",
/// "contact.0.friction").
class InputError : public std::runtime_error {
 public:
  InputError(std::string element, std::string problem, SourceLocation location = {});

  [[nodiscard]] const std::string& element() const { return element_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const SourceLocation& location() const { return location_; }

 private:
  std::string element_;
  std::string problem_;
  SourceLocation location_;
};

}  // namespace carom
