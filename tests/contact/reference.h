#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace carom::test {

/// A file of tests/reference, or a part of it; children by name or by place. What is not there fails the test.
class Reference {
 public:
  static Reference open(const std::string& file);

  [[nodiscard]] Reference operator[](const std::string& name) const;
  [[nodiscard]] Reference operator[](std::size_t place) const;
  [[nodiscard]] std::size_t size() const;
  /// A number, or a number written as text because it has more digits than fit.
  [[nodiscard]] double number() const;
  /// Of {"value", "err"}.
  [[nodiscard]] double value() const { return (*this)["value"].number(); }
  [[nodiscard]] double error() const { return (*this)["err"].number(); }

 private:
  struct Data;
  explicit Reference(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace carom::test
