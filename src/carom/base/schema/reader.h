#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/names.h"
#include "carom/base/schema/range.h"
#include "carom/base/schema/value.h"
#include "carom/base/units.h"

namespace carom::schema {

enum class ListLength { Fixed, Any };

/// Interprets values and reports those that are not what a key takes. Knows where it is, so that messages can say so.
class Reader {
 public:
  Reader(Diagnostics& diagnostics, Names& names) : diagnostics_(&diagnostics), names_(&names) {}

  /// Within a key, from construction to destruction.
  class Scope {
   public:
    Scope(Reader& reader, std::string_view key, const Value& value)
        : reader_(reader), num_errors_(reader.diagnostics_->num_errors()) {
      reader_.frames_.push_back({key, &value});
    }
    ~Scope() {
      const bool failed = reader_.frames_.size() == 1 && reader_.diagnostics_->num_errors() > num_errors_;
      if (failed) reader_.failed_.emplace(reader_.frames_.front().key);
      reader_.frames_.pop_back();
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Reader& reader_;
    std::size_t num_errors_;
  };

  /// Reads on trial, from construction to destruction: what is reported goes elsewhere.
  class Trial {
   public:
    explicit Trial(Reader& reader)
        : reader_(reader),
          diagnostics_before_(std::exchange(reader.diagnostics_, &diagnostics_)),
          names_before_(std::exchange(reader.names_, &names_)) {}
    ~Trial() {
      reader_.diagnostics_ = diagnostics_before_;
      reader_.names_ = names_before_;
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    [[nodiscard]] bool has_errors() const { return diagnostics_.has_errors(); }

   private:
    Reader& reader_;
    Diagnostics diagnostics_;
    Names names_;
    Diagnostics* diagnostics_before_;
    Names* names_before_;
  };

  [[nodiscard]] Diagnostics& diagnostics() { return *diagnostics_; }
  [[nodiscard]] Names& names() { return *names_; }
  /// Whether errors were reported within a key of the outermost table.
  [[nodiscard]] bool has_failed(const std::string& key) const { return failed_.contains(key); }
  /// "position of joint of [[body]] 'upper'"
  [[nodiscard]] std::string describe_where() const;
  /// An error at a value within the present key: "mass of [[body]] 'upper': problem".
  void error(const Value& value, std::string_view problem);

  /// Each returns nothing, and has reported why, where the value does not fit.
  [[nodiscard]] std::optional<double> read_number(const Value& value, const Dimension& dimension, const Range& range);
  /// Of any of these dimensions.
  [[nodiscard]] std::optional<double> read_number(const Value& value, std::span<const Dimension> dimensions,
                                                  const Range& range);
  [[nodiscard]] std::optional<double> read_integer(const Value& value, const Range& range);
  [[nodiscard]] std::optional<bool> read_boolean(const Value& value);
  [[nodiscard]] std::optional<std::string> read_text(const Value& value);
  [[nodiscard]] std::optional<std::size_t> read_choice(const Value& value, std::span<const std::string> choices);
  /// One number for each dimension; of a list of any length, the last dimension holds for all that follow.
  [[nodiscard]] std::optional<std::vector<double>> read_numbers(const Value& value,
                                                                std::span<const Dimension> dimensions,
                                                                ListLength length, const Range& range);

 private:
  struct Frame {
    std::string_view key;
    const Value* value{};
  };

  Diagnostics* diagnostics_;
  Names* names_;
  std::vector<Frame> frames_;
  std::set<std::string> failed_;  // keys of the outermost table
};

}  // namespace carom::schema
