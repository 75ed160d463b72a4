#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "carom/contact/law_keys.h"
#include "carom/contact/variant_infos.h"
#include "carom/scene/tables/contact_laws.h"

namespace carom {

// Tables for scenes from what laws declare: see LawKeys. No law has one of its own.

/// How a scene writes each kind of member.
template <class Law>
struct LawKeyAdder {
  schema::Table<Law>& table;
  const LawKey<Law>& key;

  template <class M>
  schema::Key& operator()(M Law::*member) const {
    return table.add(std::string(key.name), member, key.dimension, std::string(key.help));
  }
  schema::Key& operator()(bool Law::*member) const {
    return table.add(std::string(key.name), member, std::string(key.help));
  }
  schema::Key& operator()(Restitution Law::*member) const {
    const auto zero = key.range.least_excluded ? Restitution::Zero::Refused : Restitution::Zero::Allowed;
    const auto set = [member](Law& law, const RestitutionEntry& entry) { law.*member = entry.make(); };
    return table.add_table(std::string(key.name), make_restitution_table(zero), set, std::string(key.help));
  }
};

template <class Law>
void add_key(schema::Table<Law>& table, const LawKey<Law>& key) {
  schema::Key& added = std::visit(LawKeyAdder<Law>{table, key}, key.member);
  // A restitution says by itself what it may be.
  if (!std::holds_alternative<Restitution Law::*>(key.member)) added.range = key.range;
  if (!key.unit.empty()) added.with_unit(std::string(key.unit));
  if (!key.default_text.empty()) added.otherwise(std::string(key.default_text));
  if (key.is_required) added.required();
}

template <class Law>
TablePtr<Law> make_law_table() {
  auto table = schema::make_table<Law>(std::string(Law::kInfo.name), std::string(Law::kInfo.summary));
  table->explain(std::string(Law::kInfo.formula), std::string(Law::kInfo.source));
  // A law without members has no keys, and nothing that a pointer to one could mean.
  if constexpr (!std::is_empty_v<Law>) {
    for (const LawKey<Law>& key : keys_of<Law>()) add_key(*table, key);
  }
  return table;
}

/// One law more to choose from; what may be left open is not given so far.
template <class Law, class Laws>
void add_law(schema::Table<Laws>& laws) {
  if constexpr (!is_in_scenes<Law>()) return;
  laws.add_alternative(std::string(Law::kInfo.name), make_law_table<Law>(), [](Laws& choice) -> Law& {
    Law& law = choice.template emplace<Law>();
    leave_open(law);
    return law;
  });
}

/// All laws of a variant; what their checks find doubtful is shown, and what they refuse is an error.
template <class... Law>
TablePtr<std::variant<Law...>> make_laws_table(std::type_identity<std::variant<Law...>> /*laws*/, std::string name,
                                               std::string help, std::string help_of_choice) {
  using Laws = std::variant<Law...>;
  auto table = schema::make_table<Laws>(std::move(name), std::move(help));
  (add_law<Law>(*table), ...);
  table->choose_by("law", "", std::move(help_of_choice));
  table->finish_with([](Laws& law, const schema::Value& value, schema::Reader& reader) {
    for (const std::string& sentence : validate(law)) reader.diagnostics().warn(value.place, sentence);
  });
  return table;
}

}  // namespace carom
