#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace carom {

/// A file that cannot be opened, read or written: missing, no permission, disk full. What a file holds is judged by
/// InputError and SyntaxError.
class IoError : public std::system_error {
 public:
  explicit IoError(std::string sentence, int error_number = EIO)
      : std::system_error(error_number, std::generic_category()), sentence_(std::move(sentence)) {}

  [[nodiscard]] const char* what() const noexcept override { return sentence_.c_str(); }

 private:
  std::string sentence_;
};

}  // namespace carom
