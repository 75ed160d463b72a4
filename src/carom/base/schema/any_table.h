#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "carom/base/schema/key.h"

namespace carom::schema {

/// The part of a Table that does not depend on what it describes.
class AnyTable {
 public:
  AnyTable(std::string name, std::string help) : name_(std::move(name)), help_(std::move(help)) {}

  struct Alternative {
    std::string tag;
    std::shared_ptr<const AnyTable> table;
    std::function<void*(void* target)> select;  // makes the choice; returns what the table's keys describe
  };

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& help() const { return help_; }
  /// Of a law: its formula as plain text, and the key of its source in docs/references.bib. Empty for other things.
  void explain(std::string formula, std::string source) {
    formula_ = std::move(formula);
    source_ = std::move(source);
  }
  [[nodiscard]] const std::string& formula() const { return formula_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
  [[nodiscard]] const std::vector<Alternative>& alternatives() const { return alternatives_; }
  [[nodiscard]] const std::string& tag() const { return tag_; }
  [[nodiscard]] const std::vector<std::vector<std::string>>& one_of_groups() const { return one_of_; }
  [[nodiscard]] bool has_shorthand() const { return !shorthand_.empty(); }

  using ReadFunction = std::function<void(const Key&, const Value&, void* target, Reader&)>;
  /// A key of any other kind than Table has functions for.
  Key& add_key(std::string name, std::string type, std::vector<std::string> units, std::string help, ReadFunction read);

  /// A key whose value chooses among the alternatives, such as `type` or `law`. Without a default it is required.
  /// To be called after the alternatives are added.
  void choose_by(std::string tag, std::string default_tag, std::string help);
  /// Exactly one of these keys is given.
  void exactly_one_of(std::vector<std::string> keys) { one_of_.push_back(std::move(keys)); }
  /// A key that scenes once had: what to write instead.
  void add_former_key(std::string name, std::string instead) {
    former_keys_.emplace_back(std::move(name), std::move(instead));
  }
  /// A value that is not a table stands for a table with this key alone.
  void use_shorthand(std::string key) { shorthand_ = std::move(key); }

  /// Reads a value into the target, of the type that this table describes. False: errors were reported.
  bool read(const Value& value, void* target, Reader& reader) const;

 protected:
  // What the templates of Table share.
  static std::string describe_list(std::size_t count);
  static std::vector<std::string> list_units(const std::vector<Dimension>& dimensions);
  static std::optional<std::vector<double>> read_one_or_all(std::span<const Dimension> dimensions, const Range& range,
                                                            const Value& value, Reader& reader);
  static std::optional<std::vector<double>> read_matrix(std::size_t size, const Dimension& dimension,
                                                        const Range& range, const Value& value, Reader& reader);
  static std::vector<const Value*> split_list(std::size_t count, const Value& value, Reader& reader);
  static std::span<const Value> find_elements(const Key& key, const Value& value, Reader& reader);

  static std::string describe_default(double value);
  static std::string describe_default(const std::string& value) { return value.empty() ? "" : '"' + value + '"'; }
  static std::string describe_default(bool value) { return value ? "true" : "false"; }
  template <class M>
  static std::string describe_default(const std::optional<M>& value) {
    return value ? describe_default(*value) : "";
  }
  template <class M>
  static std::string describe_default(const M& value) {
    if constexpr (requires { value.size(); }) {
      std::string text;
      for (int i = 0; i < static_cast<int>(value.size()); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", value[i]);
      return "[" + text + "]";
    } else {
      return fmt::format("{}", value);
    }
  }

  std::vector<Alternative> alternatives_;
  std::function<void(void* target, const Value&, Reader&)> finish_;

 private:
  const Alternative* pick_alternative(const Value& value, Reader& reader) const;
  void read_keys(const Value& value, void* target, Reader& reader) const;
  void check_groups(const Value& value, Reader& reader) const;
  void refuse_unknown_keys(const Value& value, const Alternative* chosen, Reader& reader) const;
  void read_as_any_alternative(const Value& value, void* target, Reader& reader) const;
  [[nodiscard]] const Alternative* find_reading(const Entry& entry, void* target, Reader& reader) const;
  void require_keys_of_all(const Value& value, Reader& reader) const;
  [[nodiscard]] std::string explain_unknown(const std::string& key, const Alternative* chosen,
                                            const Reader& reader) const;
  [[nodiscard]] const Key* find_key(const std::string& name) const;

  std::string name_;
  std::string help_;
  std::string formula_;
  std::string source_;
  std::vector<Key> keys_;
  std::string tag_;
  std::string default_tag_;
  std::string shorthand_;
  std::vector<std::vector<std::string>> one_of_;
  std::vector<std::pair<std::string, std::string>> former_keys_;
};

}  // namespace carom::schema
