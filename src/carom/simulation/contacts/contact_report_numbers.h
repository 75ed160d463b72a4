#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/simulation/contacts/contact_report.h"

namespace carom {

// Reports as plain numbers, for checkpoints.

/// Takes numbers from the front, as long as there are any. Once something did not fit, everything that follows fails.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : left_(numbers) {}

  [[nodiscard]] std::span<const double> take(std::size_t count);
  [[nodiscard]] double take();
  [[nodiscard]] std::span<const double> take_rest() { return take(left_.size()); }
  /// A whole number from 0 to `most`.
  [[nodiscard]] std::size_t take_count(double most);
  [[nodiscard]] std::string take_text();
  /// All of a report but its name.
  void take_report(int slot, ContactReport& report);

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool empty() const { return left_.empty(); }

 private:
  void take_events(int slot, std::vector<ContactEvent>& events);

  std::span<const double> left_;
  bool failed_{};
};

void append_report(const ContactReport& report, std::vector<double>& numbers);
void append_text(const std::string& text, std::vector<double>& numbers);

}  // namespace carom
