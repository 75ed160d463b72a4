#include "carom/base/input_error.h"

#include <utility>

namespace carom {
namespace {

std::string format_message(const std::string& element, const std::string& problem, const SourceLocation& location) {
  std::string message = location.file;
  if (location.line > 0) message += ":" + std::to_string(location.line);
  if (location.column > 0) message += ":" + std::to_string(location.column);
  if (!message.empty()) message += ": ";
  return message + element + ": " + problem;
}

}  // namespace

InputError::InputError(std::string element, std::string problem, SourceLocation location)
    : std::runtime_error(format_message(element, problem, location)),
      element_(std::move(element)),
      problem_(std::move(problem)),
      location_(std::move(location)) {}

}  // namespace carom
