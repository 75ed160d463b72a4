#pragma once

#include <optional>
#include <vector>

#include "carom/contact/restitution.h"
#include "carom/scene/tables/tables.h"

namespace carom {

/// Every law with its keys; chosen by `law`.
[[nodiscard]] TablePtr<NormalLaw> make_normal_law_table();
[[nodiscard]] TablePtr<FrictionLaw> make_friction_law_table();
[[nodiscard]] TablePtr<ImpactLaw> make_impact_law_table();

/// The key `restitution` of a law: a constant, a line, or measured values.
struct RestitutionEntry {
  std::optional<double> constant;
  std::optional<double> alpha;  // [s/m]
  double floor{0.01};
  std::vector<double> speeds;  // [m/s]
  std::vector<double> values;

  [[nodiscard]] Restitution make() const;
};
[[nodiscard]] TablePtr<RestitutionEntry> make_restitution_table(Restitution::Zero zero);

/// To be called when a law was read: shows what its check finds doubtful, and throws what it refuses.
template <class Laws>
auto make_law_check() {
  return [](Laws& law, const schema::Value& value, schema::Reader& reader) {
    for (const std::string& sentence : validate(law)) reader.diagnostics().warn(value.place, sentence);
  };
}

/// An empty table of keys that knows what the catalogue says of the law.
template <class Law>
std::shared_ptr<schema::Table<Law>> make_law_table() {
  auto table = schema::make_table<Law>(std::string(Law::kInfo.name), std::string(Law::kInfo.summary));
  table->explain(std::string(Law::kInfo.formula), std::string(Law::kInfo.source));
  return table;
}

template <class Laws, class Law>
void add_law(schema::Table<Laws>& laws, TablePtr<Law> table) {
  laws.add_alternative(std::string(Law::kInfo.name), std::move(table),
                       [](Laws& choice) -> Law& { return choice.template emplace<Law>(); });
}

}  // namespace carom
