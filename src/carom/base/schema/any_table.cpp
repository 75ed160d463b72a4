#include "carom/base/schema/any_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include "carom/base/assert.h"
#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"

namespace carom::schema {
namespace {

// Runs the key's reader; what its setter refuses is reported at the value.
void read_key(const Key& key, const Value& value, void* target, Reader& reader) {
  const Reader::Scope scope(reader, key.name, value);
  try {
    key.read(key, value, target, reader);
  } catch (const InputError& refusal) {
    reader.error(value, refusal.problem());
  }
}

}  // namespace

Key& AnyTable::add_key(std::string name, std::string type, std::vector<std::string> units, std::string help,
                       ReadFunction read) {
  CAROM_ASSERT(find_key(name) == nullptr);
  Key key;
  key.name = std::move(name);
  key.type = std::move(type);
  key.units = std::move(units);
  key.help = std::move(help);
  key.read = std::move(read);
  keys_.push_back(std::move(key));
  return keys_.back();
}

void AnyTable::choose_by(std::string tag, std::string default_tag, std::string help) {
  tag_ = std::move(tag);
  default_tag_ = std::move(default_tag);
  // Read by pick_alternative(), before all other keys.
  Key& key = add_key(tag_, "text", {}, std::move(help), [](const Key&, const Value&, void*, Reader&) {});
  for (const Alternative& alternative : alternatives_) key.choices.push_back(alternative.tag);
  key.is_required = default_tag_.empty();
  key.default_text = describe_default(default_tag_);
}

const Key* AnyTable::find_key(const std::string& name) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.name == name; });
  return found == keys_.end() ? nullptr : &*found;
}

bool AnyTable::read(const Value& value, void* target, Reader& reader) const {
  const std::size_t errors = reader.diagnostics().num_errors();
  if (value.table() == nullptr) {
    if (has_shorthand()) {
      const Key& key = *find_key(shorthand_);
      key.read(key, value, target, reader);
    } else {
      reader.error(value, fmt::format("expected a table, found {}", describe(value)));
    }
    return reader.diagnostics().num_errors() == errors;
  }
  const Alternative* chosen = tag_.empty() ? nullptr : pick_alternative(value, reader);
  read_keys(value, target, reader);
  check_groups(value, reader);
  if (chosen != nullptr) {
    void* part = chosen->select(target);
    chosen->table->read_keys(value, part, reader);
    chosen->table->check_groups(value, reader);
  }
  refuse_unknown_keys(value, chosen, reader);
  if (finish_) finish_(target, value, reader);
  // Last, because it chooses: the target is of no use any more.
  if (!tag_.empty() && chosen == nullptr) read_as_any_alternative(value, target, reader);
  return reader.diagnostics().num_errors() == errors;
}

// The choice is unknown, and that was reported: what no alternative would take is a mistake all the same.
void AnyTable::read_as_any_alternative(const Value& value, void* target, Reader& reader) const {
  for (const Entry& entry : *value.table()) {
    if (find_key(entry.key) != nullptr) continue;
    const Alternative* alternative = find_reading(entry, target, reader);
    if (alternative == nullptr) continue;  // unknown to all: reported
    read_key(*alternative->table->find_key(entry.key), entry.value, alternative->select(target), reader);
  }
  require_keys_of_all(value, reader);
}

// An alternative that takes the value of a key; where none does, the first that knows the key; null: none knows it.
const AnyTable::Alternative* AnyTable::find_reading(const Entry& entry, void* target, Reader& reader) const {
  const Alternative* first = nullptr;
  for (const Alternative& alternative : alternatives_) {
    const Key* key = alternative.table->find_key(entry.key);
    if (key == nullptr) continue;
    if (first == nullptr) first = &alternative;
    const Reader::Trial trial(reader);
    read_key(*key, entry.value, alternative.select(target), reader);
    if (!trial.has_errors()) return &alternative;
  }
  return first;
}

void AnyTable::require_keys_of_all(const Value& value, Reader& reader) const {
  for (const Key& key : alternatives_.front().table->keys_) {
    const auto requires_it = [&](const Alternative& alternative) {
      const Key* own = alternative.table->find_key(key.name);
      return own != nullptr && own->is_required;
    };
    if (value.find(key.name) != nullptr || !std::ranges::all_of(alternatives_, requires_it)) continue;
    reader.diagnostics().error(value.place, fmt::format("missing key '{}' in {}", key.name, reader.describe_where()));
  }
}

const AnyTable::Alternative* AnyTable::pick_alternative(const Value& value, Reader& reader) const {
  const Value* tag = value.find(tag_);
  const Key& key = *find_key(tag_);
  if (tag != nullptr) {
    const Reader::Scope scope(reader, tag_, *tag);
    const std::optional<std::size_t> choice = reader.read_choice(*tag, key.choices);
    return choice ? &alternatives_[*choice] : nullptr;
  }
  // A missing key without default is reported by read_keys().
  for (const Alternative& alternative : alternatives_) {
    if (alternative.tag == default_tag_) return &alternative;
  }
  return nullptr;
}

void AnyTable::read_keys(const Value& value, void* target, Reader& reader) const {
  for (const Key& key : keys_) {
    const Value* found = value.find(key.name);
    if (found != nullptr) {
      read_key(key, *found, target, reader);
    } else if (key.is_required) {
      reader.diagnostics().error(value.place, fmt::format("missing key '{}' in {}", key.name, reader.describe_where()));
    }
  }
}

void AnyTable::check_groups(const Value& value, Reader& reader) const {
  for (const std::vector<std::string>& group : one_of_) {
    std::vector<std::string> given;
    for (const std::string& key : group) {
      if (value.find(key) != nullptr) given.push_back(key);
    }
    if (given.size() == 1) continue;
    const std::string found = given.empty() ? "none" : fmt::format("{}", fmt::join(given, " and "));
    reader.error(value, fmt::format("give exactly one of {}; found {}", fmt::join(group, ", "), found));
  }
}

void AnyTable::refuse_unknown_keys(const Value& value, const Alternative* chosen, Reader& reader) const {
  for (const Entry& entry : *value.table()) {
    if (find_key(entry.key) != nullptr) continue;
    if (chosen != nullptr && chosen->table->find_key(entry.key) != nullptr) continue;
    const std::string problem = reader.diagnostics().is_full() ? "" : explain_unknown(entry.key, chosen, reader);
    if (problem.empty() && !reader.diagnostics().is_full()) continue;
    reader.diagnostics().error(entry.place, problem);
  }
}

std::string AnyTable::explain_unknown(const std::string& key, const Alternative* chosen, const Reader& reader) const {
  std::vector<std::string> others;
  std::vector<std::string> candidates;
  for (const Key& own : keys_) candidates.push_back(own.name);
  for (const Alternative& alternative : alternatives_) {
    if (alternative.table->find_key(key) != nullptr) others.push_back(alternative.tag);
    if (chosen != nullptr && &alternative != chosen) continue;
    for (const Key& its : alternative.table->keys_) candidates.push_back(its.name);
  }
  const std::string where = reader.describe_where();
  for (const auto& [name, instead] : former_keys_) {
    if (name == key) return fmt::format("key '{}' in {} is no longer read: {}", key, where, instead);
  }
  if (!others.empty()) {
    // With the choice itself unknown, which keys belong is unknown too: that error was reported.
    if (chosen == nullptr) return {};
    return fmt::format("key '{}' in {} does not go with {} '{}', only with {}", key, where, tag_, chosen->tag,
                       fmt::join(others, ", "));
  }
  const std::string suggestion = make_suggestion(key, candidates);
  const std::string known =
      suggestion.empty() ? fmt::format("; known are {}", fmt::join(candidates, ", ")) : suggestion;
  return fmt::format("unknown key '{}' {} {}{}", key, where.empty() ? "at the top of" : "in",
                     where.empty() ? name_ : where, known);
}

std::string AnyTable::describe_list(std::size_t count) {
  return count == 1 ? "number" : fmt::format("list of {} numbers", count);
}

std::vector<std::string> AnyTable::list_units(const std::vector<Dimension>& dimensions) {
  std::vector<std::string> units;
  for (const Dimension& dimension : dimensions) {
    const std::string unit = unit_of(dimension);
    if (!unit.empty() && std::find(units.begin(), units.end(), unit) == units.end()) units.push_back(unit);
  }
  return units;
}

std::optional<std::vector<double>> AnyTable::read_one_or_all(std::span<const Dimension> dimensions, const Range& range,
                                                             const Value& value, Reader& reader) {
  if (dimensions.size() != 1 || value.list() != nullptr)
    return reader.read_numbers(value, dimensions, ListLength::Fixed, range);
  const std::optional<double> number = reader.read_number(value, dimensions[0], range);
  if (!number) return std::nullopt;
  return std::vector<double>{*number};
}

std::optional<std::vector<double>> AnyTable::read_matrix(std::size_t size, const Dimension& dimension,
                                                         const Range& range, const Value& value, Reader& reader) {
  const Value::List* rows = value.list();
  if (rows == nullptr || rows->size() != size) {
    reader.error(value, fmt::format("expected {0} rows of {0} numbers, found {1}", size, describe(value)));
    return std::nullopt;
  }
  std::vector<double> all;
  for (const Value& row : *rows) {
    const std::vector<Dimension> dimensions(size, dimension);
    const auto numbers = reader.read_numbers(row, dimensions, ListLength::Fixed, range);
    if (!numbers) return std::nullopt;
    all.insert(all.end(), numbers->begin(), numbers->end());
  }
  return all;
}

std::vector<const Value*> AnyTable::split_list(std::size_t count, const Value& value, Reader& reader) {
  const Value::List* list = value.list();
  if (list == nullptr && count == 1) return {&value};
  std::vector<const Value*> parts;
  if (list == nullptr || list->size() != count) {
    reader.error(
        value, fmt::format("expected a list of {}, one for each degree of freedom, found {}", count, describe(value)));
    return parts;
  }
  for (const Value& part : *list) parts.push_back(&part);
  return parts;
}

std::span<const Value> AnyTable::find_elements(const Key& key, const Value& value, Reader& reader) {
  if (const Value::List* list = value.list()) return *list;
  if (value.table() == nullptr) {
    reader.diagnostics().error(value.place, fmt::format("expected tables [[{}]], found {}", key.name, describe(value)));
    return {};
  }
  // What it says is read all the same: others may mention it.
  reader.diagnostics().error(value.place, fmt::format("expected [[{0}]] in double brackets, found [{0}]", key.name));
  return {&value, 1};
}

std::string AnyTable::describe_default(double value) { return std::isinf(value) ? "none" : fmt::format("{}", value); }

}  // namespace carom::schema
