#include "carom/base/schema/catalogue.h"

#include <algorithm>

namespace carom::schema {
namespace {

void collect(const AnyTable& table, std::vector<CatalogueFamily>& families) {
  const auto is_known = [&](const CatalogueFamily& family) { return family.name == table.name(); };
  if (!table.alternatives().empty() && std::none_of(families.begin(), families.end(), is_known)) {
    CatalogueFamily family{.name = table.name(), .tag = table.tag(), .common = &table, .entries = {}};
    for (const AnyTable::Alternative& alternative : table.alternatives()) {
      family.entries.push_back({alternative.tag, alternative.table.get()});
    }
    families.push_back(std::move(family));
  }
  for (const Key& key : table.keys()) {
    for (const auto& part : key.tables) collect(*part, families);
  }
  for (const AnyTable::Alternative& alternative : table.alternatives()) collect(*alternative.table, families);
}

}  // namespace

std::vector<CatalogueFamily> list_families(const AnyTable& root) {
  std::vector<CatalogueFamily> families;
  collect(root, families);
  return families;
}

}  // namespace carom::schema
